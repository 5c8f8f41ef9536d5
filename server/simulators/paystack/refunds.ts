import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { ownerOf } from '../banks.ts'
import { isWithin } from '../period.ts'
import { sendWireFault } from '../wire.ts'
import { banks } from './banks.ts'
import { createdRefundData, errorBody, refundData, success } from './responses.ts'
import type { PaystackSimulator } from './simulator.ts'
import type { Payment } from './types.ts'
import { createResponders, Kobo, pageOf } from './wire.ts'

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

function rejectionOf(amountKobo: number, remainingKobo: number) {
  if (remainingKobo === 0) return errorBody('Transaction has been fully reversed', 'transaction_reversed')
  return amountKobo < 1 || amountKobo > remainingKobo
    ? errorBody('Refund amount cannot be more than the amount left', 'invalid_amount')
    : null
}

const isKnownAccount = ({ account_number, bank_id }: { account_number: string; bank_id: string }) =>
  banks.some(({ id }) => String(id) === bank_id) && ownerOf(account_number).type !== 'not_found'

/** Refunds, and retries with the customer's account details. */
export function refundRoutes(simulator: PaystackSimulator): Router {
  const { state, faults, context } = simulator
  const { respond, invalid } = createResponders(simulator)
  const api = Router()

  api.post('/refund', async (req, res) => {
    const request = RefundRequest.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const payment = state.paymentByReferenceOrId(request.data.transaction)
    if (!payment) return respond(res, 404, errorBody('Transaction not found', 'transaction_not_found'))
    const outcome = state.paymentOutcome(payment)
    if (outcome?.type !== 'paid')
      return respond(res, 400, errorBody('Transaction has not been paid', 'invalid_transaction'))
    const remainingKobo = outcome.amountKobo - state.refundedKobo(payment.reference)
    const amountKobo = request.data.amount ?? remainingKobo
    const rejection = rejectionOf(amountKobo, remainingKobo)
    if (rejection) return respond(res, 400, rejection)
    return sendNewRefund(res, payment, {
      amountKobo,
      currency: outcome.currency,
      customerNote: request.data.customer_note ?? null,
      merchantNote: request.data.merchant_note ?? null,
    })
  })

  /** Creates a refund and sends it, unless a fault is armed. */
  async function sendNewRefund(
    res: Response,
    payment: Payment,
    input: Parameters<typeof simulator.refund>[1],
  ) {
    if (faults.consume('refund_500')) return sendWireFault(context, res, 'error_500', null)
    const refund = simulator.refund(payment, input)
    if (faults.consume('refund_timeout_accepted')) return sendWireFault(context, res, 'silence', null)
    return respond(
      res,
      200,
      success('Refund has been queued for processing', createdRefundData(state, refund, payment)),
    )
  }

  api.get('/refund', async (req, res) => {
    const { transaction, currency, from, to } = req.query
    const reference = transaction && state.paymentByReferenceOrId(String(transaction))?.reference
    const match = state
      .refunds()
      .filter(
        (refund) =>
          (!transaction || refund.reference === reference) &&
          (!currency || refund.currency === currency) &&
          isWithin(refund.openedAt, { from, to }),
      )
    const { rows, meta } = pageOf(match, req)
    const data = rows.map((refund) => refundData(state, refund, state.payment(refund.reference)!))
    return respond(res, 200, success('Refunds retrieved', data, meta))
  })

  api.get('/refund/:id', async (req, res) => {
    const match = refundNamed(req)
    if (!match) return respond(res, 404, errorBody('Refund not found', 'refund_not_found'))
    return respond(res, 200, success('Refund retrieved', refundData(state, match.refund, match.payment)))
  })

  api.post('/refund/retry_with_customer_details/:id', async (req, res) => {
    const request = RefundAccount.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const match = refundNamed(req)
    if (!match) return respond(res, 404, errorBody('Refund not found', 'refund_not_found'))
    if (state.refundStatus(match.refund) !== 'needs-attention') {
      return respond(res, 422, errorBody('Refund does not need attention', 'invalid_status'))
    }
    if (!isKnownAccount(request.data.refund_account_details)) {
      return respond(res, 400, errorBody('Invalid account details', 'invalid_account'))
    }
    if (faults.consume('refund_account_500')) return sendWireFault(context, res, 'error_500', null)
    simulator.retry(match.refund, match.payment)
    if (faults.consume('retry_timeout_accepted')) return sendWireFault(context, res, 'silence', null)
    const data = refundData(state, match.refund, match.payment)
    return respond(res, 200, success('Refund retried and has been queued for processing', data))
  })

  function refundNamed(req: Request<{ id: string }>) {
    const refund = state.refund(req.params.id)
    const payment = refund && state.payment(refund.reference)
    return refund && payment ? { refund, payment } : null
  }

  return api
}
