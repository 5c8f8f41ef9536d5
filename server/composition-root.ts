import type { Service } from '../shared/constants.ts'
import { type GatewayName, gateways } from '../shared/providers.ts'
import {
  accountRoutes,
  assertPaymentPin,
  assertPin,
  demoUsers,
  secondFactorRoutes,
  securityRoutes,
  seedDemoUsers,
} from './accounts/index.ts'
import { bankRoutes } from './actions/index.ts'
import { approvalRoutes } from './approvals/index.ts'
import { beneficiaryRoutes } from './beneficiaries/index.ts'
import { bulkQueues, bulkRoutes } from './bulk/index.ts'
import { campaignConcurrency, campaignQueue, campaignRoutes } from './campaigns/index.ts'
import { type Catalogue, createCatalogue } from './catalogue/index.ts'
import { ledgerCommand } from './commands/ledger-command.ts'
import { runManagerCommand } from './commands/manager-command.ts'
import { recoverCommand } from './commands/recover-command.ts'
import type { AppContext, Features } from './context.ts'
import { openReportReader, startEpoch, storeTransitions } from './database/index.ts'
import { beforeDemoMonth, loadDemoMonth } from './demo/index.ts'
import { historyRoutes } from './history/index.ts'
import type { Actor, AssertPin, Webhook } from './http/index.ts'
import { incomingSmsWebhook } from './incoming-sms/index.ts'
import { createBackground, createJobs, type QueueMetrics } from './jobs/index.ts'
import {
  describeSetting,
  managementRoutes,
  moneyRoutes,
  onGoodwillApproved,
  onLimitChangeApproved,
  onPurchaseApproved,
  onScopeChangeApproved,
  onTopUpApproved,
  orderActionRoutes,
  recordRoutes,
  searchIndexJob,
  userRecordRoutes,
} from './management/index.ts'
import { type MailSender, smtp } from './messaging/index.ts'
import { createStreams, notificationRoutes } from './notifications/index.ts'
import {
  createAvailability,
  createOperations,
  type Operations,
  observeProvider,
  observeProviders,
  openFloats,
  outagesByService,
} from './operations/index.ts'
import { outboxQueue } from './outbox/index.ts'
import {
  managedPaymentRequestRoutes,
  paymentRequestMachine,
  paymentRequestRoutes,
  paymentRequestRules,
} from './payment-requests/index.ts'
import {
  type Gateway,
  type Gateways,
  type PaymentDeps,
  paymentMachine,
  paymentQueues,
  receiveWebhook,
  refundMachine,
  reportInvalidCredentials,
} from './payments/index.ts'
import { gatewaysOf, smsOf, vendorsOf } from './providers.ts'
import {
  combineRewards,
  createOrderProcessor,
  createPaymentEvents,
  type OrderHandler,
  type OrderProcessor,
  orderMachine,
  orderQueues,
  overdueOrderCheck,
  purchaseRoutes,
} from './purchase/index.ts'
import { pushQueue, pushRoutes } from './push/index.ts'
import type { RecoveryResult } from './recovery/index.ts'
import { referralBonus, referralRoutes } from './referral/index.ts'
import { scheduleQueues, scheduleRoutes } from './schedules/index.ts'
import { createSecrets } from './secrets/index.ts'
import { prepareQuote, serviceBackends } from './services.ts'
import { ticketRoutes } from './tickets/index.ts'
import { changesAfter, translationRoutes, watchTranslations } from './translations/index.ts'
import { ussdWebhook } from './ussd/index.ts'
import {
  attemptMachine,
  configuredVendors,
  receiveVendorWebhook,
  type Vendor,
  type Vendors,
  type VendorWebhookDeps,
} from './vending/index.ts'
import {
  depositMachine,
  recordDeposit,
  virtualAccountMachine,
  virtualAccountQueues,
  virtualAccountRoutes,
} from './virtual-accounts/index.ts'
import { cashback, seedDemoCard, walletRoutes } from './wallet/index.ts'

