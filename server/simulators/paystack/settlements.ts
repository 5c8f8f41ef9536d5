import { Router } from 'express'
import { isWithin } from '../period.ts'
import { type SettlementDay, settlementDays } from '../settlement-days.ts'
import { sendWireFault } from '../wire.ts'
import { errorBody, paymentData, success } from './responses.ts'
import type { PaystackSimulator } from './simulator.ts'
import type { Payment } from './types.ts'
import { createResponders, pageOf } from './wire.ts'

/** Settlements by day and their transactions. Source: Paystack, "Settlements" */
export function settlementRoutes({ context, state, faults }: PaystackSimulator): Router {
  const { respond } = createResponders({ context })
  const api = Router()
  const settlements = () => {
    const paidPayments = state.payments().filter((payment) => state.paymentOutcome(payment)?.type === 'paid')
    return settlementDays(paidPayments, (payment) => state.paymentOutcome(payment)?.at ?? payment.openedAt)
  }
  const dataOf = (payment: Payment) => paymentData(state, payment)
  const total = (day: SettlementDay<Payment>, pick: (data: ReturnType<typeof dataOf>) => number | null) =>
    day.transactions.reduce((sum, payment) => sum + (pick(dataOf(payment)) ?? 0), 0)

  api.get('/settlement', (req, res) => {
    if (faults.consume('settlement_500')) return sendWireFault(context, res, 'error_500', null)
    const { from, to } = req.query
    const isNegative = faults.consume('settlement_negative')
    const all = settlements().map((day) => {
      const [total_processed, total_fees] = [
        total(day, (data) => data.amount),
        total(day, (data) => data.fees),
      ]
      const total_amount = total_processed - total_fees
      const deductions = isNegative ? total_amount + 100 : null
      return {
        id: day.id,
        domain: 'test',
        status: day.isPaid ? 'success' : 'pending',
        currency: 'NGN',
        integration: 100_032,
        total_amount,
        effective_amount: total_amount - (deductions ?? 0),
        total_fees,
        total_processed,
        deductions,
        settlement_date: day.settledAt,
        settled_by: null,
        createdAt: day.settledAt,
        updatedAt: day.settledAt,
      }
    })
    // Pending settlements have no past date yet.
    const listedSettlements = all.filter(
      (item) => item.status === 'pending' || isWithin(item.settlement_date, { from, to }),
    )
    const { rows, meta } = pageOf(listedSettlements, req)
    return respond(res, 200, success('Settlements retrieved', rows, meta))
  })

  api.get('/settlement/:id/transactions', (req, res) => {
    const day = settlements().find(({ id }) => String(id) === req.params.id)
    if (!day) return respond(res, 404, errorBody('Settlement not found', 'settlement_not_found'))
    const { rows, meta } = pageOf(day.transactions, req)
    const data = rows.map(dataOf)
    const [first] = data
    const fault = faults.oneOf(['settlement_less', 'settlement_unknown'])
    if (fault === 'settlement_less' && first) first.amount -= 100
    if (fault === 'settlement_unknown' && first) first.reference = 'T000000000000000'
    return respond(res, 200, success('Settlement transactions retrieved', data, meta))
  })

  return api
}
