import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import type { CheckoutOrigin, GatewayTransaction } from '../../gateway.ts'
import { Identifier } from '../http-status.ts'
import { NairaAmount, parseResponse, Text } from './envelope.ts'
import { paidStatuses } from './responses.ts'

const PageSchema = z.object({
  content: z.array(
    z.object({
      transactionReference: z.string().min(1),
      paymentReference: z.string().min(1),
      paymentStatus: z.string(),
      amountPaid: NairaAmount,
      product: z.object({ type: z.string() }).nullish().catch(null),
    }),
  ),
  last: z.boolean().nullish(),
  totalPages: z.number().nullish(),
})

/**
 * Parses the paid and reversed transactions of one page of `GET /transactions/search`; its amounts are naira. Null when
 * the page could not be fetched or a row is invalid: without that row, a payment could be missed. @param page from 0
 */
export function parseTransactions(
  httpResult: HttpResult,
  page: number,
): { transactions: GatewayTransaction[]; hasMore: boolean } | null {
  const result = parseResponse(httpResult)
  const body = result.type === 'succeeded' ? PageSchema.safeParse(result.body).data : undefined
  if (!body) return null
  const transactions = body.content.flatMap((row): GatewayTransaction[] => {
    const status = paidStatuses.has(row.paymentStatus)
      ? ('paid' as const)
      : row.paymentStatus === 'REVERSED'
        ? ('reversed' as const)
        : null
    if (status === null) return []
    const isDeposit = row.product?.type === 'RESERVED_ACCOUNT'
    return [
      {
        type: isDeposit ? 'deposit' : 'checkout',
        status,
        reference: isDeposit ? row.transactionReference : row.paymentReference,
        gatewayReference: row.transactionReference,
        amountKobo: row.amountPaid,
      },
    ]
  })
  return { transactions, hasMore: body.last != null ? !body.last : (body.totalPages ?? 1) > page + 1 }
}

const OriginSchema = z.object({
  metaData: z.object({ order_reference: Identifier }).nullish().catch(null),
  customer: z.object({ email: Text }).nullish().catch(null),
})

/** Parses the metadata and e-mail address from the status query; null when it could not be fetched. */
export function parseOrigin(httpResult: HttpResult): CheckoutOrigin | null {
  const result = parseResponse(httpResult)
  const origin = result.type === 'succeeded' ? OriginSchema.safeParse(result.body).data : undefined
  if (!origin) return null
  return { orderReference: origin.metaData?.order_reference ?? null, email: origin.customer?.email ?? null }
}
