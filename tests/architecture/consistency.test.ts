import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionRoutes } from '../../server/actions/index.ts'
import { legalTransitions } from '../../server/composition/state-machines.ts'
import type { Transitions } from '../../server/database/index.ts'
import { orderMachine } from '../../server/purchase/index.ts'
import { orderStatusOf } from '../../server/purchase/order-status.ts'
import * as accountClosing from '../../shared/account-closing.ts'
import * as accountData from '../../shared/account-data.ts'
import * as accounts from '../../shared/accounts.ts'
import * as actions from '../../shared/actions.ts'
import * as airtime from '../../shared/airtime.ts'
import * as banks from '../../shared/banks.ts'
import * as beneficiaries from '../../shared/beneficiaries.ts'
import * as bulk from '../../shared/bulk.ts'
import * as cabletv from '../../shared/cabletv.ts'
import * as cards from '../../shared/cards.ts'
import type { Endpoint } from '../../shared/contract.ts'
import * as data from '../../shared/data.ts'
import * as education from '../../shared/education.ts'
import * as emailSubscriptions from '../../shared/email-subscription.ts'
import { errors } from '../../shared/errors.ts'
import * as forecasts from '../../shared/forecasts.ts'
import * as history from '../../shared/history.ts'
import * as managementApprovals from '../../shared/management/approvals.ts'
import * as managementCampaigns from '../../shared/management/campaigns.ts'
import * as managementConfigs from '../../shared/management/configs.ts'
import * as managementMessages from '../../shared/management/messages.ts'
import * as managementMoney from '../../shared/management/money.ts'
import * as managementOrderActions from '../../shared/management/order-actions.ts'
import * as managementOrders from '../../shared/management/orders.ts'
import * as managementOverview from '../../shared/management/overview.ts'
import * as managedPaymentRequests from '../../shared/management/payment-requests.ts'
import * as managementPurchases from '../../shared/management/purchases.ts'
import * as managementRecords from '../../shared/management/records.ts'
import * as managementSearch from '../../shared/management/search.ts'
import * as managementTopUps from '../../shared/management/top-ups.ts'
import * as managementTransactions from '../../shared/management/transactions.ts'
import * as managementTranslations from '../../shared/management/translations.ts'
import * as managementUserActions from '../../shared/management/user-actions.ts'
import * as managementUserRecords from '../../shared/management/user-records.ts'
import * as managementUsers from '../../shared/management/users.ts'
import * as notifications from '../../shared/notifications.ts'
import * as operations from '../../shared/operations.ts'
import * as orderActions from '../../shared/order-actions.ts'
import * as orderReceipt from '../../shared/order-receipt.ts'
import * as orders from '../../shared/orders.ts'
import { orderStates } from '../../shared/orders.ts'
import * as paymentRequests from '../../shared/payment-requests.ts'
import * as payments from '../../shared/payments.ts'
import * as power from '../../shared/power.ts'
import * as push from '../../shared/push.ts'
import * as referral from '../../shared/referral.ts'
import * as schedules from '../../shared/schedules.ts'
import * as secondFactor from '../../shared/second-factor.ts'
import * as security from '../../shared/security.ts'
import * as tickets from '../../shared/tickets.ts'
import * as translations from '../../shared/translations.ts'
import * as virtualAccounts from '../../shared/virtual-accounts.ts'
import * as wallet from '../../shared/wallet.ts'
import * as walletStatement from '../../shared/wallet-statement.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'audience' in value && 'method' in value

