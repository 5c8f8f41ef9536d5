import type { Service } from '../../shared/constants.ts'
import { assertPaymentPin, assertPin } from '../accounts/index.ts'
import { createCatalogue } from '../catalogue/index.ts'
import type { AppContext } from '../context.ts'
import { openReportReader, startRestoreDetector } from '../database/index.ts'
import type { Actor, AssertPin } from '../http/index.ts'
import { createStreams } from '../notifications/index.ts'
import { createAvailability, createOperations, observeProviders } from '../operations/index.ts'
import { paymentRequestRules } from '../payment-requests/index.ts'
import { type Gateways, type PaymentDeps, reportInvalidCredentials } from '../payments/index.ts'
import { gatewaysOf, vendorsOf } from '../providers.ts'
import {
  combineRewards,
  createOrderProcessor,
  createPaymentEvents,
  type OrderHandler,
} from '../purchase/index.ts'
import { referralBonus } from '../referral/index.ts'
import { createSecrets } from '../secrets/index.ts'
import { prepareOrder, serviceBackends } from '../services.ts'
import { translationChangesSince, watchTranslations } from '../translations/index.ts'
import type { Vendors } from '../vending/index.ts'
import { recordDeposit } from '../virtual-accounts/index.ts'
import { cashback } from '../wallet/index.ts'
import { mapGateways } from './gateways.ts'
import { createSenders } from './senders.ts'

/** Replaces the configured providers, so that tests can crash or delay a call. */
export interface ProviderOverrides {
  gateways?: Gateways
  vendors?: Vendors
}

/** Queues that a request or another queue starts immediately, instead of at their next poll. */
type TriggeredQueue = 'outbox' | 'schedule_runs' | 'bulk_rows' | 'campaigns'

interface BackgroundWork {
  /** Runs a task in the background; shutdown waits for it. */
  readonly runInBackground: PaymentDeps['runInBackground']
  readonly trigger: (queue: TriggeredQueue) => void
}

/** A USSD step waits this long for a provider: the network ends a session without a response after about ten seconds. */
const ussdWaitMs = 6_000

/**
 * Creates the dependencies of the modules and connects them: order handlers to the order processor, payments to orders.
 * Payments, orders and operations depend on each other, so each resolves the others when it is called, not when it is
 * created.
 */
export async function createDependencies(
  context: AppContext,
  overrides: ProviderOverrides,
  backgroundWork: BackgroundWork,
) {
  const { config, db, log, settings, limits } = context
  const { runInBackground, trigger } = backgroundWork
  const callMetrics = context.metrics?.providerCalls ?? null
  const senders = createSenders(context)
  const secrets = createSecrets(config.dataKeys)
  const vendors = observeProviders(overrides.vendors ?? vendorsOf(config), callMetrics)
  const orderHandlers = Object.fromEntries(
    Object.values(serviceBackends).map((service) => [
      service.id,
      service.createOrderHandler({ db, settings, branding: config }),
    ]),
  ) as Readonly<Record<Service, OrderHandler>>
  // Transactions lock ledger accounts in name order: bonus, then wallet.
  const rewards = combineRewards([referralBonus(settings, secrets), cashback])
  const restoreDetector = await startRestoreDetector(db)
  const payments: PaymentDeps = {
    db,
    log,
    restoreDetector,
    limits,
    gateways: mapGateways(
      observeProviders(overrides.gateways ?? gatewaysOf(config), callMetrics),
      (gateway) =>
        reportInvalidCredentials(gateway, (name) =>
          runInBackground('alert', () => operations.alertKeyRejected(name)),
        ),
    ),
    paymentEvents: createPaymentEvents(
      { restoreDetector, rewards, paymentRequests: paymentRequestRules, guestEmail: config.guestEmail },
      (order) => orderHandlers[order.service],
    ),
    secrets,
    onDeposit: (gateway, reference) => recordDeposit(deps, gateway, reference),
    scheduleOrder: (order) => orderProcessor.schedule(order),
    runInBackground,
  }
  const deps = {
    db,
    log,
    restoreDetector,
    settings,
    limits,
    rewards,
    paymentRequests: paymentRequestRules,
    availability: createAvailability(db, vendors),
    payments,
    orderHandlers,
    vendors,
    catalogue: createCatalogue({ db, log, vendors, runInBackground }),
    runInBackground,
    triggerOutbox: () => trigger('outbox'),
    appUrl: config.appUrl,
    guestEmail: config.guestEmail,
    brandName: config.brandName,
    assertPaymentPin: (actor: Actor, payment: Parameters<typeof assertPaymentPin>[2]) =>
      assertPaymentPin(db, actor, payment),
    helpUrl: config.helpUrl,
  }
  const checkPin: AssertPin = (actor, pin) => assertPin({ db }, actor, pin)
  const orderProcessor = createOrderProcessor(deps)
  const operations = createOperations({
    ...deps,
    orderProcessor,
    alertTo: config.alertTo,
    assertPin: checkPin,
  })
  const reports = await openReportReader(db, {
    url: config.databaseReplicaUrl,
    pool: config.databasePool,
    maxLagSeconds: config.databaseReplicaLag,
    log,
  })
  return {
    context,
    deps,
    orderProcessor,
    operations,
    senders,
    secrets,
    reports,
    assertPin: checkPin,
    streams: createStreams({ db, log }),
    translations: watchTranslations((version) => translationChangesSince(db, version), log),
    /** From here on the dependencies of one module each; they include the shared `deps`. */
    accounts: {
      ...deps,
      sessionSecret: config.sessionSecret,
      sendsMail: senders.mail !== null,
      secrets,
    },
    campaigns: {
      ...deps,
      mail: senders.campaignMail,
      sms: senders.sms,
      secrets,
      assertPin: checkPin,
      triggerCampaigns: () => trigger('campaigns'),
    },
    management: { ...deps, orderProcessor, reports },
    schedules: { ...deps, assertPin: checkPin },
    ussd: {
      ...deps,
      ussdCode: config.ussdCode,
      sessionSecret: config.sessionSecret,
      prepareOrder,
      maxWaitMs: ussdWaitMs,
    },
    trigger,
  }
}

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>
