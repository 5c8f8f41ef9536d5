import * as z from 'zod/mini'
import { services } from '../constants.ts'
import { defineEndpoint } from '../contract.ts'
import { IsoTimestamp, NairaNumber } from '../fields.ts'
import { paymentRequestStates } from '../payment-requests.ts'

/** A payment request that people reported, for managers. Naira. */
export const ReportedRequest = z.object({
  id: z.string(),
  state: z.enum(paymentRequestStates),
  /** The requester's name and id. */
  requester: z.string(),
  user_id: z.string(),
  service: z.enum(services),
  amount: z.nullable(NairaNumber),
  note: z.nullable(z.string()),
  created_at: IsoTimestamp,
  /** Newest first. */
  reports: z.array(z.object({ reason: z.string(), at: IsoTimestamp })),
})

/** Last reported first, at most a hundred. */
export const reportedPaymentRequests = defineEndpoint({
  name: 'reportedPaymentRequests',
  method: 'GET',
  path: '/management/payment-requests/reported',
  audience: 'manager',
  summary: 'Payment requests reported as abuse',
  data: z.array(ReportedRequest),
  errors: [],
})

export const blockPaymentRequest = defineEndpoint({
  name: 'blockPaymentRequest',
  method: 'POST',
  path: '/management/payment-requests/{id}/block',
  audience: 'manager',
  summary: 'Blocks a payment request',
  params: z.object({ id: z.uuid() }),
  body: z.object({}),
  data: z.object({}),
  errors: ['NOT_FOUND', 'REQUEST_CLOSED'],
})
