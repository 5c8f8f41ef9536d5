import { type Request, Router } from 'express'
import { z } from 'zod'
import { ownerOf } from '../banks.ts'
import { spoil } from '../wire.ts'
import { madeRefundData, refundData, refusal, success } from './answers.ts'
import { banks } from './banks.ts'
import type { Desk } from './desk.ts'
import { Kobo, sayingOf } from './wire.ts'

/** A number past 2^53 arrives rounded, as it would in life: the id is best sent as text. */
const RefundRequest = z.object({
  transaction: z.union([z.string(), z.number()]).transform(String),
  amount: Kobo.nullish(),
  currency: z.string().optional(),
  customer_note: z.string().nullish(),
  merchant_note: z.string().nullish(),
})

const RefundAccount = z.object({
  refund_account_details: z.object({ currency: z.string(), account_number: z.string(), bank_id: z.string() }),
})

/** Refunds, and the account that one of them may want. */
export function refundRoutes(desk: Desk): Router {
  const { state, faults, ground } = desk
  const { say, invalid } = sayingOf(desk)
  const api = Router()

  api.post('/refund', async (req, res) => {
    const asked = RefundRequest.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const payment = state.paymentNamed(asked.data.transaction)
    if (!payment) return say(res, 404, refusal('Transaction not found', 'transaction_not_found'))
    const ending = state.ending(payment)
    if (ending?.is !== 'paid')
      return say(res, 400, refusal('Transaction has not been paid', 'invalid_transaction'))
    const left = ending.amountKobo - state.refundedKobo(payment.reference)
    const amountKobo = asked.data.amount ?? left
    if (left === 0)
      return say(res, 400, refusal('Transaction has been fully reversed', 'transaction_reversed'))
    if (amountKobo < 1 || amountKobo > left) {
      return say(res, 400, refusal('Refund amount cannot be more than the amount left', 'invalid_amount'))
    }
    if (faults.strikes('refund_500')) return spoil(ground, res, 'error_500', null)
    const refund = desk.refund(payment, {
      amountKobo,
      currency: ending.currency,
      customerNote: asked.data.customer_note ?? null,
      merchantNote: asked.data.merchant_note ?? null,
    })
    if (faults.strikes('refund_timeout_accepted')) return spoil(ground, res, 'silence', null)
    return say(
      res,
      200,
      success('Refund has been queued for processing', madeRefundData(state, refund, payment)),
    )
  })

  api.get('/refund', async (req, res) => {
    const payment = state.paymentNamed(String(req.query.transaction ?? ''))
    const found = payment
      ? state.refundsOf(payment.reference).map((it) => refundData(state, it, payment))
      : []
    const meta = { total: found.length, skipped: 0, perPage: 50, page: 1, pageCount: 1 }
    return say(res, 200, success('Refunds retrieved', found, meta))
  })

  api.get('/refund/:id', async (req, res) => {
    const found = refundNamed(req)
    if (!found) return say(res, 404, refusal('Refund not found', 'refund_not_found'))
    return say(res, 200, success('Refund retrieved', refundData(state, found.refund, found.payment)))
  })

  api.post('/refund/retry_with_customer_details/:id', async (req, res) => {
    const asked = RefundAccount.safeParse(req.body)
    if (!asked.success) return invalid(res, asked.error)
    const found = refundNamed(req)
    if (!found) return say(res, 404, refusal('Refund not found', 'refund_not_found'))
    if (state.refundStatus(found.refund) !== 'needs-attention') {
      return say(res, 422, refusal('Refund does not need attention', 'invalid_status'))
    }
    const { account_number, bank_id } = asked.data.refund_account_details
    const isBank = banks.some(({ id }) => String(id) === bank_id)
    if (!isBank || ownerOf(account_number).is === 'not_found') {
      return say(res, 400, refusal('Invalid account details', 'invalid_account'))
    }
    if (faults.strikes('retry_500')) return spoil(ground, res, 'error_500', null)
    desk.retry(found.refund, found.payment)
    if (faults.strikes('retry_timeout_accepted')) return spoil(ground, res, 'silence', null)
    const data = refundData(state, found.refund, found.payment)
    return say(res, 200, success('Refund retried and has been queued for processing', data))
  })

  function refundNamed(req: Request<{ id: string }>) {
    const refund = state.refund(req.params.id)
    const payment = refund && state.payment(refund.reference)
    return refund && payment ? { refund, payment } : null
  }

  return api
}