/** The composed features, plus the members that tests and commands use. */
export interface Application extends Features {
  readonly orderProcessor: OrderProcessor
  readonly catalogue: Catalogue
  readonly operations: Operations
  /** Claims and starts all due rows once, and runs every check. @returns the number of rows and changes */
  sweep(): Promise<number>
  /** False while a job or other background task runs. */
  isIdle(): boolean
  /** `npm run recover`. @throws CommandError */
  recover(args: readonly string[]): Promise<RecoveryResult>
  /** The queues' metrics in this process, by name. */
  jobMetrics(): Promise<ReadonlyMap<string, QueueMetrics>>
}

/** Replaces the configured providers, so that tests can crash or delay a call. */
export interface ProviderOverrides {
  gateways?: Gateways
  vendors?: Vendors
}

/** Price lists are refreshed every six hours; a start refreshes lists that are older. */
const catalogueMaxAgeSeconds = 6 * 60 * 60
/** A USSD step waits this long for a provider: the network ends a session without a response after about ten seconds. */
const ussdWaitMs = 6_000
/** In-flight jobs have this long to finish at shutdown. */
const drainMs = 15_000

/**
 * Composition root: registers order handlers with the order processor and payment handlers with orders, and injects
 * dependencies.
 */
export async function composeApp(
  context: AppContext,
  overrides: ProviderOverrides = {},
): Promise<Application> {
  const { config, db, log, settings, limits } = context
  await storeTransitions(db, {
    order: orderMachine.transitions,
    payment: paymentMachine.transitions,
    attempt: attemptMachine.transitions,
    refund: refundMachine.transitions,
    virtual_account: virtualAccountMachine.transitions,
    inflow: depositMachine.transitions,
    payment_request: paymentRequestMachine.transitions,
  })
  const background = createBackground(log)
  const calls = context.metrics?.providerCalls ?? null
  const observedMail = (sender: MailSender) => observeProvider(sender, 'smtp', calls)
  const mail = config.smtpUrl ? observedMail(smtp(config.smtpUrl, config.mailFrom)) : null
  const sms = smsOf(config, settings, (senders) => observeProviders(senders, calls))
  // Separate SMTP connections: a token e-mail is never queued behind a campaign.
  const campaignMail = config.smtpUrl
    ? observedMail(smtp(config.smtpUrl, config.mailFrom, { connections: campaignConcurrency }))
    : null
  const allServices = Object.values(serviceBackends)
  const orderHandlers = Object.fromEntries(
    allServices.map((service) => [
      service.id,
      service.createOrderHandler({ db, settings, branding: config }),
    ]),
  ) as Readonly<Record<Service, OrderHandler>>
  const vendors = observeProviders(overrides.vendors ?? vendorsOf(config), calls)
  const availability = createAvailability(db, vendors)
  const catalogue = createCatalogue({ db, log, vendors, background: background.run })

  // In ledger account order: bonus, then wallet.
  const rewards = combineRewards([referralBonus(settings), cashback])

  const epoch = await startEpoch(db)
  const payments: PaymentDeps = {
    db,
    log,
    epoch,
    limits,
    gateways: mapGateways(observeProviders(overrides.gateways ?? gatewaysOf(config), calls), (gateway) =>
      reportInvalidCredentials(gateway, (name) =>
        background.run('alert', () => operations.alertKeyRejected(name)),
      ),
    ),
    paymentEvents: createPaymentEvents(
      { epoch, rewards, paymentRequests: paymentRequestRules, guestEmail: config.guestEmail },
      (order) => orderHandlers[order.service],
    ),
    secrets: createSecrets(config.dataKeys),
    onDeposit: (gateway, reference) => recordDeposit(deps, gateway, reference),
    scheduleOrder: (order) => orderProcessor.schedule(order),
    background: background.run,
  }
  const deps = {
    db,
    log,
    epoch,
    settings,
    limits,
    rewards,
    paymentRequests: paymentRequestRules,
    availability,
    payments,
    orderHandlers,
    vendors,
    catalogue,
    background: background.run,
    wakeOutbox: (): void => jobs.trigger('outbox'),
    appUrl: config.appUrl,
    guestEmail: config.guestEmail,
    brandName: config.brandName,
    assertPaymentPin: (actor: Actor, payment: Parameters<typeof assertPaymentPin>[2]) =>
      assertPaymentPin(db, actor, payment),
    helpUrl: config.helpUrl,
  }
  const orderProcessor = createOrderProcessor(deps)
  const streams = createStreams({ db, log })
  const checkPin: AssertPin = (actor, pin) => assertPin({ db }, actor, pin)
  const operations = createOperations({
    ...deps,
    orderProcessor,
    alertTo: config.alertTo,
    assertPin: checkPin,
  })
  const accounts = {
    ...deps,
    sessionSecret: config.sessionSecret,
    sendsMail: mail !== null,
    secrets: payments.secrets,
  }

  const reports = await openReportReader(db, {
    url: config.databaseReplicaUrl,
    pool: config.databasePool,
    maxLagSeconds: config.databaseReplicaLag,
    log,
  })
  const ussd = {
    ...deps,
    ussdCode: config.ussdCode,
    sessionSecret: config.sessionSecret,
    prepareQuote,
    maxWaitMs: ussdWaitMs,
  }
  const callbacks = config.phoneCallbacks
  const phoneWebhooks = callbacks ? [ussdWebhook(ussd, callbacks), incomingSmsWebhook(ussd, callbacks)] : []
  const management = { ...deps, orderProcessor, reports }
  const translations = watchTranslations((version) => changesAfter(db, version), log)
  const campaigns = { ...deps, mail: campaignMail, sms, secrets: payments.secrets }
  const schedules = { ...deps, assertPin: checkPin }
  const jobs = createJobs({
    db,
    log,
    background,
    queues: [
      ...paymentQueues(payments),
      ...orderQueues(orderProcessor),
      ...virtualAccountQueues(deps),
      ...bulkQueues(deps, orderProcessor),
      ...scheduleQueues(schedules, orderProcessor, () => jobs.trigger('schedule_runs')),
      outboxQueue({ db, log, mail, sms }),
      pushQueue({ db, log, config }),
      campaignQueue(campaigns),
    ],
    checks: [overdueOrderCheck(db), ...operations.checks],
    cron: [
      { name: 'refresh-catalogue', cron: '23 */6 * * *', run: () => catalogue.refresh() },
      searchIndexJob(db),
      ...operations.jobs,
    ],
    onCronFailure: operations.alertJobFailed,
  })
  context.metrics?.observeDatabase({ db, vendors, settings, queueMetrics: jobs.metrics })
  /** Started in the background; the demo orders need both. */
  let openingBalances: Promise<unknown> = Promise.resolve()
  let refreshedCatalogue: Promise<unknown> = Promise.resolve()
  return {
    routes: [
      ...purchaseRoutes(orderProcessor, {
        ...deps,
        sessionSecret: config.sessionSecret,
        assertPin: checkPin,
      }),
      ...allServices.flatMap((service) => service.createRoutes(deps, orderProcessor)),
      ...walletRoutes(deps),
      ...accountRoutes(accounts),
      ...securityRoutes(accounts),
      ...secondFactorRoutes(accounts, { required: config.mode === 'live' }),
      ...beneficiaryRoutes({ db, secrets: payments.secrets }),
      ...bankRoutes({
        log,
        settings,
        sources: mapGateways(payments.gateways, ({ banking }) => banking ?? null),
      }),
      ...virtualAccountRoutes(deps),
      ...notificationRoutes({ db, secrets: payments.secrets, streams }),
      ...pushRoutes({ db, log, config, limits }),
      ...historyRoutes(deps),
      ...ticketRoutes(deps),
      ...paymentRequestRoutes({ ...deps, secrets: payments.secrets }, orderProcessor),
      ...managedPaymentRequestRoutes(deps),
      ...referralRoutes(deps),
      ...bulkRoutes(deps, () => jobs.trigger('bulk_rows')),
      ...scheduleRoutes(schedules),
      ...translationRoutes({ db, reloadTranslations: translations.reload }),
      ...operations.routes,
      ...managementRoutes(management),
      ...moneyRoutes(management),
      ...orderActionRoutes(management),
      ...approvalRoutes({
        db,
        assertPin: checkPin,
        handlers: {
          wallet_topup: onTopUpApproved(management),
          refund: operations.onRefundApproved,
          unallocated_funds: operations.onAllocationApproved,
          purchase: onPurchaseApproved(management),
          limit_change: onLimitChangeApproved(management),
          goodwill: onGoodwillApproved(management),
          scope_change: onScopeChangeApproved,
        },
        describeSetting,
      }),
      ...recordRoutes(management),
      ...userRecordRoutes(management),
      ...campaignRoutes({
        ...campaigns,
        assertPin: checkPin,
        wakeCampaigns: () => jobs.trigger('campaigns'),
      }),
    ],
    assertPin: checkPin,
    commandHandlers: {
      manager: (args) => runManagerCommand(db, args),
      ledger: (args) => ledgerCommand({ db, vendors }, args),
      recover: (args) => recoverCommand(deps, args),
    },
    webhooks: [
      ...gateways
        .filter((name) => payments.gateways[name])
        .map((provider) => gatewayWebhook(payments, provider)),
      ...configuredVendors(vendors).flatMap((vendor) =>
        vendorWebhook(
          {
            db,
            advanceOrder: (id) => orderProcessor.schedule({ id }),
            finalAttemptRequery: operations.finalAttemptRequery,
          },
          vendor,
        ),
      ),
      ...phoneWebhooks,
    ],
    orderProcessor,
    catalogue,
    operations,
    recover: (args) => recoverCommand(deps, args),
    sweep: jobs.runDue,
    isIdle: background.isIdle,
    jobMetrics: jobs.metrics,
    outages: () => outagesByService(availability),
    async start() {
      await translations.start()
      if (config.mode === 'simulated') {
        await seedDemoUsers(db)
        await seedDemoCard(db, payments.secrets, demoUsers[0]?.email ?? '')
        openingBalances = openFloats({ db, vendors }, config.loadsDemoData ? beforeDemoMonth() : undefined)
        background.run('opening-balances', () => openingBalances)
      }
      refreshedCatalogue = catalogue.refresh({ olderThanSeconds: catalogueMaxAgeSeconds })
      background.run('catalogue', () => refreshedCatalogue)
      await jobs.start()
    },
    loadDemoData() {
      const { mode, loadsDemoData, simulatorsUrl, guestEmail } = config
      if (mode !== 'simulated' || !loadsDemoData) return
      background.run('demo-month', async () => {
        await Promise.all([openingBalances, refreshedCatalogue])
        await loadDemoMonth({ db, settings, log, simulatorsUrl, guestEmail })
      })
    },
    closeStreams: () => streams.close(),
    async stop() {
      await translations.stop()
      await streams.close()
      if (!(await jobs.stop(drainMs)))
        log.warn('shutdown timed out; unfinished jobs continue at the next start')
      mail?.close()
      campaignMail?.close()
      await reports.close()
    },
  }
}

