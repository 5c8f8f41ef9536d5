import { createHash } from 'node:crypto'
import { amountBoundsNaira, paymentForOf } from '../../shared/constants.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { formatMoney, lesserOf } from '../../shared/money.ts'
import { inSeconds } from '../database/index.ts'
import { type Caller, Refused } from '../http/index.ts'
import { notify } from '../notifications/index.ts'
import { type Order, orderById, payFor } from '../purchase/index.ts'
import { quoteOf, type Wish } from '../quotes/index.ts'
import { type AccountRow, creditedKobo, type InflowRow } from './account.ts'
import type { VirtualAccountParts } from './parts.ts'
import { accountById, lockInflow, pinOrder, putOffBuying, saveInflow, servedNow } from './store.ts'

/** Answers that say nothing of the purchase itself: it is tried again. */
const passing = new Set<ErrorCode>(['LOOKUP_UNAVAILABLE', 'TOO_MANY', 'UNAVAILABLE', 'OURS'])
const mostTries = 8
const againSeconds = 30

/**
 * Spends a credited transfer on the number that its account serves: one order for each transfer, kept before
 * it is paid, so whoever dies, it is paid once. What cannot be bought stays in the wallet, and its owner is
 * told why. Source: decisions, "Reserved accounts"
 */
export async function buyWith(parts: VirtualAccountParts, inflow: InflowRow): Promise<void> {
  if (inflow.buying !== 'wanted' || !inflow.virtual_account_id) return
  const account = await accountById(parts.db.q, inflow.virtual_account_id)
  try {
    const order = await orderFor(parts, account, inflow)
    const wish = {
      order_reference: order.reference,
      payment_for: paymentForOf[order.service],
      payment_method: 'WALLET' as const,
      amount: order.total_kobo,
    }
    // Paid before somebody died: whatever became of it since, it was bought.
    if (order.paid_at === null) await payFor(parts, order, wish, callerFor(parts, account, inflow))
    await conclude(parts, inflow, 'bought')
  } catch (error) {
    await setBack(parts, account, inflow, error)
  }
}

/** The order of one transfer: the one that was kept for it, else a new one. @throws Refused */
async function orderFor(parts: VirtualAccountParts, account: AccountRow, inflow: InflowRow): Promise<Order> {
  if (inflow.order_id) return orderById(parts.db.q, inflow.order_id)
  const haveKobo = creditedKobo(inflow)
  const order = await quoteOf(await wishFor(parts, account, haveKobo))(
    parts,
    callerFor(parts, account, inflow),
  )
  if (order.total_kobo > haveKobo) {
    throw new Refused('WALLET_TOO_LOW', {
      says: `${formatMoney(order.total_kobo)} is needed for it.`,
    })
  }
  const pinned = await pinOrder(parts.db.q, inflow.id, order.id)
  return pinned === order.id ? order : orderById(parts.db.q, pinned)
}

async function wishFor(parts: VirtualAccountParts, account: AccountRow, haveKobo: bigint): Promise<Wish> {
  const served = await servedNow(parts.db.q, account)
  if (!served) throw new Refused('NOT_FOUND', { says: 'It is not among your beneficiaries any more.' })
  if (!served.phone) throw new Refused('INVALID', { says: 'A phone number for its news is missing.' })
  const { details } = served
  const wish = { number: account.number, phone: served.phone, type: details.type ?? '' }
  if (account.type === 'cable-tv') {
    return {
      ...wish,
      service: 'cabletv',
      provider: details.network ?? '',
      plan: details.plan ?? '',
      amount: '',
    }
  }
  const chargeKobo = BigInt(await parts.settings.get('power_service_charge_kobo'))
  const most = BigInt(amountBoundsNaira.max) * 100n
  // Whole naira: some vendors sell no less.
  const naira = lesserOf(haveKobo - chargeKobo, most) / 100n
  if (naira < BigInt(amountBoundsNaira.min)) {
    throw new Refused('AMOUNT_TOO_SMALL', {
      says: `At least ${formatMoney(BigInt(amountBoundsNaira.min) * 100n + chargeKobo)} is needed for it.`,
    })
  }
  return { ...wish, service: 'power', provider: details.disco ?? '', plan: '', amount: String(naira) }
}

/** The transfer stands where a browser's session would: asked again, the order is the same one. */
const callerFor = ({ log }: VirtualAccountParts, { user_id }: AccountRow, { id }: InflowRow): Caller => ({
  actor: { userId: user_id, role: 'user', verified: true },
  session: createHash('sha256').update(`inflow ${id}`).digest(),
  client: '',
  key: null,
  request: `inflow-${id}`,
  log,
})

async function setBack(
  parts: VirtualAccountParts,
  account: AccountRow,
  inflow: InflowRow,
  error: unknown,
): Promise<void> {
  const refused = error instanceof Refused && !passing.has(error.code) ? error : null
  if (!(error instanceof Refused))
    parts.log.error({ err: error, inflow: inflow.id }, 'a transfer bought nothing')
  // Nobody can pay for an order that has expired, so another may be made; any other one that is kept stays.
  const isOver = refused?.code === 'ORDER_EXPIRED'
  if ((refused === null || isOver) && inflow.asks < mostTries) {
    await putOffBuying(parts.db.q, inflow.id, {
      ...(isOver && { order_id: null }),
      asks: inflow.asks + 1,
      due_at: inSeconds(againSeconds),
    })
    return
  }
  await conclude(parts, inflow, 'declined', async (tx) => {
    const why = refused?.message ?? 'We could not reach the company.'
    await notify(tx, {
      userId: account.user_id,
      service: 'wallet',
      subject: 'Not bought automatically',
      body: `${formatMoney(creditedKobo(inflow))} for ${account.number} stays in your wallet. ${why}`,
      amountKobo: creditedKobo(inflow),
    })
  })
}

/** Ends it once, whoever is quicker. */
const conclude = (
  parts: VirtualAccountParts,
  { id }: InflowRow,
  buying: 'bought' | 'declined',
  tell?: (tx: Parameters<typeof notify>[0]) => Promise<void>,
): Promise<void> =>
  parts.db.inTransaction(async (tx) => {
    const row = await lockInflow(tx, id)
    if (row.buying !== 'wanted') return
    await saveInflow(tx, id, { buying, due_at: null })
    await tell?.(tx)
  })
