import type { Service } from '../shared/constants.ts'
import type { GatewayName } from '../shared/payments.ts'
import { accountRoutes, demoPeople, forgetOldCodes, seedDemoPeople } from './accounts/index.ts'
import { airtimeProduct, airtimeRoutes } from './airtime/index.ts'
import { beneficiaryRoutes } from './beneficiaries/index.ts'
import { cabletvProduct, cabletvRoutes } from './cabletv/index.ts'
import { type Catalogue, createCatalogue } from './catalogue/index.ts'
import { tellManagers } from './commands/manager-command.ts'
import { dataProduct, dataRoutes } from './data/index.ts'
import { keepMoves } from './database/index.ts'
import { educationProduct, educationRoutes } from './education/index.ts'
import { forgetOldKeys, type Webhook } from './http/index.ts'
import { beat, createBackground, type Heartbeat, keepSchedule, type Schedule } from './jobs/index.ts'
import { smtp, termii } from './messaging/index.ts'
import { sendOutbox } from './outbox/index.ts'
import type { Features, Parts } from './parts.ts'
import { paystack } from './payments/gateways/paystack/index.ts'
import {
  type Gateway,
  type PaymentParts,
  paymentMoves,
  receiveWebhook,
  refundMoves,
  sweepPayments,
} from './payments/index.ts'
import { powerProduct, powerRoutes } from './power/index.ts'
import {
  createEngine,
  type Engine,
  forgetUnpaid,
  joinRewards,
  onPaid,
  orderMoves,
  type Product,
  purchaseRoutes,
  sweepOrders,
} from './purchase/index.ts'
import { referralBonus } from './referral/index.ts'
import { openSecrets } from './secrets/index.ts'
import { attemptMoves, type Vendors } from './vending/index.ts'
import { vtpass } from './vending/vendors/vtpass/index.ts'
import { cashback, seedDemoCard, walletRoutes } from './wallet/index.ts'

/** The features, and what tests and commands ask of them. */
export interface Assembled extends Features {
  readonly engine: Engine
  readonly catalogue: Catalogue
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
  })
  const background = createBackground(log)
  const mail = config.smtpUrl ? smtp(config.smtpUrl, config.mailFrom) : null
  const outbox = { db, log, mail, sms: config.termii ? termii(config.termii) : null }
  // Apart from the look for money, which no slow mail server may hold up.
  const wakeOutbox = () =>
    background.run('outbox', async () => {
      while ((await sendOutbox(outbox)) > 0);
    })
  const products: Readonly<Record<Service, Product>> = {
    power: powerProduct(config),
    cabletv: cabletvProduct(db, config),
    airtime: airtimeProduct(config),
    data: dataProduct(db, config),
    education: educationProduct({ db, settings }, config),
  }
  const vendors = instead.vendors ?? { ...(config.vtpass ? { vtpass: vtpass(config.vtpass) } : {}) }
  const catalogue = createCatalogue({ db, log, vendors, background: background.run })

  // In the order of the accounts they touch: bonus, then wallet.
  const rewards = joinRewards([referralBonus(settings), cashback])

  const payments: PaymentParts = {
    db,
    log,
    gateways: instead.gateways ?? { ...(config.paystack ? { paystack: paystack(config.paystack) } : {}) },
    onPaid: onPaid((order) => products[order.service], rewards),
    secrets: openSecrets(config.dataKeys),
    wakeOrder: (orderId) => engine.wake(orderId),
    background: background.run,
  }
  const parts = {
    db,
    log,
    settings,
    limits,
    rewards,
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
  const accounts = { ...parts, secret: config.sessionSecret, sendsMail: mail !== null }

  const sweep = async () => {
    const due = await Promise.all([sweepPayments(payments), sweepOrders(parts, engine.wake)])
    wakeOutbox()
    return due.reduce((sum, count) => sum + count, 0)
  }
  let heartbeat: Heartbeat | undefined
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
      ...beneficiaryRoutes({ db }),
    ],
    commands: { manager: (args) => tellManagers(db, args) },
    webhooks: (Object.keys(payments.gateways) as GatewayName[]).map((party) =>
      gatewayWebhook(payments, party),
    ),
    engine,
    catalogue,
    sweep,
    async start() {
      if (config.mode === 'simulated') {
        await seedDemoPeople(db)
        await seedDemoCard(db, payments.secrets, demoPeople[0]?.email ?? '')
      }
      background.run('catalogue', () => catalogue.refresh(listsSeconds))
      heartbeat = beat(heartbeatMs, sweep, log)
      schedule = await keepSchedule(db, log, [
        { name: 'forget-unpaid', cron: '17 * * * *', run: () => forgetUnpaid(parts) },
        { name: 'refresh-catalogue', cron: '23 */6 * * *', run: () => catalogue.refresh() },
        { name: 'forget-keys', cron: '37 * * * *', run: () => forgetOldKeys(db) },
        { name: 'forget-codes', cron: '47 3 * * *', run: () => forgetOldCodes(db) },
      ])
    },
    async stop() {
      await heartbeat?.stop()
      await schedule?.stop()
      if (!(await background.drain(drainMs))) log.warn('some work was left for the next start')
      mail?.close()
    },
  }
}

/** Acknowledged once its raw body is durable; a forged one is told nothing but no. */
const gatewayWebhook = (payments: PaymentParts, party: GatewayName): Webhook => ({
  party,
  async receive({ raw, headers }) {
    const received = await receiveWebhook(payments, party, raw, headers)
    return { http: received === 'kept' ? 200 : received === 'forged' ? 401 : 400, text: received }
  },
})
