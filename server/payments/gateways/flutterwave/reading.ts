import { z } from 'zod'
import { lesserOf } from '../../../../shared/money.ts'
import type { Reply } from '../../../http/outbound.ts'
import type { Charge, Checkout, PaymentTruth, ReusableCard } from '../../gateway.ts'
import { NairaAmount } from '../answers.ts'
import { Id, saidBy, Text } from './envelope.ts'

/** Where a customer may be sent. */
interface Leads {
  mayLeadTo: (url: URL) => boolean
}

const lost = { is: 'unknown', because: 'unreadable' } as const

const Opened = z.object({ link: z.url() })

/** Reads the answer to `POST /payments`. What they answer to a `tx_ref` in use is not documented. */
export function readCheckout(reply: Reply, { mayLeadTo }: Leads): Checkout {
  const said = saidBy(reply)
  if (said.is === 'nothing') return unopened(said)
  if (said.is === 'no') {
    if (isDuplicate(said.message)) return { is: 'unknown', because: 'duplicate' }
    return { is: 'refused', because: /payment option/i.test(said.message) ? 'method' : 'rejected' }
  }
  const link = Opened.safeParse(said.data).data?.link
  return link && mayLeadTo(new URL(link)) ? { is: 'opened', checkoutUrl: link } : lost
}

/** Nothing exists there after a call that never left, or that a wrong key made. */
function unopened({ because, sent }: { because: string; sent: boolean }) {
  if (because === 'unauthorised') return { is: 'refused', because } as const
  if (!sent) return { is: 'refused', because: 'rejected' } as const
  return { is: 'unknown', because: because === 'timeout' ? 'timeout' : 'unreadable' } as const
}

const isDuplicate = (message: string): boolean => /duplicate|already (?:exists|used|been used)/i.test(message)

const Redirect = z.object({ authorization: z.object({ redirect: z.url() }) })
/** The address of the second step stands beside `data` or, at some, within it. */
const Charged = z.object({ status: z.string(), meta: z.unknown().optional() })

/**
 * Reads the answer to `POST /tokenized-charges`. A charge that waits names where its owner confirms it; how
 * any other ended is left to the verify call. Source: Flutterwave, "Tokenization"; official SDK samples.
 */
export function readCharge(reply: Reply, { mayLeadTo }: Leads): Charge {
  const said = saidBy(reply)
  if (said.is === 'nothing') return unopened(said)
  if (said.is === 'no') {
    if (isDuplicate(said.message)) return { is: 'unknown', because: 'duplicate' }
    return { is: 'refused', because: /token|card/i.test(said.message) ? 'card' : 'rejected' }
  }
  const charged = Charged.safeParse(said.data).data
  if (!charged) return lost
  const step = Redirect.safeParse(said.meta).data ?? Redirect.safeParse(charged.meta).data
  if (charged.status === 'pending' && step) {
    const { redirect } = step.authorization
    return mayLeadTo(new URL(redirect)) ? { is: 'step_up', checkoutUrl: redirect } : lost
  }
  return { is: 'taken' }
}

const Stated = z.object({ status: z.string(), processor_response: Text })
/** Where a fee cannot be read it is not guessed. */
const Fee = NairaAmount.nullish().catch(null)
const Paid = z.object({
  id: Id,
  tx_ref: z.string().min(1),
  amount: NairaAmount,
  charged_amount: NairaAmount.nullish(),
  app_fee: Fee,
  amount_settled: Fee,
  currency: z.string().min(1),
  payment_type: Text,
  created_at: Text,
  card: z.unknown().optional(),
  customer: z.object({ email: z.string() }).nullish().catch(null),
  meta: z.unknown().optional(),
})
export type Paid = z.infer<typeof Paid>

/** A transaction that they call successful, whole; null when it is another, or cannot be read. */
export function readPaid(reply: Reply): Paid | null {
  const said = saidBy(reply)
  const isPaid = said.is === 'yes' && Stated.safeParse(said.data).data?.status === 'successful'
  return (isPaid && Paid.safeParse(said.data).data) || null
}

