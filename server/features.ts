import type { Service } from '../shared/constants.ts'
import type { GatewayName } from '../shared/payments.ts'
import { accountRoutes, assertPin, demoPeople, securityRoutes, seedDemoPeople } from './accounts/index.ts'
import { type BankSources, bankRoutes } from './actions/index.ts'
import { airtimeProduct, airtimeRoutes } from './airtime/index.ts'
import { approvalRoutes } from './approvals/index.ts'
import { beneficiaryRoutes } from './beneficiaries/index.ts'
import { bulkRoutes, createBulkWork } from './bulk/index.ts'
import { cabletvProduct, cabletvRoutes } from './cabletv/index.ts'
import { campaignRoutes, createCampaignWork, lettersSideBySide } from './campaigns/index.ts'
import { type Catalogue, createCatalogue } from './catalogue/index.ts'
import { booksCommand } from './commands/books-command.ts'
import { tellManagers } from './commands/manager-command.ts'
import { dataProduct, dataRoutes } from './data/index.ts'
import { keepMoves } from './database/index.ts'
import { educationProduct, educationRoutes } from './education/index.ts'
import { historyRoutes } from './history/index.ts'
import type { Webhook } from './http/index.ts'
import { beat, createBackground, type Heartbeat, keepSchedule, type Schedule } from './jobs/index.ts'
import { managementRoutes, moneyRoutes, recordRoutes, topUpAgreed } from './management/index.ts'
import { smtp } from './messaging/index.ts'
import { createStreams, notificationRoutes } from './notifications/index.ts'
import {
  createOperations,
  type Operations,
  type OperationsParts,
  sellingNow,
  stops,
} from './operations/index.ts'
import { outboxSender } from './outbox/index.ts'
import type { Features, Parts } from './parts.ts'
import {
  type Gateway,
  type PaymentParts,
  paymentMoves,
  receiveWebhook,
  refundMoves,
  sweepPayments,
} from './payments/index.ts'
import { powerProduct, powerRoutes } from './power/index.ts'
import { gatewaysOf, smsOf, vendorsOf } from './providers.ts'
import {
  createEngine,
  type Engine,
  joinRewards,
  onPaid,
  orderMoves,
  type Product,
  purchaseRoutes,
  sweepOrders,
} from './purchase/index.ts'
import { referralBonus, referralRoutes } from './referral/index.ts'
import { openSecrets } from './secrets/index.ts'
import { ticketRoutes } from './tickets/index.ts'
import {
  attemptMoves,
  receiveVendorWebhook,
  type Vendor,
  type Vendors,
  type VendorWebhookParts,
} from './vending/index.ts'
import {
  hearOfInflow,
  inflowMoves,
  sweepVirtualAccounts,
  virtualAccountMoves,
  virtualAccountRoutes,
} from './virtual-accounts/index.ts'
import { cashback, seedDemoCard, walletRoutes } from './wallet/index.ts'

/** The features, and what tests and commands ask of them. */
export interface Assembled extends Features {
  readonly engine: Engine
  readonly catalogue: Catalogue
  readonly operations: Operations
  /** Looks once for everything that is due. @returns how much was */
  sweep(): Promise<number>
}

/** Counterparties that stand in for the configured ones: the tests' way to crash or slow a call. */
export interface Counterparties {
  gateways?: Partial<Record<GatewayName, Gateway>>
  vendors?: Vendors
}

/** Price lists are asked for every six hours; a start asks for those that are older. */
const listsSeconds = 6 * 60 * 60
const heartbeatMs = 2_000
/** What a process that died left of messages to many is looked for this often. */
const campaignsMs = 10_000
/** Work in flight gets this long at a stop. */
const drainMs = 15_000

