import { z } from 'zod'

const Kobo = z.int().positive()
const Reference = z.string().min(1).max(100)
const At = z.iso.datetime()

const PastRefund = z.strictObject({
  id: Reference,
  amount_kobo: Kobo,
  at: At,
  status: z.enum(['processed', 'needs-attention']),
})
const PastDispute = z.strictObject({
  id: Reference,
  opened_at: At,
  due_at: At,
  /** Null while the bank has not decided. `refund_kobo` was paid to the payer. */
  decision: z.nullable(z.strictObject({ at: At, refund_kobo: z.int().nonnegative() })),
})
const PastPayment = z.strictObject({
  gateway: z.string(),
  id: Reference,
  reference: Reference,
  order_reference: z.nullable(z.string()),
  amount_kobo: Kobo,
  email: z.string(),
  opened_at: At,
  /** Null for an abandoned checkout. */
  paid_at: z.nullable(At),
  refunds: z.array(PastRefund),
  disputes: z.array(PastDispute),
})
const PastVend = z.strictObject({
  vendor: z.string(),
  request_id: Reference,
  transaction_id: Reference,
  /** Product and variation by the vendor's codes. */
  product: Reference,
  variation: z.string(),
  beneficiary: Reference,
  phone: Reference,
  quantity: z.int().positive(),
  amount_kobo: Kobo,
  at: At,
  result: z.enum(['delivered', 'failed', 'pending']),
})

/** Our balance at a vendor before its first vend. */
const OpeningFloat = z.strictObject({ vendor: z.string(), amount_kobo: Kobo })

/** Payments and vends of the past, as `POST /simulators/history` accepts them. A known one is not changed. */
export const History = z.strictObject({
  payments: z.array(PastPayment),
  vends: z.array(PastVend),
  floats: z.array(OpeningFloat).optional(),
})
export type History = z.infer<typeof History>
