import { isAtGateway, isDisputed, isPaid, type Payment, settle, type TopUp } from '../../payments/index.ts'
import type { OperationsParts } from '../parts.ts'
import type { Compared } from './due.ts'

type Truth = Awaited<ReturnType<NonNullable<OperationsParts['payments']['gateways']['paystack']>['verify']>>

/** States in which a payment is over here. */
export const endedPayments = [
  'succeeded',
  'succeeded_late',
  'mismatch',
  'reversed',
  'failed',
  'expired',
] as const
/** Of these, what a bank may still take back. */
export const paidStates = ['succeeded', 'succeeded_late'] as const

/** Asks the gateway about one payment that is over here. Money that we did not know of is booked as ever. */
export async function comparePayment(parts: OperationsParts, id: string): Promise<Compared> {
  const payment = await paymentOf(parts, id)
  const gateway = isAtGateway(payment.gateway) ? parts.payments.gateways[payment.gateway] : undefined
  // Our own wallets have nobody else to ask.
  if (!isAtGateway(payment.gateway)) return { is: 'agreed' }
  if (!gateway) return { is: 'later' }
  const truth = await gateway.verify(payment.reference)
  // A payment of which we gave back some or all is called reversed by some.
  if (truth.is === 'reversed' && (await isBack(parts, payment))) return { is: 'agreed' }
  const found = judge(payment, truth)
  if (found.is !== 'disagreed' || (truth.is !== 'succeeded' && truth.is !== 'reversed')) return found
  await settle(parts.payments, payment)
  return judge(await paymentOf(parts, id), truth)
}

const paymentOf = (parts: OperationsParts, id: string): Promise<Payment | TopUp> =>
  parts.db.q
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .$castTo<Payment | TopUp>()
    .executeTakeFirstOrThrow()

/** What goes back by our own hand is compared refund by refund; what a bank took in part was told apart. */
async function isBack(parts: OperationsParts, payment: Payment | TopUp): Promise<boolean> {
  const refund = await parts.db.q
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('state', '!=', 'failed')
    .executeTakeFirst()
  return refund !== undefined || isDisputed(parts.db.q, payment.id)
}

function judge(payment: Payment | TopUp, truth: Truth): Compared {
  const holds = isPaid(payment.state) || payment.state === 'mismatch'
  const ourKobo = holds ? (payment.paid_kobo ?? 0n) : 0n
  const disagreed = (theirKobo: bigint, note: string): Compared => ({
    is: 'disagreed',
    ourKobo,
    theirKobo,
    note,
  })
  const where = `Payment ${payment.reference} at ${payment.gateway}`
  switch (truth.is) {
    case 'succeeded':
      if (truth.reference !== payment.reference) return { is: 'later' }
      if (truth.currency !== (payment.paid_currency ?? payment.currency))
        return disagreed(truth.paidKobo, `${where}: they say ${truth.currency}.`)
      if (truth.paidKobo === ourKobo) return { is: 'agreed' }
      // What was charged back here is still a success to a gateway that lists charge-backs apart.
      if (payment.state === 'reversed') return { is: 'agreed' }
      return disagreed(truth.paidKobo, `${where}: they hold another sum.`)
    case 'reversed':
      return holds ? disagreed(0n, `${where}: they say that it was taken back.`) : { is: 'agreed' }
    case 'failed':
    case 'not_found':
      return holds ? disagreed(0n, `${where}: they say ${truth.is}.`) : { is: 'agreed' }
    case 'pending':
      // A checkout that was left is so for ever; whatever else is pending, and a lost answer, is asked about again.
      return !holds && truth.because === 'abandoned' ? { is: 'agreed' } : { is: 'later' }
  }
}