const contracts = [
  accountClosing,
  accountData,
  accounts,
  actions,
  airtime,
  banks,
  beneficiaries,
  bulk,
  forecasts,
  schedules,
  cabletv,
  cards,
  data,
  education,
  history,
  emailSubscriptions,
  managementApprovals,
  managementCampaigns,
  managementConfigs,
  managementMessages,
  managementMoney,
  managementOrderActions,
  managementOrders,
  managementOverview,
  managementPurchases,
  managementRecords,
  managementSearch,
  managementTopUps,
  managementUserActions,
  managementUserRecords,
  managementTransactions,
  managementTranslations,
  managementUsers,
  notifications,
  operations,
  orderActions,
  orderReceipt,
  orders,
  payments,
  power,
  push,
  referral,
  secondFactor,
  security,
  paymentRequests,
  managedPaymentRequests,
  tickets,
  translations,
  virtualAccounts,
  wallet,
  walletStatement,
]
const endpoints = contracts.flatMap((file) => Object.values(file).filter(isEndpoint))

test('every error code has an HTTP error status and a message for users', () => {
  for (const [code, { status, message }] of Object.entries(errors)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(status, code).toBeLessThan(600)
    expect(message.length, code).toBeGreaterThan(10)
    expect(message, code).toMatch(/^[A-Z]/)
    expect(message, code).not.toMatch(/undefined|null|error code|exception|[A-Z]{3,}_/)
  }
})

test('every contract has a route, and every route a contract', () => {
  const routed = [...app.features.routes, ...actionRoutes(app.context)].map(({ endpoint }) => endpoint)
  expect(routed.map((value) => value.name).sort()).toEqual(endpoints.map((value) => value.name).sort())
  for (const endpoint of routed) expect(endpoints, endpoint.name).toContain(endpoint)
})

test('each endpoint has the name of its constant, which starts with a verb', () => {
  const named = contracts.flatMap((file) =>
    Object.entries(file).flatMap(([constant, value]) => (isEndpoint(value) ? [[constant, value.name]] : [])),
  )
  expect(named.filter(([constant, name]) => constant !== name)).toEqual([])
  const verbs =
    /^(?:add|approve|block|buy|cancel|check|close|confirm|continue|count|create|credit|delete|deliver|disable|end|export|find|get|initiate|mark|open|pause|pay|preview|process|purchase|quote|redeem|refresh|refund|register|reject|repeat|reply|report|requery|request|resend|reserve|reset|resolve|restore|resume|return|search|send|set|show|sign|skip|start|stop|stream|subscribe|toggle|top|unblock|unsubscribe|update|verify)(?=[A-Z]|$)/
  expect(named.map(([, name]) => name).filter((name) => !verbs.test(name ?? ''))).toEqual([])
})

test('every error code of a contract exists', () => {
  for (const endpoint of endpoints) {
    for (const code of endpoint.errors ?? []) expect(Object.keys(errors), endpoint.name).toContain(code)
  }
})

test('the state transitions in the database equal those in the code', async () => {
  const machines: Record<string, Transitions> = legalTransitions
  const expected = Object.entries(machines).flatMap(([machine, transitions]) =>
    Object.entries(transitions).flatMap(([from, to]) => to.map((value) => `${machine}: ${from} → ${value}`)),
  )
  const rows = await app.db.q.selectFrom('state_transitions').selectAll().execute()
  expect(rows.map((value) => `${value.entity}: ${value.from_state} → ${value.to_state}`).sort()).toEqual(
    expected.sort(),
  )
  expect(Object.keys(orderMachine.transitions).sort()).toEqual([...orderStates].sort())
})

test.each([
  ['orders', 'quoted', 'delivered'],
  ['orders', 'quoted', 'paid'],
] as const)('the database rejects %s changing from %s to %s', async (_, __, state) => {
  const { data } = await app.createGuest().lookUpMeter({ meter_number: '11000000123' })
  await expect(
    sql`update orders set state = ${state} where reference = ${data.order_reference}`.execute(app.db.q),
  ).rejects.toThrow('may not move')
})

test('every order state has a message about the money', async () => {
  const { data } = await app.createGuest().lookUpMeter({ meter_number: '11000000124' })
  const row = await app.orderRow(data.order_reference)
  for (const state of orderStates) {
    const { money, page } = orderStatusOf({ ...row, state }, [], [])
    expect(money.message, state).toMatch(/\.$/)
    expect(['details', 'process', 'success'], state).toContain(page)
  }
})
