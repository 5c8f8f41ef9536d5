import { type Selectable, sql } from 'kysely'
import { expect } from 'vitest'
import type { Tables } from '../../server/database/index.ts'
import { findViolations, invariants } from '../../server/operations/index.ts'
import { isPaid } from '../../server/payments/index.ts'
import type { TestClient } from './test-client.ts'

type Order = Selectable<Tables['orders']>
type ProviderRecord = Awaited<ReturnType<TestClient['providerRecords']>>['captures'][number]

/** The float cost of a delivery. VTpass grants a commission of 1.5 %, the other vendors report none. */
const costOf = ({ party: provider, amountKobo }: ProviderRecord) =>
  amountKobo - (provider === 'vtpass' ? Math.round((amountKobo * 15) / 1_000) : 0)
const sumKobo = (records: readonly { amountKobo: number }[]) =>
  records.reduce((total, row) => total + row.amountKobo, 0)

/**
 * Compares the ledger with the providers' records, to the kobo, once every order is final: suspense accounts are
 * empty, and each customer paid exactly for what was delivered.
 * @param allowManualRefunds allows refunds that await manual handling: only these are payable
 */
export async function expectLedgerMatchesProviders(
  app: TestClient,
  { allowManualRefunds = false } = {},
): Promise<void> {
  expect(await app.ledgerSum()).toBe(0n)
  const { failed, needs_attention } = allowManualRefunds
    ? await manualRefundsKobo(app)
    : { failed: 0n, needs_attention: 0n }
  const [recorded, balances] = await Promise.all([app.providerRecords(), app.accountBalances()])
  const naira = (records: typeof recorded.captures) => records.filter((entry) => entry.currency === 'NGN')
  const balanceOf = (account: string) => balances.get(account) ?? 0n
  // Sum over all gateways.
  const gateways = [...balances].reduce(
    (kobo, [name, entry]) => (name.startsWith('gateway:') ? kobo + entry : kobo),
    0n,
  )
  expect([...balances.keys()].filter((account) => account.startsWith('order:'))).toEqual([])
  expect({ unapplied: balanceOf('unapplied'), refundPayable: balanceOf('refund_payable') }).toEqual({
    unapplied: 0n,
    refundPayable: -failed - needs_attention,
  })
  expect(gateways + balanceOf('gateway_fee')).toBe(
    // The gateway counts a refund that needs attention as made, but it was not paid out.
    BigInt(sumKobo(naira(recorded.captures)) - sumKobo(naira(recorded.refunds))) + needs_attention,
  )
  const costByVendor = new Map<string, number>()
  for (const entry of recorded.deliveries)
    costByVendor.set(entry.party, (costByVendor.get(entry.party) ?? 0) + costOf(entry))
  const opened = await openingBalances(app)
  const floats = [...balances]
    .filter(([account]) => account.startsWith('vendor_float:'))
    .map(([account, kobo]) => [account, kobo - (opened.get(account) ?? 0n)] as const)
    .filter(([, spent]) => spent !== 0n)
  expect(Object.fromEntries(floats)).toEqual(
    Object.fromEntries([...costByVendor].map(([party, kobo]) => [`vendor_float:${party}`, BigInt(-kobo)])),
  )
}

/** Opening balances of vendor floats, kobo by account; empty unless the application started its own jobs. */
async function openingBalances(app: Pick<TestClient, 'db'>): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ account: string; kobo: string }>`
    select account, sum(amount_kobo)::text as kobo
    from ledger_postings join ledger_entries on ledger_entries.id = entry_id
    where event like 'float:%:opened' and account like 'vendor_float:%' group by account`.execute(app.db.q)
  return new Map(rows.map(({ account, kobo }) => [account, BigInt(kobo)]))
}

/** Expects every permanent invariant to hold, also after a crash. */
export async function expectInvariantsHold(app: Pick<TestClient, 'db'>, context = ''): Promise<void> {
  const permanentInvariants = invariants.filter(({ holds }) => holds === 'always')
  expect(
    await findViolations(
      app.db,
      permanentInvariants.map((rule) => ({ rule, scope: 'all' })),
    ),
    context,
  ).toEqual([])
}

/**
 * Kobo payable by refunds that await manual handling, by state. A failed refund is not payable any more once it was
 * retried or paid into a wallet.
 */
async function manualRefundsKobo(app: TestClient): Promise<{ failed: bigint; needs_attention: bigint }> {
  const { rows } = await sql<{ state: string; kobo: string }>`
    select state, sum(amount_kobo)::text as kobo from refunds
    where state in ('failed', 'needs_attention') and currency = 'NGN'
      and not exists (select from refunds as later where later.retry_of_refund_id = refunds.id)
      and not exists (select from ledger_entries where event = 'refund:' || refunds.id || ':paid_by_hand')
    group by state`.execute(app.db.q)
  const koboOf = (state: string) => BigInt(rows.find((row) => row.state === state)?.kobo ?? 0)
  return { failed: koboOf('failed'), needs_attention: koboOf('needs_attention') }
}

