import { type Request, type Response, Router } from 'express'
import { isWithin } from '../period.ts'
import { sendJson } from '../wire.ts'
import { amountText, refundBody, statusOf, success, timeFormats, transactionBody } from './responses.ts'
import type { MonnifySimulator } from './simulator.ts'
import type { Payment, Refund } from './state.ts'

/** Additional endpoints of the SDKs: transaction search and refund list. Source: Monnify's specification */
export function listRoutes({ context, state }: MonnifySimulator): Router {
  const api = Router()
  const respond = (res: Response, body: unknown) => sendJson(context, res, 200, success(body))

  api.get('/api/v1/transactions/search', (req, res) => {
    const { query } = req
    const matches = (payment: Payment): boolean =>
      (!query.paymentReference || payment.paymentReference === query.paymentReference) &&
      (!query.transactionReference || payment.reference === query.transactionReference) &&
      (!query.paymentStatus || statusOf(state, payment) === query.paymentStatus) &&
      (!query.customerEmail || payment.email === query.customerEmail) &&
      (!query.customerName || payment.name === query.customerName) &&
      (!query.fromAmount || payment.amountKobo >= Number(query.fromAmount) * 100) &&
      (!query.toAmount || payment.amountKobo <= Number(query.toAmount) * 100) &&
      isWithin(payment.openedAt, periodIn(req))
    const row = (payment: Payment) => ({
      ...transactionBody(state, payment),
      amount: amountText(payment.amountKobo),
      createdOn: timeFormats.zoned(payment.openedAt),
    })
    return respond(res, pageOf(state.payments().filter(matches), req, row))
  })

  api.get('/api/v1/refunds', (req, res) => {
    const { refundStatus } = req.query
    const matches = (refund: Refund): boolean =>
      (!refundStatus || state.refundStatus(refund) === refundStatus) &&
      isWithin(refund.openedAt, periodIn(req))
    const row = (refund: Refund) => {
      const outcome = state.paymentOutcome(state.payment(refund.reference)!)
      return refundBody(state, refund, outcome?.type === 'paid' ? outcome.amountKobo : refund.amountKobo)
    }
    return respond(res, pageOf(state.refunds().filter(matches), req, row))
  })

  return api
}

/** `from` and `to` are milliseconds since 1970. */
const periodIn = ({ query }: Request) => ({ from: isoOf(query.from), to: isoOf(query.to) })
const isoOf = (ms: unknown): string | undefined =>
  ms === undefined || !Number.isFinite(Number(ms)) ? undefined : new Date(Number(ms)).toISOString()

/** One page; `page` starts at 0, and some SDKs send `pageNo` and `pageSize`. */
function pageOf<T>(all: readonly T[], { query }: Request, row: (item: T) => object) {
  const size = Math.min(Math.max(1, Number(query.size ?? query.pageSize ?? 10) || 10), 100)
  const number = Math.max(0, Number(query.page ?? query.pageNo ?? 0) || 0)
  const content = all.slice(number * size, (number + 1) * size).map(row)
  const totalPages = Math.ceil(all.length / size)
  return {
    content,
    totalElements: all.length,
    totalPages,
    number,
    size,
    numberOfElements: content.length,
    first: number === 0,
    last: number + 1 >= totalPages,
    empty: content.length === 0,
  }
}
