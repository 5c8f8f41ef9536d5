import { nameFor } from '../people.ts'
import { authorizationOf, findTestCard } from './cards.ts'
import { accountFeeKobo, feeKobo } from './fees.ts'
import type { State } from './state.ts'
import type { Account, Customer, Dispute, Payment, PaymentOutcome, Refund } from './types.ts'

/** Error envelope. Source: Paystack's "Errors" page; texts from its samples. */
export const errorBody = (message: string, code: string, nextStep = 'Check the request and try again') => ({
  status: false,
  message,
  meta: { nextStep },
  type: 'validation_error',
  code,
})

export const success = (message: string, data: unknown, meta?: unknown) => ({
  status: true,
  message,
  data,
  meta,
})

const messages = {
  success: 'Successful',
  reversed: 'Successful',
  abandoned: 'The transaction was not completed',
}

/** `data` of verify, of a charge and of `charge.success`. HTTP 200 even for a failed payment. */
export function paymentData(state: State, payment: Payment, status = paymentStatus(state, payment)) {
  const outcome = state.paymentOutcome(payment)
  const capture = outcome?.type === 'paid' ? outcome : null
  const paidAt = capture?.at ?? null
  return {
    id: BigInt(payment.id),
    domain: 'test',
    status,
    reference: payment.reference,
    receipt_number: null,
    amount: capture?.amountKobo ?? payment.amountKobo,
    requested_amount: payment.amountKobo,
    fees: capture
      ? (capture.channel === 'dedicated_nuban' ? accountFeeKobo : feeKobo)(capture.amountKobo)
      : null,
    currency: capture?.currency ?? payment.currency,
    gateway_response:
      outcome?.type === 'failed' ? outcome.reason : (messages[status as keyof typeof messages] ?? 'Pending'),
    message: null,
    channel: outcome?.channel ?? payment.channels[0] ?? 'card',
    ip_address: '127.0.0.1',
    paid_at: paidAt,
    paidAt,
    created_at: payment.openedAt,
    createdAt: payment.openedAt,
    metadata: metadataOf(state, payment.metadata) ?? '',
    log: null,
    authorization: capture ? authorizationData(capture, payment) : {},
    customer: payerData(state, payment),
  }
}

/** An object or its JSON text: the documentation shows both. */
const metadataOf = (state: State, metadata: Payment['metadata']) =>
  metadata && state.settings.shapes === 'recorded' ? JSON.stringify(metadata) : metadata

/** A payer without a customer record is returned as a customer too. */
function payerData(state: State, payment: Payment) {
  const customer = state.customer(payment.email)
  if (customer) return customerData(state, customer)
  return {
    id: BigInt(payment.id) - 1n,
    email: payment.email,
    customer_code: `CUS_${payment.accessCode}`,
    first_name: null,
    last_name: null,
    phone: null,
    metadata: null,
  }
}

export const customerData = (state: State, customer: Customer) => ({
  id: BigInt(customer.id),
  email: customer.email,
  customer_code: customer.code,
  first_name: customer.firstName,
  last_name: customer.lastName,
  phone: customer.phone,
  metadata: metadataOf(state, customer.metadata),
  risk_action: 'default',
})

export const testBank = { name: 'Test Bank', id: 24, slug: 'test-bank' } as const

/** A customer's dedicated account, with the customer's name. */
export const accountData = (state: State, account: Account, customer: Customer) => ({
  customer: customerData(state, customer),
  bank: testBank,
  id: BigInt(account.id),
  account_name: `SANWO/${[customer.firstName, customer.lastName].filter(Boolean).join(' ').toUpperCase()}`,
  account_number: account.accountNumber,
  created_at: account.at,
  updated_at: account.at,
  currency: 'NGN',
  split_config: null,
  active: true,
  assigned: true,
})

/** A refund or chargeback of any amount changes the payment status to `reversed`. */
export function paymentStatus(
  state: State,
  payment: Payment,
): 'abandoned' | 'failed' | 'success' | 'reversed' | 'ongoing' {
  const outcome = state.paymentOutcome(payment)
  if (!outcome) return 'abandoned'
  if (outcome.type === 'failed') return 'failed'
  const hasProcessedRefund = state
    .refundsOf(payment.reference)
    .some((refund) => state.refundStatus(refund) === 'processed')
  return hasProcessedRefund || state.disputedKobo(payment.reference) > 0 ? 'reversed' : 'success'
}

