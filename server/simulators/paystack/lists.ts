import { Router } from 'express'
import { isWithin } from '../period.ts'
import { disputeData, errorBody, paymentData, paymentStatus, success } from './responses.ts'
import type { PaystackSimulator } from './simulator.ts'
import type { Dispute, Payment } from './types.ts'
import { createResponders, pageOf } from './wire.ts'

/**
 * Additional endpoints of the SDKs: transaction list, totals, timeline of a transaction, and dispute list.
 * Source: Paystack's public specification, "Transactions" and "Disputes"
 */
export function listRoutes({ context, state }: PaystackSimulator): Router {
  const { respond } = createResponders({ context })
  const api = Router()

  api.get('/transaction', (req, res) => {
    const { status, customer, channel, currency, amount, reference, from, to } = req.query
    const matches = (payment: Payment): boolean =>
      isWithin(payment.openedAt, { from, to }) &&
      (!status || paymentStatus(state, payment) === status) &&
      (!channel || state.paymentOutcome(payment)?.channel === channel) &&
      (!currency || payment.currency === currency) &&
      (!amount || payment.amountKobo === Number(amount)) &&
      (!reference || payment.reference === reference) &&
      (!customer || payment.email === state.customer(String(customer))?.email)
    const results = state.payments().filter(matches)
    const { rows, meta } = pageOf(results, req)
    const total_volume = results.reduce((sum, item) => sum + item.amountKobo, 0)
    const data = rows.map((item) => paymentData(state, item))
    return respond(res, 200, success('Transactions retrieved', data, { ...meta, total_volume }))
  })

  api.get('/transaction/totals', (req, res) => {
    const { from, to } = req.query
    const paidPayments = state
      .payments()
      .filter((item) => state.paymentOutcome(item)?.type === 'paid' && isWithin(item.openedAt, { from, to }))
    const total_volume = paidPayments.reduce((sum, item) => sum + item.amountKobo, 0)
    const data = {
      total_transactions: paidPayments.length,
      total_volume,
      total_volume_by_currency: [{ currency: 'NGN', amount: total_volume }],
      pending_transfers: 0,
      pending_transfers_by_currency: [{ currency: 'NGN', amount: 0 }],
    }
    return respond(res, 200, success('Transaction totals', data))
  })

  api.get('/transaction/timeline/:name', (req, res) => {
    const payment = state.paymentByReferenceOrId(req.params.name)
    if (!payment)
      return respond(res, 404, errorBody('Transaction reference not found.', 'transaction_not_found'))
    return respond(res, 200, success('Timeline retrieved', timelineOf(payment)))
  })

  function timelineOf(payment: Payment) {
    const outcome = state.paymentOutcome(payment)
    const start_time = secondsOf(payment.openedAt)
    const spent = outcome ? secondsOf(outcome.at) - start_time : 0
    const isPaid = outcome?.type === 'paid'
    return {
      start_time,
      time_spent: spent,
      attempts: outcome ? 1 : 0,
      errors: outcome && !isPaid ? 1 : 0,
      success: isPaid,
      mobile: false,
      input: [],
      history: outcome
        ? [
            { type: 'action', message: `Attempted to pay with ${outcome.channel}`, time: spent },
            isPaid
              ? { type: 'success', message: `Successfully paid with ${outcome.channel}`, time: spent }
              : { type: 'error', message: `Error: ${outcome.reason}`, time: spent },
          ]
        : [],
    }
  }

  const dataOf = (dispute: Dispute) => disputeData(state, dispute, state.payment(dispute.reference)!)

  api.get('/dispute', (req, res) => {
    const { status, transaction, from, to } = req.query
    const reference = transaction && state.paymentByReferenceOrId(String(transaction))?.reference
    const results = state
      .disputes()
      .filter(
        (item) => isWithin(item.openedAt, { from, to }) && (!transaction || item.reference === reference),
      )
      .map(dataOf)
      .filter((item) => !status || item.status === status)
    const { rows, meta } = pageOf(results, req)
    return respond(res, 200, success('Disputes retrieved', rows, meta))
  })

  api.get('/dispute/transaction/:id', (req, res) => {
    const payment = state.paymentById(req.params.id)
    const [dispute] = payment ? state.disputesOf(payment.reference) : []
    if (!dispute) return respond(res, 404, errorBody('Dispute not found', 'dispute_not_found'))
    return respond(res, 200, success('Dispute retrieved', dataOf(dispute)))
  })

  return api
}

const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1_000)