/** Collects the stored rows and the provider records of one order. */
export async function collectOrderRecords(app: TestClient, reference: string) {
  const order = await app.orderRow(reference)
  const attempts = await app.db.q
    .selectFrom('attempts')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute()
  const payments = await app.db.q
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute()
  const refunds = await app.db.q.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
  const recorded = await app.providerRecords()
  const ids = new Set(attempts.map((row) => row.request_id))
  return {
    order,
    attempts,
    payments,
    refunds,
    paid: payments.filter((row) => isPaid(row.state)),
    captures: recorded.captures.filter((row) => row.orderReference === reference),
    refunded: recorded.refunds.filter((row) => row.orderReference === reference),
    deliveries: recorded.deliveries.filter((row) => ids.has(row.requestId ?? '')),
  }
}

/** The provider records of an order and the net amount paid from its owner's wallet. */
interface OrderOutcome {
  readonly captures: readonly ProviderRecord[]
  readonly refunded: readonly ProviderRecord[]
  readonly deliveries: readonly ProviderRecord[]
  readonly walletKobo: number
}

/** The inconsistency of a final order, which is delivered and paid once or fully refunded; null when consistent. */
function findInconsistency(
  order: Order,
  { captures, refunded, deliveries, walletKobo }: OrderOutcome,
): object | null {
  const receivedKobo = sumKobo(captures) - sumKobo(refunded) + walletKobo
  const isDelivered = order.state === 'delivered'
  const expectedKobo = isDelivered ? Number(order.total_kobo) : 0
  const [delivery] = deliveries
  const isOrdered =
    !isDelivered ||
    (delivery?.amountKobo === Number(order.amount_kobo) &&
      (order.service !== 'power' || delivery.to === order.beneficiary))
  if (receivedKobo === expectedKobo && deliveries.length === Number(isDelivered) && isOrdered) return null
  return {
    order: order.reference,
    state: order.state,
    keptKobo: receivedKobo,
    oughtKobo: expectedKobo,
    deliveries,
  }
}

/** Net kobo paid from wallets and by managers, by order: for one order or for all. */
async function sumWalletPayments(app: TestClient, orderId: string | null): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; kobo: string }>`
    select order_id as id, sum(amount_kobo)::text as kobo from ledger_postings
    join ledger_entries on ledger_entries.id = entry_id
    where (account ~ '^(wallet|hold):' or account = 'receivable_manager') and event !~ '^order:' and order_id is not null
      and (${orderId}::uuid is null or order_id = ${orderId}::uuid)
    group by order_id`.execute(app.db.q)
  return new Map(rows.map(({ id, kobo }) => [id, Number(kobo)]))
}

/** Expects one final order to be consistent. */
export async function expectOrderConsistent(app: TestClient, reference: string, context = ''): Promise<void> {
  const records = await collectOrderRecords(app, reference)
  const walletKobo = (await sumWalletPayments(app, records.order.id)).get(records.order.id) ?? 0
  expect(findInconsistency(records.order, { ...records, walletKobo }), context).toBeNull()
}

/** Expects every order without an open manual refund to be consistent. @returns the number of orders by state */
export async function expectAllOrdersConsistent(app: TestClient): Promise<Record<string, number>> {
  const [orders, attempts, openRefunds, walletPayments, recorded] = await Promise.all([
    app.db.q.selectFrom('orders').selectAll().execute(),
    app.db.q.selectFrom('attempts').select(['order_id', 'request_id']).execute(),
    app.db.q
      .selectFrom('refunds')
      .select('order_id')
      .where('state', 'in', ['failed', 'needs_attention'])
      .execute(),
    sumWalletPayments(app, null),
    app.providerRecords(),
  ])
  const captures = Map.groupBy(recorded.captures, (row) => row.orderReference)
  const refunded = Map.groupBy(recorded.refunds, (row) => row.orderReference)
  const orderOf = new Map(attempts.map((row) => [row.request_id, row.order_id]))
  const deliveries = Map.groupBy(recorded.deliveries, (row) => orderOf.get(row.requestId ?? ''))
  expect(deliveries.get(undefined) ?? [], 'deliveries of no order').toEqual([])
  const manualOrderIds = new Set(openRefunds.map((row) => row.order_id))
  const inconsistent = orders
    .filter((order) => !manualOrderIds.has(order.id))
    .map((order) =>
      findInconsistency(order, {
        captures: captures.get(order.reference) ?? [],
        refunded: refunded.get(order.reference) ?? [],
        deliveries: deliveries.get(order.id) ?? [],
        walletKobo: walletPayments.get(order.id) ?? 0,
      }),
    )
  expect(inconsistent.filter((row) => row !== null)).toEqual([])
  return Object.fromEntries(
    [...Map.groupBy(orders, (row) => row.state)].map(([state, records]) => [state, records.length]),
  )
}

/** True once an order is delivered or refunded. */
export const isOrderFinal = (app: TestClient, reference: string) => async (): Promise<boolean> => {
  const { state } = await app.orderRow(reference)
  return state === 'delivered' || state === 'refunded'
}