function authorizationData(
  capture: Extract<PaymentOutcome, { type: 'paid' }>,
  { id, email, reference }: Payment,
) {
  const card = capture.cardNumber ? findTestCard(capture.cardNumber) : null
  if (card) return authorizationOf(card, email)
  if (capture.channel === 'dedicated_nuban') {
    return {
      authorization_code: null,
      channel: capture.channel,
      reusable: false,
      sender_bank: 'Access Bank',
      sender_bank_account_number: 'XXXXXX4321',
      sender_name: nameFor(id).toUpperCase(),
      narration: `NIP ${reference}`,
      receiver_bank: testBank.name,
    }
  }
  return {
    authorization_code: `AUTH_${capture.at.replace(/\D/g, '').slice(-10)}`,
    bin: '000XXX',
    last4: 'X000',
    exp_month: '12',
    exp_year: '9999',
    channel: capture.channel,
    card_type: capture.channel === 'bank_transfer' ? 'transfer' : capture.channel,
    bank: 'TEST BANK',
    country_code: 'NG',
    brand: 'Test brand',
    reusable: false,
    signature: null,
    account_name: null,
    ...(capture.payer && { sender_name: capture.payer }),
  }
}

/** A created refund, with the payment as an object. */
export function createdRefundData(state: State, refund: Refund, payment: Payment) {
  const { id, reference, amountKobo: amount } = payment
  return { ...refundData(state, refund, payment), transaction: { id: BigInt(id), reference, amount } }
}

/** A retrieved refund, with the payment id as a number. */
export function refundData(state: State, refund: Refund, payment: Payment) {
  const status = state.refundStatus(refund)
  return {
    id: BigInt(refund.id),
    integration: 100_032,
    domain: 'test',
    transaction: BigInt(payment.id),
    transaction_reference: payment.reference,
    amount: refund.amountKobo,
    deducted_amount: status === 'processed' ? refund.amountKobo : 0,
    fully_deducted: status === 'processed',
    currency: refund.currency,
    channel: state.paymentOutcome(payment)?.channel ?? null,
    status,
    refunded_by: 'merchant@sanwo.example',
    refunded_at: refund.openedAt,
    expected_at: refund.openedAt,
    customer_note: refund.customerNote ?? `Refund for transaction ${payment.reference}`,
    merchant_note: refund.merchantNote ?? `Refund for transaction ${payment.reference}`,
    created_at: refund.openedAt,
    createdAt: refund.openedAt,
  }
}

/** `data` of the `refund.*` webhooks, with `amount` as text. */
export const refundHookData = (refund: Refund, payment: Payment, status: string) => ({
  status,
  transaction_reference: payment.reference,
  refund_reference: refund.id,
  amount: String(refund.amountKobo),
  currency: refund.currency,
  processor: 'instant-transfer',
  customer: { first_name: null, last_name: null, email: payment.email },
  integration: 100_032,
  domain: 'test',
})

/** `data` of a dispute, in responses and webhooks. Source: Paystack's "Disputes". */
export function disputeData(state: State, dispute: Dispute, payment: Payment) {
  const end = state.disputeEnd(dispute)
  return {
    id: BigInt(dispute.id),
    refund_amount: end ? end.refundKobo : null,
    currency: 'NGN',
    status: end
      ? 'resolved'
      : state.isAnswered(dispute)
        ? 'awaiting-bank-feedback'
        : 'awaiting-merchant-feedback',
    resolution: end?.resolution ?? null,
    domain: 'test',
    transaction: paymentData(state, payment, 'success'),
    transaction_reference: null,
    category: 'chargeback',
    customer: payerData(state, payment),
    bin: null,
    last4: null,
    dueAt: dispute.dueAt,
    resolvedAt: end?.at ?? null,
    evidence: null,
    attachments: '[]',
    note: null,
    history: [],
    messages: [],
    createdAt: dispute.openedAt,
    updatedAt: end?.at ?? dispute.openedAt,
  }
}
