import { type Selectable, sql } from 'kysely'
import { expect } from 'vitest'
import type { Tables } from '../../server/database/index.ts'
import { brokenRules, rules } from '../../server/operations/index.ts'
import { isPaid } from '../../server/payments/index.ts'
import type { Till } from './till.ts'

type Order = Selectable<Tables['orders']>
type Fact = Awaited<ReturnType<Till['truth']>>['captures'][number]

/** What a delivery takes from our float. VTpass leaves us 1.5 % of it, the others nothing that they tell of. */
const costOf = ({ party, amountKobo }: Fact) =>
  amountKobo - (party === 'vtpass' ? Math.round((amountKobo * 15) / 1_000) : 0)
const sum = (them: readonly { amountKobo: number }[]) => them.reduce((total, it) => total + it.amountKobo, 0)

/**
 * Compares the books with what really happened at the counterparties, to the kobo, once every order has
 * ended: nothing hangs in suspense, each customer paid for what was delivered and for nothing else.
 * @param withPeople refunds that stay in the hands of a person are allowed: they are owed, and nothing else is
 */
export async function expectBooksTrue(shop: Till, { withPeople = false } = {}): Promise<void> {
  expect(await shop.ledgerSum()).toBe(0n)
  const { failed, needs_attention } = withPeople
    ? await heldByPeople(shop)
    : { failed: 0n, needs_attention: 0n }
  const [truth, books] = await Promise.all([shop.truth(), shop.books()])
  const naira = (them: typeof truth.captures) => them.filter((it) => it.currency === 'NGN')
  const at = (account: string) => books.get(account) ?? 0n
  // Whichever gateway collected it.
  const gateways = [...books].reduce(
    (kobo, [name, it]) => (name.startsWith('gateway:') ? kobo + it : kobo),
    0n,
  )
  expect([...books.keys()].filter((account) => account.startsWith('order:'))).toEqual([])
  expect({ unapplied: at('unapplied'), refundPayable: at('refund_payable') }).toEqual({
    unapplied: 0n,
    refundPayable: -failed - needs_attention,
  })
  expect(gateways + at('gateway_fee')).toBe(
    // A refund that needs attention has left the gateway's own count, and reached nobody.
    BigInt(sum(naira(truth.captures)) - sum(naira(truth.refunds))) + needs_attention,
  )
  const costs = new Map<string, number>()
  for (const it of truth.deliveries) costs.set(it.party, (costs.get(it.party) ?? 0) + costOf(it))
  const floats = [...books].filter(([account]) => account.startsWith('vendor_float:'))
  expect(Object.fromEntries(floats)).toEqual(
    Object.fromEntries([...costs].map(([party, kobo]) => [`vendor_float:${party}`, BigInt(-kobo)])),
  )
}

/** The rules that hold at every commit do hold now, whatever has just died. */
export async function expectLawful(shop: Pick<Till, 'db'>, where = ''): Promise<void> {
  const always = rules.filter(({ holds }) => holds === 'always')
  expect(
    await brokenRules(
      shop.db,
      always.map((rule) => ({ rule, scope: 'all' })),
    ),
    where,
  ).toEqual([])
}

/**
 * What is owed by refunds that wait for a person, kobo by their state. One that failed is owed no more once it
 * was asked for again, or paid into a wallet instead.
 */
async function heldByPeople(shop: Till): Promise<{ failed: bigint; needs_attention: bigint }> {
  const { rows } = await sql<{ state: string; kobo: string }>`
    select state, sum(amount_kobo)::text as kobo from refunds
    where state in ('failed', 'needs_attention') and currency = 'NGN'
      and not exists (select from refunds as later where later.again_of = refunds.id)
      and not exists (select from ledger_entries where event = 'refund:' || refunds.id || ':paid_by_hand')
    group by state`.execute(shop.db.q)
  const of = (state: string) => BigInt(rows.find((it) => it.state === state)?.kobo ?? 0)
  return { failed: of('failed'), needs_attention: of('needs_attention') }
}

/** What really happened for one order. */
export async function factsOf(shop: Till, reference: string) {
  const order = await shop.orderRow(reference)
  const attempts = await shop.db.q
    .selectFrom('attempts')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute()
  const payments = await shop.db.q
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute()
  const refunds = await shop.db.q.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
  const truth = await shop.truth()
  const ids = new Set(attempts.map((it) => it.request_id))
  return {
    order,
    attempts,
    payments,
    refunds,
    paid: payments.filter((it) => isPaid(it.state)),
    captures: truth.captures.filter((it) => it.orderReference === reference),
    refunded: truth.refunds.filter((it) => it.orderReference === reference),
    deliveries: truth.deliveries.filter((it) => ids.has(it.requestId ?? '')),
  }
}