const over: ReadonlySet<string> = new Set(['failed', 'cancelled'])

/**
 * Reads a verify call. A reference without any transaction answers 400 or 404. `failed` tells of one
 * transaction, and its reference may have others. Source: Flutterwave, "Transaction verification".
 */
export function readPayment(reply: Reply): PaymentTruth {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'pending', because: said.because }
  if (said.is === 'no')
    return said.status === 400 || said.status === 404
      ? { is: 'not_found' }
      : { is: 'pending', because: 'unreadable' }
  const stated = Stated.safeParse(said.data).data
  if (!stated) return { is: 'pending', because: 'unreadable' }
  if (stated.status === 'successful') return readSuccess(said.data)
  if (over.has(stated.status)) return { is: 'failed', because: stated.processor_response || stated.status }
  return { is: 'pending', because: stated.status }
}

function readSuccess(data: unknown): PaymentTruth {
  const paid = Paid.safeParse(data).data
  if (!paid) return { is: 'pending', because: 'unreadable' }
  return {
    is: 'succeeded',
    reference: paid.tx_ref,
    gatewayReference: paid.id,
    paidKobo: paidKoboOf(paid),
    feeKobo: feeKoboOf(paid),
    currency: paid.currency,
    channel: paid.payment_type ?? null,
    paidAt: paid.created_at ?? null,
    card: readCard(paid),
  }
}

/** What left the customer may hold their fee on top of ours; less than was asked is all that came. */
export const paidKoboOf = ({ amount, charged_amount }: Paid): bigint =>
  charged_amount == null ? amount : lesserOf(amount, charged_amount)

/** What does not reach us: their fee and stamp duty. Nothing when the customer bore it. */
export function feeKoboOf(paid: Paid): bigint {
  const paidKobo = paidKoboOf(paid)
  const { amount_settled: settled, charged_amount: charged, app_fee: fee } = paid
  if (settled != null && settled > 0n) return settled < paidKobo ? paidKobo - settled : 0n
  return charged != null && charged > paid.amount ? 0n : (fee ?? 0n)
}

const Card = z.object({
  first_6digits: z.string(),
  last_4digits: z.string(),
  issuer: Text,
  type: Text,
  /** There is no flag: a card with a token may be charged again. */
  token: z.string().min(1),
  expiry: z.string().regex(/^\d{1,2}\/\d{2}$/),
})

/** The token is told by verify alone. It is bound to the e-mail of the first payment, and lives a year. */
function readCard({ card, customer, payment_type }: Paid): ReusableCard | null {
  const kept = payment_type === 'card' ? Card.safeParse(card).data : undefined
  if (!kept || !customer) return null
  return {
    token: kept.token,
    email: customer.email,
    firstDigits: kept.first_6digits,
    lastDigits: kept.last_4digits,
    expiry: kept.expiry.padStart(5, '0'),
    issuer: kept.issuer?.trim() || null,
    type: (kept.type || 'card').trim().toLowerCase(),
    signature: null,
  }
}

const Tries = z.array(z.object({ id: Id, tx_ref: z.string(), status: z.string() }))
const Pages = z.object({ page_info: z.object({ total_pages: z.number() }) })

/** One transaction under a reference of ours. */
export interface Try {
  readonly id: string
  readonly is: 'successful' | 'failed' | 'open'
}

/** Reads one page of the transactions under a reference; null when it could not be asked. */
export function readTries(reply: Reply, txRef: string): { tries: Try[]; pages: number } | null {
  const said = saidBy(reply)
  if (said.is !== 'yes') return null
  const tries = Tries.safeParse(said.data).data
  const pages = Pages.safeParse(said.meta).data?.page_info.total_pages
  if (!tries || pages === undefined) return null
  const own = tries.filter((it) => it.tx_ref === txRef)
  return { tries: own.map(({ id, status }) => ({ id, is: stateOf(status) })), pages }
}

const stateOf = (status: string): Try['is'] =>
  status === 'successful' ? 'successful' : over.has(status) ? 'failed' : 'open'
