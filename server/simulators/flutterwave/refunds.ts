import { type Response, Router } from 'express'
import { z } from 'zod'
import { isWithin } from '../period.ts'
import { sendWireFault } from '../wire.ts'
import { refundData, success } from './responses.ts'
import type { FlutterwaveSimulator } from './simulator.ts'
import type { Attempt, Refund } from './state.ts'
import { createResponders, Naira, pageOf } from './wire.ts'

const RefundRequest = z.object({ amount: Naira.optional(), comments: z.string().nullish() })

/** Refunds, by Flutterwave's transaction id, without a merchant reference. */
export function refundRoutes(simulator: FlutterwaveSimulator): Router {
  const { state, faults, context } = simulator
  const { respond, reject, invalid } = createResponders(simulator)
  const api = Router()

  api.post('/transactions/:id/refund', async (req, res) => {
    const request = RefundRequest.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const attempt = state.attempt(Number(req.params.id))
    if (!attempt || state.end(attempt)?.type !== 'successful')
      return reject(res, 'No transaction was found for this id', 404)
    const refundableKobo = attempt.amountKobo - state.refundedKobo(attempt.id)
    const amountKobo = request.data.amount ?? refundableKobo
    const rejection = rejectionOf(amountKobo, refundableKobo)
    if (rejection) return reject(res, rejection)
    return sendNewRefund(res, attempt, amountKobo, request.data.comments ?? null)
  })

  /** Creates a refund and returns it; an injected fault replaces the refund or the response. */
  async function sendNewRefund(res: Response, attempt: Attempt, amountKobo: number, comments: string | null) {
    if (faults.consume('refund_500')) return sendWireFault(context, res, 'error_500', null)
    if (faults.consume('refund_refused')) return reject(res, 'Insufficient available balance')
    const refund = simulator.refund(attempt, amountKobo, comments)
    if (faults.consume('refund_timeout_accepted')) return sendWireFault(context, res, 'silence', null)
    return respond(res, 200, success('Transaction refund initiated', refundData(state, refund)))
  }

  api.get('/refunds', async (req, res) => {
    const { from, to, status, currency, id } = req.query
    const matches = (refund: Refund): boolean =>
      isWithin(refund.at, { from, to }) &&
      (!status || state.refundStatus(refund) === status) &&
      (!currency || state.attempt(refund.tryId)?.currency === currency) &&
      (!id || refund.id === Number(id))
    const { rows, meta } = pageOf(state.refunds().filter(matches), req)
    const data = rows.map((refund) => refundData(state, refund))
    return respond(res, 200, success('Refunds fetched', data, meta))
  })

  api.get('/refunds/:id', async (req, res) => {
    const refund = state.refund(Number(req.params.id))
    if (!refund) return reject(res, 'No refund was found for this id', 404)
    return respond(res, 200, success('Refund fetched', refundData(state, refund)))
  })

  return api
}

/** Why a refund is rejected; null when it is accepted. */
function rejectionOf(amountKobo: number, refundableKobo: number): string | null {
  if (refundableKobo === 0) return 'Transaction has already been refunded'
  return amountKobo > refundableKobo ? 'Refund amount is more than the transaction amount' : null
}
