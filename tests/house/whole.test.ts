import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionRoutes } from '../../server/actions/index.ts'
import type { Moves } from '../../server/database/index.ts'
import { paymentMoves, refundMoves } from '../../server/payments/index.ts'
import { orderMoves } from '../../server/purchase/index.ts'
import { statusOf } from '../../server/purchase/view.ts'
import { attemptMoves } from '../../server/vending/index.ts'
import { inflowMoves, virtualAccountMoves } from '../../server/virtual-accounts/index.ts'
import * as accounts from '../../shared/accounts.ts'
import * as actions from '../../shared/actions.ts'
import * as airtime from '../../shared/airtime.ts'
import * as banks from '../../shared/banks.ts'
import * as beneficiaries from '../../shared/beneficiaries.ts'
import * as bulk from '../../shared/bulk.ts'
import * as cabletv from '../../shared/cabletv.ts'
import * as cards from '../../shared/cards.ts'
import type { Call } from '../../shared/contract.ts'
import * as data from '../../shared/data.ts'
import * as education from '../../shared/education.ts'
import { errors } from '../../shared/errors.ts'
import * as history from '../../shared/history.ts'
import * as managementApprovals from '../../shared/management/approvals.ts'
import * as managementConfigs from '../../shared/management/configs.ts'
import * as managementMessages from '../../shared/management/messages.ts'
import * as managementOrders from '../../shared/management/orders.ts'
import * as managementOverview from '../../shared/management/overview.ts'
import * as managementPurchases from '../../shared/management/purchases.ts'
import * as managementRecords from '../../shared/management/records.ts'
import * as managementUsers from '../../shared/management/users.ts'
import * as notifications from '../../shared/notifications.ts'
import * as operations from '../../shared/operations.ts'
import * as orders from '../../shared/orders.ts'
import { orderStates } from '../../shared/orders.ts'
import * as payments from '../../shared/payments.ts'
import * as power from '../../shared/power.ts'
import * as referral from '../../shared/referral.ts'
import * as security from '../../shared/security.ts'
import * as tickets from '../../shared/tickets.ts'
import * as virtualAccounts from '../../shared/virtual-accounts.ts'
import * as wallet from '../../shared/wallet.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true })
})
afterAll(() => shop.close())

const isCall = (it: unknown): it is Call =>
  typeof it === 'object' && it !== null && 'path' in it && 'audience' in it && 'method' in it

const contracts = [
  accounts,
  actions,
  airtime,
  banks,
  beneficiaries,
  bulk,
  cabletv,
  cards,
  data,
  education,
  history,
  managementApprovals,
  managementConfigs,
  managementMessages,
  managementOrders,
  managementOverview,
  managementPurchases,
  managementRecords,
  managementUsers,
  notifications,
  operations,
  orders,
  payments,
  power,
  referral,
  security,
  tickets,
  virtualAccounts,
  wallet,
]
const calls = contracts.flatMap((file) => Object.values(file).filter(isCall))

test('every error code has a status that fits and a sentence for people', () => {
  for (const [code, { status, says }] of Object.entries(errors)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(status, code).toBeLessThan(600)
    expect(says.length, code).toBeGreaterThan(10)
    expect(says, code).toMatch(/^[A-Z]/)
    expect(says, code).not.toMatch(/undefined|null|error code|exception|[A-Z]{3,}_/)
  }
})

test('every contract has its route, and every route its contract', () => {
  const routed = [...shop.features.routes, ...actionRoutes(shop.parts)].map(({ call }) => call)
  expect(routed.map((it) => it.name).sort()).toEqual(calls.map((it) => it.name).sort())
  for (const call of routed) expect(calls, call.name).toContain(call)
})

test('every error that a contract names is one of the map', () => {
  for (const call of calls) {
    for (const code of call.errors) expect(Object.keys(errors), call.name).toContain(code)
  }
})

test('the moves that the database holds are those of the code', async () => {
  const machines: Record<string, Moves> = {
    order: orderMoves,
    payment: paymentMoves,
    attempt: attemptMoves,
    refund: refundMoves,
    virtual_account: virtualAccountMoves,
    inflow: inflowMoves,
  }
  const ours = Object.entries(machines).flatMap(([machine, moves]) =>
    Object.entries(moves).flatMap(([from, to]) => to.map((it) => `${machine}: ${from} → ${it}`)),
  )
  const rows = await shop.db.q.selectFrom('state_moves').selectAll().execute()
  expect(rows.map((it) => `${it.machine}: ${it.from_state} → ${it.to_state}`).sort()).toEqual(ours.sort())
  expect(Object.keys(orderMoves).sort()).toEqual([...orderStates].sort())
})

test.each([
  ['orders', 'quoted', 'delivered'],
  ['orders', 'quoted', 'paid'],
] as const)('the database itself refuses %s to move from %s to %s', async (_, __, state) => {
  const { data } = await shop.guest().looksUp({ meter_number: '11000000123' })
  await expect(
    shop.db.q.updateTable('orders').set({ state }).where('reference', '=', data.order_reference).execute(),
  ).rejects.toThrow('may not move')
})

test('every state that a table can end in is told to people in a sentence about the money', async () => {
  const { data } = await shop.guest().looksUp({ meter_number: '11000000124' })
  const row = await shop.orderRow(data.order_reference)
  for (const state of orderStates) {
    const { money, page } = statusOf({ ...row, state }, [], [])
    expect(money.says, state).toMatch(/\.$/)
    expect(['details', 'process', 'success'], state).toContain(page)
  }
})
