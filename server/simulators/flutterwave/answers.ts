import { nairaOf } from '../../../shared/money.ts'
import { nameFor } from '../people.ts'
import { cardData, cardOf, tokenOf } from './cards.ts'
import type { Account, Refund, State, Try } from './state.ts'

/** Their errors: one envelope, and the HTTP status tells the kind. */
export const refusal = (message: string) => ({ status: 'error', message, data: null })

export const success = (message: string, data: unknown, meta?: unknown) => ({
  status: 'success',
  message,
  data,
  ...(meta !== undefined && { meta }),
})

/** Money leaves here in naira, with decimals when there are any. */
export const naira = (kobo: number): number => nairaOf(BigInt(kobo))

/** 1.4 % and at most ₦2,000. The pages that tell it disagree: the merchant reads what was charged. */
export const feeKobo = (amountKobo: number): number =>
  Math.min(Math.round((amountKobo * 14) / 1_000), 200_000)
/** ₦50 above ₦10,000; not part of `app_fee`, yet missing from what is settled. */
const dutyKobo = (amountKobo: number): number => (amountKobo > 1_000_000 ? 5_000 : 0)

const paymentTypes = {
  card: 'card',
  banktransfer: 'bank_transfer',
  ussd: 'ussd',
  account: 'account',
  payattitude: 'payattitude',
} as const

export const statusOf = (state: State, of: Try) => state.end(of)?.is ?? 'pending'

/** `data` of verify and of webhooks; the token is told by verify alone. HTTP stays 200 even for a failed payment. */
export function transactionData(state: State, of: Try, status: string = statusOf(state, of)) {
  const end = state.end(of)
  const paid = end?.is === 'successful'
  const card = of.cardNumber ? cardOf(of.cardNumber) : null
  return {
    id: of.id,
    tx_ref: of.txRef,
    flw_ref: `FLW-MOCK-${of.id}`,
    device_fingerprint: 'N/A',
    amount: naira(of.amountKobo),
    currency: of.currency,
    charged_amount: naira(of.amountKobo),
    app_fee: paid ? naira(feeKobo(of.amountKobo)) : 0,
    merchant_fee: 0,
    processor_response: end?.is === 'failed' ? end.because : paid ? 'Approved. Successful' : 'Pending',
    auth_model: of.authModel,
    ip: '127.0.0.1',
    narration: 'Sanwo',
    status,
    payment_type: paymentTypes[of.option],
    created_at: of.at,
    account_id: 17_321,
    ...(card && { card: cardData(card) }),
    customer: {
      id: of.id - 1,
      name: 'Anonymous customer',
      phone_number: null,
      email: of.email,
      created_at: of.at,
    },
  }
}

/** `data` of verify: with what the webhook does not tell. */
export function verifiedData(state: State, of: Try, status?: string) {
  const data = transactionData(state, of, status)
  const card = of.cardNumber ? cardOf(of.cardNumber) : null
  const paid = data.status === 'successful'
  return {
    ...data,
    ...(card && {
      card: { ...cardData(card), ...(paid && card.keeps && { token: tokenOf(card, of.email) }) },
    }),
    meta: of.meta,
    amount_settled: paid ? naira(of.amountKobo - feeKobo(of.amountKobo) - dutyKobo(of.amountKobo)) : null,
  }
}

/** A row of the list of transactions: its id is text there. */
export const listedData = (state: State, of: Try) => ({
  ...transactionData(state, of),
  id: String(of.id),
  customer_email: of.email,
})

export const refundData = (state: State, refund: Refund) => ({
  id: refund.id,
  account_id: 17_321,
  tx_id: refund.tryId,
  flw_ref: `FLW-MOCK-${refund.tryId}`,
  wallet_id: 74_639,
  amount_refunded: naira(refund.amountKobo),
  status: state.refundStatus(refund),
  destination: 'payment_source',
  comments: refund.comments,
  meta: { source: 'availablebalance' },
  created_at: refund.at,
})

/** Money on a permanent account says who sent it. */
export const originOf = (of: Try) => ({
  originatoraccountnumber: '123*******90',
  originatorname: nameFor(String(of.id)).toUpperCase(),
  bankname: 'Access Bank',
  originatoramount: 'N/A',
})

export const accountData = ({ orderRef, accountNumber, narration, at }: Account) => ({
  response_code: '02',
  response_message: 'Transaction in progress',
  flw_ref: `FLW-${orderRef}`,
  order_ref: orderRef,
  account_number: accountNumber,
  account_status: 'active',
  frequency: 'N/A',
  bank_name: 'Mock Bank',
  created_at: at,
  expiry_date: 'N/A',
  note: `Please make a bank transfer to ${narration} FLW`,
  amount: '0.00',
})
