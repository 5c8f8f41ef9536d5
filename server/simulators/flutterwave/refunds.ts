import { Router } from 'express'
import { z } from 'zod'
import { spoil } from '../wire.ts'
import { refundData, success } from './answers.ts'
import type { Desk } from './desk.ts'
import type { Refund } from './state.ts'
import { Naira, pageOf, sayingOf } from './wire.ts'

const RefundRequest = z.object({ amount: Naira.optional(), comments: z.string().nullish() })

/** Refunds: by their own transaction id, without a name of the merchant's. */
export function refundRoutes(desk: Desk): Router {
  const { state, faults, ground } = desk
  const { say, refuse, invalid } = sayingOf(desk)
  const api = Router()

  api.post('/transactions/:id/refund', async (req, res) => {
    const asked = RefundRequest.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const of = state.try(Number(req.params.id))
    if (!of || state.end(of)?.is !== 'successful')
      return refuse(res, 'No transaction was found for this id', 404)
    const leftKobo = of.amountKobo - state.refundedKobo(of.id)
    const amountKobo = asked.data.amount ?? leftKobo
    if (leftKobo === 0) return refuse(res, 'Transaction has already been refunded')
    if (amountKobo > leftKobo) return refuse(res, 'Refund amount is more than the transaction amount')
    if (faults.strikes('refund_500')) return spoil(ground, res, 'error_500', null)
    if (faults.strikes('refund_refused')) return refuse(res, 'Insufficient available balance')
    const refund = desk.refund(of, amountKobo, asked.data.comments ?? null)
    if (faults.strikes('refund_timeout_accepted')) return spoil(ground, res, 'silence', null)
    return say(res, 200, success('Transaction refund initiated', refundData(state, refund)))
  })

  api.get('/refunds', async (req, res) => {
    const since = String(req.query.from ?? '')
    const until = String(req.query.to ?? '9999')
    const within = ({ at }: Refund) => at.slice(0, 10) >= since && at.slice(0, 10) <= until
    const { rows, meta } = pageOf(state.refunds().filter(within), req)
    const data = rows.map((it) => refundData(state, it))
    return say(res, 200, success('Refunds fetched', data, meta))
  })

  api.get('/refunds/:id', async (req, res) => {
    const refund = state.refund(Number(req.params.id))
    if (!refund) return refuse(res, 'No refund was found for this id', 404)
    return say(res, 200, success('Refund fetched', refundData(state, refund)))
  })

  return api
}
