import { formatDate } from '../../shared/dates.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import { orderLink } from '../../shared/pages.ts'
import { truncate } from '../../shared/text.ts'
import { networkOf } from '../catalogue/index.ts'
import { ApiError } from '../http/index.ts'
import { smsLine } from '../messaging/index.ts'
import { enqueueSms } from '../outbox/index.ts'
import { deductedArrears } from '../power/index.ts'
import {
  currentStatus,
  linkCodeOf,
  type Order,
  orderById,
  orderByReference,
  quoteExpiryOf,
  statusForUser,
  toLocalPhone,
} from '../purchase/index.ts'
import { amountOf, callerOf, type UssdCaller, type UssdDeps, withTimeout } from './deps.ts'
import { endUssdSession, endUssdSessionWithError, messageOf, type Result, showScreen } from './result.ts'
import type { Draft, QuotedOrder, Screen } from './screen.ts'
import { ussdTexts } from './texts.ts'

/** Longest lines of a summary. */
const lineLengths = { customer: 30, customerWithArrears: 15, plan: 24 } as const
/** Longest reason that fits above a question. */
const maxReasonLength = 90

/**
 * Looks up the customer, prices the purchase and stores the order. A repeated step gets the same unpaid order. A slow
 * lookup continues and its result is reused when the session does.
 */
export async function quote(deps: UssdDeps, dialer: UssdCaller, draft: Draft): Promise<Result> {
  try {
    const { service, number, billerCode, type, plan, amount } = draft
    const request = { service, number, billerCode, type, plan, amount, phone: dialer.phone }
    const order = await withTimeout(deps.maxWaitMs, deps.prepareOrder(request)(deps, callerOf(dialer)))
    return order === 'late'
      ? endUssdSession(ussdTexts.slow({ ussd: deps.ussdCode }), { name: 'lookup', draft })
      : confirmScreen(order, dialer)
  } catch (error) {
    return error instanceof ApiError ? afterQuoteError(deps, error, draft) : endUssdSessionWithError(error)
  }
}

/** Where the customer corrects what a lookup rejected. */
const correctionScreens: Readonly<Partial<Record<ErrorCode, (draft: Draft) => Screen>>> = {
  METER_NOT_FOUND: () => ({ name: 'meter_number', purpose: 'buy' }),
  METER_CANNOT_VEND: () => ({ name: 'meter_number', purpose: 'buy' }),
  AMOUNT_TOO_SMALL: (draft) => ({ name: 'amount', draft }),
  AMOUNT_TOO_LARGE: (draft) => ({ name: 'amount', draft }),
  INVALID: (draft) =>
    draft.service === 'data' ? { name: 'phone_number', draft } : { name: 'amount', draft },
}

function afterQuoteError({ ussdCode }: UssdDeps, error: ApiError, draft: Draft): Result {
  const correction = correctionScreens[error.code]?.(draft)
  if (correction) return showScreen(correction, messageOf(error, maxReasonLength))
  return error.code === 'LOOKUP_UNAVAILABLE'
    ? endUssdSession(ussdTexts.slow({ ussd: ussdCode }), { name: 'lookup', draft })
    : endUssdSessionWithError(error)
}

const confirmScreen = (order: Order, { account }: UssdCaller): Result =>
  showScreen({ name: 'confirm', order: quotedOrder(order), hasWallet: account !== null })

function quotedOrder(order: Order): QuotedOrder {
  const arrears = deductedArrears(order)
  const nameLength = arrears > 0n ? lineLengths.customerWithArrears : lineLengths.customer
  return {
    id: order.id,
    title: titleOf(order),
    customer: order.service === 'power' ? truncate(order.customer_snapshot.name, nameLength) : '',
    total: amountOf(order.total_kobo),
    fee: order.service_charge_kobo > 0n ? amountOf(order.service_charge_kobo) : null,
    arrears: arrears > 0n ? amountOf(arrears) : null,
  }
}

function titleOf(order: Order): string {
  const number = toLocalPhone(order.beneficiary)
  if (order.service === 'power') return ussdTexts.powerOrder({ number })
  if (order.service === 'data')
    return ussdTexts.dataOrder({
      plan: truncate(order.variation_name ?? order.variation, lineLengths.plan),
      number,
    })
  return ussdTexts.airtimeOrder({ network: networkOf('airtime', order.code).name, number })
}

/** Sends the order's link, with which any phone or computer can pay. */
export async function sendPaymentLink(
  deps: UssdDeps,
  { phone, requestId }: UssdCaller,
  quoted: QuotedOrder,
): Promise<Result> {
  const order = await orderById(deps.db.q, quoted.id)
  const until = formatDate(quoteExpiryOf(order), 'short')
  try {
    await deps.limits.consume('ussd_sms', phone)
  } catch (error) {
    if (error instanceof ApiError) return endUssdSession(ussdTexts.noLinkSms())
    throw error
  }
  await deps.db.inTransaction((tx) =>
    enqueueSms(tx, {
      dedupeKey: `ussd-link:${requestId}`,
      to: phone,
      orderId: order.id,
      text: smsLine(
        ussdTexts.linkSms({
          brand: deps.brandName,
          total: quoted.total,
          title: quoted.title,
          until,
          link: `${deps.appUrl}${orderLink(linkCodeOf(order.access_token))}`,
        }),
      ),
    }),
  )
  deps.triggerOutbox()
  return endUssdSession(ussdTexts.linkSent({ total: quoted.total, until, reference: order.reference }))
}

const statusTexts: Readonly<
  Record<OrderStatus['money']['status'], (order: { reference: string; total: string }) => string>
> = {
  not_taken: ussdTexts.statusNotTaken,
  checking: ussdTexts.statusChecking,
  received: ussdTexts.statusReceived,
  spent: ussdTexts.statusSpent,
  returning: ussdTexts.statusReturning,
  returned: ussdTexts.statusReturned,
}

/** The status of an order of the phone or its user; that of another order is like an unknown one. */
export async function showOrder(
  { db }: UssdDeps,
  { phone, account }: UssdCaller,
  reference: string,
): Promise<Result> {
  const order = await orderByReference(db.q, reference)
  const isOwn = order && (order.phone === phone || (account !== null && order.user_id === account.userId))
  if (!isOwn) return showScreen({ name: 'reference' }, ussdTexts.unknownReference())
  const { money, refund_held } = statusForUser(order, await currentStatus(db, order))
  // Another person paid: the amount and its refund are not the caller's.
  if (order.payment_request_id !== null) return endUssdSession(money.message)
  const text = refund_held ? ussdTexts.statusRefundHeld : statusTexts[money.status]
  return endUssdSession(text({ reference, total: amountOf(order.total_kobo) }))
}
