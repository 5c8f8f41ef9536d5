import { randomBytes } from 'node:crypto'
import express, { Router } from 'express'
import { z } from 'zod'
import { sendText, sendWireFault } from '../wire.ts'
import { disputeData, errorBody, success } from './responses.ts'
import type { PaystackSimulator } from './simulator.ts'
import { createResponders, Kobo } from './wire.ts'

const Evidence = z.object({
  customer_email: z.email(),
  customer_name: z.string().min(1),
  customer_phone: z.string(),
  service_details: z.string().min(1),
})
const Decision = z.object({
  resolution: z.enum(['merchant-accepted', 'declined']),
  message: z.string().min(1),
  refund_amount: Kobo,
  uploaded_filename: z.string().optional(),
  evidence: z.int().optional(),
})

/** The merchant's response to a dispute. Source: Paystack, "Disputes" */
export function disputeRoutes(simulator: PaystackSimulator): Router {
  const { context, state, faults } = simulator
  const { respond, invalid } = createResponders(simulator)
  const api = Router()
  const notFoundBody = errorBody('Dispute not found', 'dispute_not_found')

  api.get('/dispute/:id/upload_url', (req, res) => {
    if (!state.dispute(req.params.id)) return respond(res, 404, notFoundBody)
    const fileName = randomBytes(10).toString('hex')
    const signedUrl = `${context.url()}/paystack/files/${fileName}`
    return respond(res, 200, success('Upload url generated', { signedUrl, fileName }))
  })

  api.post('/dispute/:id/evidence', (req, res) => {
    const request = Evidence.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const dispute = state.dispute(req.params.id)
    if (!dispute) return respond(res, 404, notFoundBody)
    const data = { ...request.data, dispute: BigInt(dispute.id), id: 21 }
    return respond(res, 200, success('Evidence created', data))
  })

  api.put('/dispute/:id/resolve', (req, res) => {
    const request = Decision.safeParse(req.body)
    if (!request.success) return invalid(res, request.error)
    const match = disputeNamed(req.params.id)
    if (!match) return respond(res, 404, notFoundBody)
    const { dispute, payment } = match
    if (state.isAnswered(dispute))
      return respond(res, 400, errorBody('Dispute is not awaiting feedback', 'invalid'))
    const fault = faults.oneOf(['resolve_500', 'resolve_timeout_accepted'])
    if (fault === 'resolve_500') return sendWireFault(context, res, 'error_500', null)
    const { resolution, refund_amount: refundKobo } = request.data
    state.record({ kind: 'dispute_answered', id: dispute.id })
    if (resolution === 'merchant-accepted') simulator.resolve(dispute, payment, { resolution, refundKobo })
    if (fault === 'resolve_timeout_accepted') return sendWireFault(context, res, 'silence', null)
    return respond(res, 200, success('Dispute successfully resolved', disputeData(state, dispute, payment)))
  })

  function disputeNamed(id: string) {
    const dispute = state.dispute(id)
    const payment = dispute && state.payment(dispute.reference)
    return dispute && payment ? { dispute, payment } : null
  }

  return api
}

/** Receives evidence at a signed address, which needs no key. */
export const evidenceRoutes = ({ context }: PaystackSimulator): Router =>
  Router().put('/files/:name', express.raw({ type: () => true, limit: '6mb' }), (_req, res) =>
    sendText(context, res, 200, ''),
  )
