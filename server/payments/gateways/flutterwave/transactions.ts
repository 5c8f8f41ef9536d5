import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import type { CheckoutOrigin, GatewayTransaction } from '../../gateway.ts'
import { Identifier, NairaAmount } from '../http-status.ts'
import { parseAccountReference } from './accounts.ts'
import { Id, parseResponse, Text } from './envelope.ts'

const RowsSchema = z.array(
  z.object({
    id: Id,
    tx_ref: z.string().min(1),
    status: z.string(),
    amount: NairaAmount,
    created_at: z.iso.datetime({ offset: true }),
  }),
)
const PagesSchema = z.object({ page_info: z.object({ total_pages: z.number() }) })

/**
 * Parses one page of `GET /transactions`; amounts are naira. A transaction stays `successful` after a refund. Null when
 * it could not be fetched or a row cannot be read, because an overlooked payment stays lost.
 * @param from omits earlier transactions: the list is filtered by day
 */
export function parseTransactions(
  httpResult: HttpResult,
  from: Date,
): { transactions: GatewayTransaction[]; pages: number } | null {
  const result = parseResponse(httpResult)
  if (result.type !== 'succeeded') return null
  const rows = RowsSchema.safeParse(result.data).data
  const pages = PagesSchema.safeParse(result.meta).data?.page_info.total_pages
  if (!rows || pages === undefined) return null
  const paidRows = rows.filter(
    (row) => row.status === 'successful' && Date.parse(row.created_at) >= from.getTime(),
  )
  return { transactions: paidRows.map(toTransaction), pages }
}

const toTransaction = (row: z.infer<typeof RowsSchema>[number]): GatewayTransaction => {
  const isDeposit = parseAccountReference(row.tx_ref) !== null
  return {
    type: isDeposit ? 'deposit' : 'checkout',
    status: 'paid',
    reference: isDeposit ? row.id : row.tx_ref,
    gatewayReference: row.id,
    amountKobo: row.amount,
  }
}

const OriginSchema = z.object({
  meta: z.object({ order_reference: Identifier }).nullish().catch(null),
  customer: z.object({ email: Text }).nullish().catch(null),
})

/** Parses `meta`, which only the verify call returns, and the e-mail address; null when it could not be fetched. */
export function parseOrigin(httpResult: HttpResult): CheckoutOrigin | null {
  const result = parseResponse(httpResult)
  const origin = result.type === 'succeeded' ? OriginSchema.safeParse(result.data).data : undefined
  if (!origin) return null
  return { orderReference: origin.meta?.order_reference ?? null, email: origin.customer?.email ?? null }
}
