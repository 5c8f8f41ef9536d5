import { nairaText } from '../../../shared/money.ts'
import { nameFor } from '../people.ts'
import { cardDetails, findTestCard } from './cards.ts'
import type { Account, Method, Payment, PaymentOutcome, Refund, State } from './state.ts'

export const success = (responseBody: unknown) => ({
  requestSuccessful: true,
  responseMessage: 'success',
  responseCode: '0',
  responseBody,
})

export const errorBody = (responseMessage: string, responseCode = '99') => ({
  requestSuccessful: false,
  responseMessage,
  responseCode,
})

/** Naira as text, as in most responses. */
export const amountText = (kobo: number): string => nairaText(BigInt(kobo))
/** Naira as a number, as in the other responses. */
export const number = (kobo: number): number => kobo / 100

/** 1.5 % and at most ₦2,000. */
const feeKobo = (amountKobo: number): number => Math.min(Math.round((amountKobo * 15) / 1_000), 200_000)

/** Monnify's times are in Lagos time; the formats without a zone do not state it. */
const inLagos = (iso: string): string => new Date(Date.parse(iso) + 3_600_000).toISOString()
const pad = (value: number) => String(value).padStart(2, '0')

/** Three time formats: `2026-06-26 23:19:13.511864338`, `25/07/2026 11:20:20 AM`, ISO with `+0000`. */
export const timeFormats = {
  bare: (iso: string) => `${inLagos(iso).slice(0, 23).replace('T', ' ')}864338`,
  half(iso: string) {
    const date = new Date(inLagos(iso))
    const day = `${pad(date.getUTCDate())}/${pad(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`
    const hour = date.getUTCHours()
    const clock = `${pad(hour % 12 || 12)}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`
    return `${day} ${clock} ${hour < 12 ? 'AM' : 'PM'}`
  },
  zoned: (iso: string) => iso.replace('Z', '+0000'),
}

/** Lifetime of the checkout. */
const lifeMs = 40 * 60_000

export function statusOf(state: State, payment: Payment): string {
  const outcome = state.paymentOutcome(payment)
  if (outcome) return outcome.status
  return Date.now() - Date.parse(payment.openedAt) > lifeMs ? 'EXPIRED' : 'PENDING'
}

/** `responseBody` of a status query and of a token charge. */
export function transactionBody(state: State, payment: Payment, status = statusOf(state, payment)) {
  const outcome = state.paymentOutcome(payment)
  const capture = outcome?.type === 'paid' ? outcome : null
  return {
    ...commonFields(payment, capture, status),
    amountPaid: amountText(capture?.amountKobo ?? 0),
    totalPayable: amountText(payment.amountKobo),
    paidOn: capture && timeFormats.bare(capture.at),
    paymentMethod: outcome?.method ?? null,
    cardDetails: cardOfCapture(payment, capture),
    accountDetails: capture?.method === 'CARD' || !capture ? null : payerOf(payment),
    accountPayments: capture?.method === 'ACCOUNT_TRANSFER' ? [payerOf(payment)] : [],
  }
}

/** `eventData` of SUCCESSFUL_TRANSACTION: amounts as numbers, the payer in one of three formats. */
export function eventBody(state: State, payment: Payment) {
  const outcome = state.paymentOutcome(payment)
  const capture = outcome?.type === 'paid' ? outcome : null
  const payer = payerOf(payment)
  const shapes: Record<Method, unknown> = {
    CARD: {},
    ACCOUNT_TRANSFER: [payer],
    USSD: payer,
    PHONE_NUMBER: [],
  }
  return {
    ...commonFields(payment, capture, statusOf(state, payment)),
    paidOn: capture && timeFormats.half(capture.at),
    paymentMethod: capture?.method ?? null,
    paymentSourceInformation: shapes[capture?.method ?? 'CARD'],
    destinationAccountInformation: {},
    amountPaid: number(capture?.amountKobo ?? 0),
    totalPayable: number(payment.amountKobo),
    // Without the token: only the status query returns it.
    cardDetails: {},
  }
}

/** The legacy webhook of a paid transaction: the status response with the legacy date format. */
export function flatBody(state: State, payment: Payment) {
  const { cardDetails: _, ...body } = transactionBody(state, payment)
  const outcome = state.paymentOutcome(payment)
  return { ...body, paidOn: outcome ? timeFormats.half(outcome.at) : '' }
}

const commonFields = (
  payment: Payment,
  paid: Extract<PaymentOutcome, { type: 'paid' }> | null,
  status: string,
) => ({
  transactionReference: payment.reference,
  paymentReference: payment.paymentReference,
  settlementAmount: paid && amountText(paid.amountKobo - feeKobo(paid.amountKobo)),
  paymentStatus: status,
  paymentDescription: payment.description,
  currency: paid?.currency ?? payment.currency,
  product: payment.product,
  customer: { email: payment.email, name: payment.name },
  metaData: payment.metaData ?? {},
})

function cardOfCapture(payment: Payment, capture: Extract<PaymentOutcome, { type: 'paid' }> | null) {
  const card = capture?.cardNumber ? findTestCard(capture.cardNumber) : null
  return card && cardDetails(card, payment.email)
}

const payerOf = (payment: Payment) => ({
  bankCode: '058',
  amountPaid: amountText(payment.amountKobo),
  accountName: nameFor(payment.reference).toUpperCase(),
  sessionId: payment.reference.replace(/\D/g, ''),
  accountNumber: '******4021',
})

export const refundBody = (
  state: State,
  refund: Refund,
  paidKobo: number,
  status = state.refundStatus(refund),
) => ({
  refundReference: refund.refundReference,
  transactionReference: refund.reference,
  refundReason: refund.reason,
  customerNote: refund.note,
  refundAmount: number(refund.amountKobo),
  refundType: refund.amountKobo < paidKobo ? 'PARTIAL_REFUND' : 'FULL_REFUND',
  refundStatus: status,
  refundStrategy: 'MERCHANT_WALLET',
  comment: status === 'FAILED' ? 'Beneficiary bank did not answer' : 'Transaction refund',
  createdOn: timeFormats.zoned(refund.openedAt),
  completedOn: status === 'PENDING' ? null : timeFormats.zoned(refund.openedAt),
})

export const accountBody = (account: Account, contractCode: string) => ({
  contractCode,
  accountReference: account.accountReference,
  accountName: account.accountName,
  currencyCode: 'NGN',
  customerEmail: account.customerEmail,
  customerName: account.customerName,
  accounts: [
    {
      bankCode: '50515',
      bankName: 'Moniepoint Microfinance Bank',
      accountNumber: account.accountNumber,
      accountName: account.accountName,
    },
  ],
  collectionChannel: 'RESERVED_ACCOUNT',
  reservationReference: account.accountReference.replace(/[^A-Za-z0-9]/g, '').slice(0, 20),
  reservedAccountType: 'GENERAL',
  status: 'ACTIVE',
  createdOn: timeFormats.bare(account.openedAt),
  restrictPaymentSource: false,
})