/** What happened for an order outside, and what its owner's wallet gave for it and did not get back. */
interface Outside {
  readonly captures: readonly Fact[]
  readonly refunded: readonly Fact[]
  readonly deliveries: readonly Fact[]
  readonly walletKobo: number
}

/** What is wrong with the end of an order: delivered once and paid once, or nothing delivered and all of it back. */
function unfairnessOf(order: Order, { captures, refunded, deliveries, walletKobo }: Outside): object | null {
  const keptKobo = sum(captures) - sum(refunded) + walletKobo
  const isDelivered = order.state === 'delivered'
  const oughtKobo = isDelivered ? Number(order.total_kobo) : 0
  const [delivery] = deliveries
  const isOrdered =
    !isDelivered ||
    (delivery?.amountKobo === Number(order.amount_kobo) &&
      (order.service !== 'power' || delivery.to === order.beneficiary))
  if (keptKobo === oughtKobo && deliveries.length === Number(isDelivered) && isOrdered) return null
  return { order: order.reference, state: order.state, keptKobo, oughtKobo, deliveries }
}

/** What wallets, and we ourselves, gave for orders and did not get back, kobo by order: for one, or for all. */
async function walletsGave(shop: Till, orderId: string | null): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; kobo: string }>`
    select order_id as id, sum(amount_kobo)::text as kobo from ledger_postings
    join ledger_entries on ledger_entries.id = entry_id
    where (account ~ '^(wallet|hold):' or account = 'receivable_manager') and event !~ '^order:' and order_id is not null
      and (${orderId}::uuid is null or order_id = ${orderId}::uuid)
    group by order_id`.execute(shop.db.q)
  return new Map(rows.map(({ id, kobo }) => [id, Number(kobo)]))
}

/** One order ended as it must. */
export async function expectFair(shop: Till, reference: string, where = ''): Promise<void> {
  const facts = await factsOf(shop, reference)
  const walletKobo = (await walletsGave(shop, facts.order.id)).get(facts.order.id) ?? 0
  expect(unfairnessOf(facts.order, { ...facts, walletKobo }), where).toBeNull()
}

/** Every order ended as it must, but those whose refund is in the hands of a person. @returns how many in each state */
export async function expectAllFair(shop: Till): Promise<Record<string, number>> {
  const [orders, attempts, stuck, gave, truth] = await Promise.all([
    shop.db.q.selectFrom('orders').selectAll().execute(),
    shop.db.q.selectFrom('attempts').select(['order_id', 'request_id']).execute(),
    shop.db.q
      .selectFrom('refunds')
      .select('order_id')
      .where('state', 'in', ['failed', 'needs_attention'])
      .execute(),
    walletsGave(shop, null),
    shop.truth(),
  ])
  const captures = Map.groupBy(truth.captures, (it) => it.orderReference)
  const refunded = Map.groupBy(truth.refunds, (it) => it.orderReference)
  const orderOf = new Map(attempts.map((it) => [it.request_id, it.order_id]))
  const deliveries = Map.groupBy(truth.deliveries, (it) => orderOf.get(it.requestId ?? ''))
  expect(deliveries.get(undefined) ?? [], 'deliveries of no order').toEqual([])
  const withPeople = new Set(stuck.map((it) => it.order_id))
  const unfair = orders
    .filter((order) => !withPeople.has(order.id))
    .map((order) =>
      unfairnessOf(order, {
        captures: captures.get(order.reference) ?? [],
        refunded: refunded.get(order.reference) ?? [],
        deliveries: deliveries.get(order.id) ?? [],
        walletKobo: gave.get(order.id) ?? 0,
      }),
    )
  expect(unfair.filter((it) => it !== null)).toEqual([])
  return Object.fromEntries(
    [...Map.groupBy(orders, (it) => it.state)].map(([state, them]) => [state, them.length]),
  )
}

/** True once an order needs nothing more from anybody. */
export const isOver = (shop: Till, reference: string) => async (): Promise<boolean> => {
  const { state } = await shop.orderRow(reference)
  return state === 'delivered' || state === 'refunded'
}
