import { Router } from 'express'
import { isWithin } from '../period.ts'
import { type SettlementDay, settlementDays } from '../settlement-days.ts'
import { dutyKobo, feeKobo, naira, success } from './responses.ts'
import type { FlutterwaveSimulator } from './simulator.ts'
import type { Attempt } from './state.ts'
import { createResponders, pageOf } from './wire.ts'

const deductedKobo = ({ amountKobo }: Attempt): number => feeKobo(amountKobo) + dutyKobo(amountKobo)

/** Settlements by day, and one with its transactions. Source: Flutterwave, Node SDK for version 3, "Settlements" */
export function settlementRoutes(simulator: FlutterwaveSimulator): Router {
  const { state } = simulator
  const { respond, reject } = createResponders(simulator)
  const api = Router()
  const settlements = () =>
    settlementDays(
      state.attempts().filter((attempt) => state.end(attempt)?.type === 'successful'),
      (attempt) => attempt.at,
    )

  api.get('/settlements', (req, res) => {
    const { from, to } = req.query
    const listedDays = settlements().filter((day) => !day.isPaid || isWithin(day.settledAt, { from, to }))
    const { rows, meta } = pageOf(listedDays, req)
    return respond(res, 200, success('Settlements fetched', rows.map(settlementData), meta))
  })

  api.get('/settlements/:id', (req, res) => {
    const day = settlements().find(({ id }) => String(id) === req.params.id)
    if (!day) return reject(res, 'Settlement not found', 404)
    const transactions = day.transactions.map((attempt) => ({
      customer_email: attempt.email,
      flw_ref: `FLW-MOCK-${attempt.id}`,
      tx_ref: attempt.txRef,
      id: attempt.id,
      charged_amount: naira(attempt.amountKobo),
      app_fee: naira(feeKobo(attempt.amountKobo)),
      merchant_fee: 0,
      stampduty_charge: naira(dutyKobo(attempt.amountKobo)),
      settlement_amount: naira(attempt.amountKobo - deductedKobo(attempt)),
      status: 'successful',
      payment_entity: attempt.option,
      transaction_date: attempt.at.slice(0, 10),
      currency: attempt.currency,
    }))
    return respond(res, 200, success('Settlement fetched', { ...settlementData(day), transactions }))
  })

  return api
}

function settlementData(day: SettlementDay<Attempt>) {
  const sum = (amountOf: (attempt: Attempt) => number) =>
    day.transactions.reduce((total, attempt) => total + amountOf(attempt), 0)
  const gross = sum(({ amountKobo }) => amountKobo)
  return {
    id: day.id,
    account_id: 17_321,
    merchant_name: 'Sanwo',
    transaction_date: day.settledAt,
    due_date: day.settledAt,
    processed_date: day.isPaid ? day.settledAt : null,
    status: day.isPaid ? 'completed' : 'pending',
    is_local: true,
    currency: 'NGN',
    gross_amount: naira(gross),
    app_fee: naira(sum(({ amountKobo }) => feeKobo(amountKobo))),
    merchant_fee: 0,
    chargeback: 0,
    refund: 0,
    stampduty_charge: naira(sum(({ amountKobo }) => dutyKobo(amountKobo))),
    net_amount: naira(gross - sum(deductedKobo)),
    transaction_count: day.transactions.length,
    channel: 'web',
    destination: 'account',
    meta: day.transactions.map(({ id }) => id),
    created_at: day.settledAt,
  }
}