/** Applies `transform` to each gateway with keys; the others stay null. */
const mapGateways = <T>(
  adapters: Gateways,
  transform: (gateway: Gateway) => T,
): Readonly<Record<GatewayName, T | null>> =>
  Object.fromEntries(gateways.map((name) => [name, adapters[name] && transform(adapters[name])])) as Record<
    GatewayName,
    T | null
  >

/** Acknowledges a webhook once its raw body is stored. A request with an invalid signature gets 401 without detail. */
const gatewayWebhook = (payments: PaymentDeps, provider: GatewayName): Webhook => ({
  provider,
  async receive({ raw, headers }) {
    const result = await receiveWebhook(payments, provider, raw, headers)
    return { http: result === 'kept' ? 200 : result === 'forged' ? 401 : 400, text: result }
  },
})

/** Always acknowledges a vendor webhook: the response reveals nothing about how it was processed. */
const vendorWebhook = (deps: VendorWebhookDeps, vendor: Vendor): Webhook[] => {
  const { webhook } = vendor
  if (!webhook) return []
  const receive: Webhook['receive'] = async ({ raw }) => {
    await receiveVendorWebhook(deps, vendor, raw)
    return { http: 200, text: webhook.acknowledgement, type: 'json' }
  }
  return [{ provider: vendor.name, receive }]
}