/** Joins the rooms: which product plugs into the engine, what a payment does to an order, who is asked for what. */
export async function assemble(house: Parts, instead: Counterparties = {}): Promise<Assembled> {
  const { config, db, log, settings, limits } = house
  await keepMoves(db, {
    order: orderMoves,
    payment: paymentMoves,
    attempt: attemptMoves,
    refund: refundMoves,
    virtual_account: virtualAccountMoves,
    inflow: inflowMoves,
  })
  const background = createBackground(log)
  const mail = config.smtpUrl ? smtp(config.smtpUrl, config.mailFrom) : null
  const sms = smsOf(config, settings)
  const sendNews = outboxSender({ db, log, mail, sms })
  // Connections of their own: a token never waits behind a greeting.
  const letters = config.smtpUrl
    ? smtp(config.smtpUrl, config.mailFrom, { connections: lettersSideBySide })
    : null
  const campaigns = createCampaignWork({ db, log, mail: letters, sms, brandName: config.brandName })
  // Apart from the look for money, which no slow mail server may hold up.
  const wakeOutbox = () => background.run('outbox', sendNews)
  const products: Readonly<Record<Service, Product>> = {
    power: powerProduct(config),
    cabletv: cabletvProduct(db, config),
    airtime: airtimeProduct(config),
    data: dataProduct(db, config),
    education: educationProduct({ db, settings }, config),
  }
  const vendors = instead.vendors ?? vendorsOf(config)
  const selling = sellingNow(db, vendors)
  const catalogue = createCatalogue({ db, log, vendors, background: background.run })

  // In the order of the accounts they touch: bonus, then wallet.
  const rewards = joinRewards([referralBonus(settings), cashback])

  const payments: PaymentParts = {
    db,
    log,
    gateways: instead.gateways ?? gatewaysOf(config),
    onPaid: onPaid((order) => products[order.service], rewards),
    secrets: openSecrets(config.dataKeys),
    onInflow: (gateway, reference) => hearOfInflow(parts, gateway, reference),
    wakeOrder: (orderId) => engine.wake(orderId),
    background: background.run,
  }
  const parts = {
    db,
    log,
    settings,
    limits,
    rewards,
    selling,
    payments,
    products,
    vendors,
    catalogue,
    background: background.run,
    wakeOutbox,
    appUrl: config.appUrl,
    guestEmail: config.guestEmail,
    brandName: config.brandName,
  }
  const engine = createEngine(parts)
  const bulk = createBulkWork(parts, engine)
  const streams = createStreams({ db, log })
  const asksPin: OperationsParts['assertPin'] = (actor, pin) => assertPin({ db }, actor, pin)
  const operations = createOperations({ ...parts, engine, alertTo: config.alertTo, assertPin: asksPin })
  const accounts = { ...parts, secret: config.sessionSecret, sendsMail: mail !== null }

  const management = { ...parts, engine, helpUrl: config.helpUrl }
  const wakeCampaigns = () => background.run('campaigns', campaigns.send)

  const sweepMoney = async () => {
    const due = await Promise.all([
      sweepPayments(payments),
      sweepOrders(parts, engine.wake),
      bulk.sweep(),
      sweepVirtualAccounts(parts),
    ])
    wakeOutbox()
    return due.reduce((sum, count) => sum + count, 0)
  }
  const hearts: Heartbeat[] = []
  let schedule: Schedule | undefined
  return {
    routes: [
      ...purchaseRoutes(engine, limits),
      ...powerRoutes(parts, engine),
      ...cabletvRoutes(parts, engine),
      ...airtimeRoutes(parts, engine),
      ...dataRoutes(parts, engine),
      ...educationRoutes(parts, engine),
      ...walletRoutes(parts),
      ...accountRoutes(accounts),
      ...securityRoutes(accounts),
      ...beneficiaryRoutes({ db }),
      ...bankRoutes({ log, settings, sources: bankSources(payments.gateways) }),
      ...virtualAccountRoutes(parts),
      ...notificationRoutes({ db, streams }),
      ...historyRoutes(parts),
      ...ticketRoutes(parts),
      ...referralRoutes(parts),
      ...bulkRoutes(parts, bulk),
      ...operations.routes,
      ...managementRoutes(management),
      ...moneyRoutes(management),
      ...approvalRoutes({
        db,
        assertPin: asksPin,
        happens: {
          wallet_topup: topUpAgreed(management),
          refund: operations.refundAgreed,
          set_apart: operations.giveApartAgreed,
        },
      }),
      ...recordRoutes(management),
      ...campaignRoutes({ db, wakeCampaigns }),
    ],
    commands: {
      manager: (args) => tellManagers(db, args),
      books: (args) => booksCommand({ db, vendors }, args),
    },
    webhooks: [
      ...(Object.keys(payments.gateways) as GatewayName[]).map((party) => gatewayWebhook(payments, party)),
      ...Object.values(vendors).flatMap((vendor) =>
        vendorWebhook({ db, wake: engine.wake, doubt: operations.doubt }, vendor),
      ),
    ],
    engine,
    catalogue,
    operations,
    sweep: async () => (await sweepMoney()) + (await operations.watch()),
    stopped: () => stops(selling),
    async start() {
      if (config.mode === 'simulated') {
        await seedDemoPeople(db)
        await seedDemoCard(db, payments.secrets, demoPeople[0]?.email ?? '')
      }
      background.run('catalogue', () => catalogue.refresh({ olderThanSeconds: listsSeconds }))
      hearts.push(
        beat(heartbeatMs, sweepMoney, log),
        beat(heartbeatMs, operations.watch, log),
        beat(campaignsMs, campaigns.send, log),
      )
      const refresh = { name: 'refresh-catalogue', cron: '23 */6 * * *', run: () => catalogue.refresh() }
      schedule = await keepSchedule(db, log, [refresh, ...operations.jobs], { failed: operations.workFailed })
    },
    hush: () => streams.close(),
    async stop() {
      bulk.stop()
      campaigns.stop()
      await streams.close()
      await Promise.all(hearts.map((heart) => heart.stop()))
      await schedule?.stop()
      if (!(await background.drain(drainMs))) log.warn('some work was left for the next start')
      mail?.close()
      letters?.close()
    },
  }
}

/** Gateways that tell of banks. */
const bankSources = (gateways: Partial<Record<GatewayName, Gateway>>): BankSources =>
  Object.fromEntries(Object.values(gateways).map(({ name, banking }) => [name, banking]))

/** Acknowledged once its raw body is durable; a forged one is told nothing but no. */
const gatewayWebhook = (payments: PaymentParts, party: GatewayName): Webhook => ({
  party,
  async receive({ raw, headers }) {
    const received = await receiveWebhook(payments, party, raw, headers)
    return { http: received === 'kept' ? 200 : received === 'forged' ? 401 : 400, text: received }
  },
})

/** A vendor's messages are always thanked for: what becomes of one tells a stranger nothing. */
const vendorWebhook = (parts: VendorWebhookParts, vendor: Vendor): Webhook[] => {
  const { webhook } = vendor
  if (!webhook) return []
  const receive: Webhook['receive'] = async ({ raw }) => {
    await receiveVendorWebhook(parts, vendor, raw)
    return { http: 200, text: webhook.thanks, type: 'json' }
  }
  return [{ party: vendor.name, receive }]
}
