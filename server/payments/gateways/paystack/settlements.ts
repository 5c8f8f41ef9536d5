import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import type { GatewaySettlement, GatewaySettlementLine } from '../../gateway.ts'
import { Identifier, isOk } from '../http-status.ts'
import { Id, parseEnvelope, SignedKoboAmount } from './envelope.ts'

const statuses: Readonly<Record<string, GatewaySettlement['status']>> = {
  success: 'paid',
  processing: 'pending',
  pending: 'pending',
  failed: 'failed',
}
const SettlementsSchema = z.array(
  z.object({
    id: Id,
    status: z.string(),
    currency: z.string(),
    total_processed: SignedKoboAmount,
    total_amount: SignedKoboAmount,
    /** Less refunds and chargebacks, which the total may not deduct. */
    effective_amount: SignedKoboAmount.nullish(),
    settlement_date: z.string().regex(/^\d{4}-\d\d-\d\d/),
  }),
)
const LinesSchema = z.array(
  z.object({
    id: Id,
    reference: Identifier,
    amount: SignedKoboAmount,
    fees: SignedKoboAmount.nullish(),
    currency: z.string(),
  }),
)
const PagesSchema = z.object({ pageCount: z.number().int().nonnegative() })

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly pages: number
}

/**
 * Parses one page of `GET /settlement`; amounts are kobo. A status that is not listed is `pending`, and a settlement in
 * another currency is left out. Null when it could not be read. Source: Paystack, "Settlements"
 */
export function parseSettlements(httpResult: HttpResult): Page<GatewaySettlement> | null {
  const page = parsePage(httpResult, SettlementsSchema)
  if (!page) return null
  const rows = page.rows
    .filter(({ currency }) => currency === 'NGN')
    .map((row) => ({
      settlementId: row.id,
      status: statuses[row.status] ?? 'pending',
      grossKobo: row.total_processed,
      netKobo: row.effective_amount ?? row.total_amount,
      settledOn: row.settlement_date.slice(0, 10),
    }))
  return { rows, pages: page.pages }
}

/**
 * Parses one page of `GET /settlement/{id}/transactions`: transactions as in their own list. Null when it could not be
 * read. Source: Paystack, "Settlements", "List settlement transactions"
 */
export function parseSettlementLines(httpResult: HttpResult): Page<GatewaySettlementLine> | null {
  const page = parsePage(httpResult, LinesSchema)
  if (!page) return null
  const rows = page.rows.map((row) => ({
    gatewayReference: row.id,
    reference: row.reference ?? row.id,
    grossKobo: row.amount,
    netKobo: row.amount - (row.fees ?? 0n),
  }))
  return { rows, pages: page.pages }
}

function parsePage<Schema extends z.ZodType>(httpResult: HttpResult, schema: Schema) {
  const envelope =
    httpResult.type === 'response' && isOk(httpResult.status) ? parseEnvelope(httpResult) : null
  const rows = envelope?.status ? schema.safeParse(envelope.data).data : undefined
  const pages = PagesSchema.safeParse(envelope?.meta).data?.pageCount
  return rows && pages !== undefined ? { rows, pages } : null
}
