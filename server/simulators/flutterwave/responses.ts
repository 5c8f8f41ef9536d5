import { nairaOf } from '../../../shared/money.ts'
import { nameFor } from '../people.ts'
import { cardData, findTestCard, tokenOf } from './cards.ts'
import type { Account, Attempt, Refund, State } from './state.ts'

/** Error envelope; the HTTP status indicates the kind. */
export const errorBody = (message: string) => ({ status: 'error', message, data: null })

export const success = (message: string, data: unknown, meta?: unknown) => ({
  status: 'success',
  message,
  data,
  ...(meta !== undefined && { meta }),
})

/** Kobo as naira, with decimals if any. */
export const naira = (kobo: number): number => nairaOf(BigInt(kobo))

/** 1.4 %, at most ₦2,000. The documentation is inconsistent: merchants read the charged fee. */
export const feeKobo = (amountKobo: number): number =>
  Math.min(Math.round((amountKobo * 14) / 1_000), 200_000)
/** Stamp duty: ₦50 above ₦10,000; not part of `app_fee`, but deducted from the settlement. */
export const dutyKobo = (amountKobo: number): number => (amountKobo > 1_000_000 ? 5_000 : 0)

const paymentTypes = {
  card: 'card',
  banktransfer: 'bank_transfer',
  ussd: 'ussd',
  account: 'account',
  payattitude: 'payattitude',
} as const

export const statusOf = (state: State, attempt: Attempt) => state.end(attempt)?.type ?? 'pending'

/** `data` of verify and webhooks; only verify returns the token. HTTP 200 even for a failed payment. */
export function transactionData(state: State, attempt: Attempt, status: string = statusOf(state, attempt)) {
  const end = state.end(attempt)
  const isPaid = end?.type === 'successful'
  const card = attempt.cardNumber ? findTestCard(attempt.cardNumber) : null
  return {
    id: attempt.id,
    tx_ref: attempt.txRef,
    flw_ref: `FLW-MOCK-${attempt.id}`,
    device_fingerprint: 'N/A',
    amount: naira(attempt.amountKobo),
    currency: attempt.currency,
    charged_amount: naira(attempt.amountKobo),
    app_fee: isPaid ? naira(feeKobo(attempt.amountKobo)) : 0,
    merchant_fee: 0,
    processor_response: end?.type === 'failed' ? end.reason : isPaid ? 'Approved. Successful' : 'Pending',
    auth_model: attempt.authModel,
    ip: '127.0.0.1',
    narration: 'Sanwo',
    status,
    payment_type: paymentTypes[attempt.option],
    created_at: attempt.at,
    account_id: 17_321,
    ...(card && { card: cardData(card) }),
    customer: {
      id: attempt.id - 1,
      name: 'Anonymous customer',
      phone_number: null,
      email: attempt.email,
      created_at: attempt.at,
    },
  }
}

/** `data` of verify, with the fields that webhooks omit. */
export function verifiedData(state: State, attempt: Attempt, status?: string) {
  const data = transactionData(state, attempt, status)
  const card = attempt.cardNumber ? findTestCard(attempt.cardNumber) : null
  const isPaid = data.status === 'successful'
  return {
    ...data,
    ...(card && {
      card: { ...cardData(card), ...(isPaid && card.isReusable && { token: tokenOf(card, attempt.email) }) },
    }),
    meta: attempt.meta,
    amount_settled: isPaid
      ? naira(attempt.amountKobo - feeKobo(attempt.amountKobo) - dutyKobo(attempt.amountKobo))
      : null,
  }
}

/** A row of the transaction list, with its id as text. */
export const listedData = (state: State, attempt: Attempt) => ({
  ...transactionData(state, attempt),
  id: String(attempt.id),
  customer_email: attempt.email,
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

const eventTypeOf = ({ option }: Attempt) =>
  option === 'banktransfer' ? 'BANK_TRANSFER_TRANSACTION' : 'CARD_TRANSACTION'

/** The documented webhook of an attempt. */
export const message = (state: State, attempt: Attempt) => ({
  event: 'charge.completed',
  data: transactionData(state, attempt),
  meta_data: attempt.option === 'banktransfer' ? originOf(attempt) : (attempt.meta ?? {}),
  'event.type': eventTypeOf(attempt),
})

/** The webhook format recorded from 2018 to 2026: flat, camel case, without `meta`. */
export function flatMessage(state: State, attempt: Attempt) {
  const { id, tx_ref, flw_ref, amount, charged_amount, app_fee, currency, status, customer } =
    transactionData(state, attempt)
  const card = attempt.cardNumber ? findTestCard(attempt.cardNumber) : null
  const stamps = { createdAt: attempt.at, updatedAt: attempt.at, deletedAt: null }
  return {
    id,
    txRef: tx_ref,
    flwRef: flw_ref,
    orderRef: `URF_${id}`,
    paymentPlan: null,
    paymentPage: null,
    createdAt: attempt.at,
    amount,
    charged_amount,
    status,
    IP: '127.0.0.1',
    currency,
    appfee: app_fee,
    merchantfee: 0,
    merchantbearsfee: 1,
    charge_type: 'normal',
    customer: {
      id: customer.id,
      phone: customer.phone_number,
      fullName: customer.name,
      customertoken: null,
      email: customer.email,
      ...stamps,
      AccountId: 17_321,
    },
    entity: card
      ? {
          card6: card.number.slice(0, 6),
          card_last4: card.number.slice(-4),
          card_country_iso: 'NG',
          createdAt: attempt.at,
        }
      : { id: 'NO-ENTITY' },
    'event.type': eventTypeOf(attempt),
  }
}

/** The sender of a transfer to a permanent account. */
const originOf = (attempt: Attempt) => ({
  originatoraccountnumber: '123*******90',
  originatorname: nameFor(String(attempt.id)).toUpperCase(),
  bankname: 'Access Bank',
  originatoramount: 'N/A',
})

export const accountData = ({ orderRef, accountNumber, narration, at: createdAt }: Account) => ({
  response_code: '02',
  response_message: 'Transaction in progress',
  flw_ref: `FLW-${orderRef}`,
  order_ref: orderRef,
  account_number: accountNumber,
  account_status: 'active',
  frequency: 'N/A',
  bank_name: 'Mock Bank',
  created_at: createdAt,
  expiry_date: 'N/A',
  note: `Please make a bank transfer to ${narration} FLW`,
  amount: '0.00',
})
