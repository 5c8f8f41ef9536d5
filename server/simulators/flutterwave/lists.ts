import { Router } from 'express'
import { z } from 'zod'
import { isWithin } from '../period.ts'
import { sendWireFault } from '../wire.ts'
import { dutyKobo, feeKobo, listedData, naira, statusOf, success } from './responses.ts'
import type { FlutterwaveSimulator } from './simulator.ts'
import type { Attempt } from './state.ts'
import { createResponders, Naira, pageOf } from './wire.ts'

const FeeRequest = z.object({ amount: Naira, currency: z.literal('NGN').default('NGN') })

/**
 * The lists of transactions and chargebacks, and endpoints that only Flutterwave's SDKs call: fee of an amount, events
 * of a transaction, and webhook resend. Source: Flutterwave's SDKs
 */
export function listRoutes(simulator: FlutterwaveSimulator): Router {
  const { state, faults, context } = simulator
  const { respond, reject, invalid } = createResponders(simulator)
  const api = Router()
  /** Finds an attempt by its transaction id or by the merchant's reference: SDKs send either. */
  const findAttempt = (name: string): Attempt | undefined =>
    state.attempt(Number(name)) ?? state.attemptsOf(name)[0]

  api.get('/transactions', async (req, res) => {
    if (faults.consume('tries_500')) return sendWireFault(context, res, 'error_500', null)
    const { tx_ref, status, currency, customer_email, from, to } = req.query
    const all = tx_ref === undefined ? state.attempts() : state.attemptsOf(String(tx_ref))
    const matches = (attempt: Attempt): boolean =>
      isWithin(attempt.at, { from, to }) &&
      (!status || statusOf(state, attempt) === status) &&
      (!currency || attempt.currency === currency) &&
      (!customer_email || attempt.email === customer_email)
    const { rows, meta } = pageOf(all.filter(matches), req)
    const data = rows.map((attempt) => listedData(state, attempt))
    return respond(res, 200, success('Transactions fetched', data, meta))
  })

  api.get('/transactions/fee', (req, res) => {
    const request = FeeRequest.safeParse(req.query)
    if (!request.success) return invalid(res, request.error)
    const fee = naira(feeKobo(request.data.amount))
    const data = {
      charge_amount: naira(request.data.amount),
      fee,
      merchant_fee: 0,
      flutterwave_fee: fee,
      stamp_duty_fee: naira(dutyKobo(request.data.amount)),
      currency: request.data.currency,
    }
    return respond(res, 200, success('Charged fee', data))
  })

  api.get('/transactions/:id/events', (req, res) => {
    const attempt = findAttempt(req.params.id)
    if (!attempt) return reject(res, 'No transaction was found for this id')
    const event = (note: string, object: string, action: string) => ({
      note,
      actor: attempt.email,
      object,
      action,
      context: 'web',
      created_at: attempt.at,
    })
    const end = state.end(attempt)
    const data = [
      event(`Pay button clicked for ${attempt.option}`, 'modal', 'click'),
      ...(end ? [event(end.type === 'failed' ? end.reason : 'Successful', 'transaction', end.type)] : []),
    ]
    return respond(res, 200, success('Transaction events fetched', data))
  })

  api.post('/transactions/:id/resend-hook', (req, res) => {
    const attempt = findAttempt(req.params.id)
    if (!attempt) return reject(res, 'No transaction was found for this id')
    simulator.sendWebhook(attempt)
    return respond(res, 200, success('hook sent successfully', 'hook sent'))
  })

  api.get('/chargebacks', (req, res) => {
    const { from, to } = req.query
    const listedChargebacks = state.chargebacks().filter(({ at }) => isWithin(at, { from, to }))
    const { rows, meta } = pageOf(listedChargebacks, req)
    const data = rows.map(({ id, tryId, amountKobo, at, dueAt, end }) => ({
      id,
      amount: naira(amountKobo),
      flw_ref: `FLW-MOCK-${tryId}`,
      status: end ?? 'initiated',
      stage: 'new',
      comment: 'Service was not delivered',
      meta: { uploaded_proof: null, history: [] },
      due_date: dueAt,
      settlement_id: 'N/A',
      created_at: at,
      transaction_id: tryId,
      tx_ref: state.attempt(tryId)?.txRef,
    }))
    return respond(res, 200, success('CHARGEBACK-FETCHED', data, meta))
  })

  return api
}
