import { z } from 'zod'
import type { GatewaySettlementId } from '../../../../shared/ids.ts'
import type { HttpResult } from '../../../http/http-client.ts'
import type { GatewaySettlement, GatewaySettlementLine } from '../../gateway.ts'
import { Identifier, SignedNairaAmount } from '../http-status.ts'
import { Id, parseResponse } from './envelope.ts'

const SettlementsSchema = z.array(
  z.object({
    id: Id,
    status: z.string(),
    currency: z.string(),
    gross_amount: SignedNairaAmount,
    net_amount: SignedNairaAmount,
    due_date: z.string().regex(/^\d{4}-\d\d-\d\d/),
  }),
)
const PagesSchema = z.object({ page_info: z.object({ total_pages: z.number() }) })
const statuses: Readonly<Record<string, GatewaySettlement['status']>> = {
  completed: 'paid',
  pending: 'pending',
  failed: 'failed',
}

/**
 * Parses one page of `GET /settlements`; amounts are naira. The net amount is what remains after fees, stamp duty,
 * refunds and chargebacks. A status that is not listed is `pending`. Null when it could not be read.
 * Source: Flutterwave, Node SDK for version 3, "Settlements"
 */
export function parseSettlements(
  httpResult: HttpResult,
): { rows: GatewaySettlement[]; pages: number } | null {
  const result = parseResponse(httpResult)
  if (result.type !== 'succeeded') return null
  const rows = SettlementsSchema.safeParse(result.data).data
  const pages = PagesSchema.safeParse(result.meta).data?.page_info.total_pages
  if (!rows || pages === undefined) return null
  return {
    pages,
    rows: rows
      .filter(({ currency }) => currency === 'NGN')
      .map((row) => ({
        settlementId: row.id,
        status: statuses[row.status] ?? 'pending',
        grossKobo: row.gross_amount,
        netKobo: row.net_amount,
        settledOn: row.due_date.slice(0, 10),
      })),
  }
}

const SettlementSchema = z.object({
  id: Id,
  transactions: z.array(
    z.object({
      id: Id,
      tx_ref: Identifier,
      charged_amount: SignedNairaAmount,
      settlement_amount: SignedNairaAmount,
    }),
  ),
})

/**
 * Parses the transactions of `GET /settlements/{id}`; null when it could not be read, or is another settlement.
 * Source: Flutterwave, Node SDK for version 3, "Settlements"
 */
export function parseSettlementLines(
  httpResult: HttpResult,
  settlementId: GatewaySettlementId,
): GatewaySettlementLine[] | null {
  const result = parseResponse(httpResult)
  const settlement = result.type === 'succeeded' ? SettlementSchema.safeParse(result.data).data : undefined
  if (settlement?.id !== settlementId) return null
  return settlement.transactions.map((row) => ({
    gatewayReference: row.id,
    reference: row.tx_ref ?? row.id,
    grossKobo: row.charged_amount,
    netKobo: row.settlement_amount,
  }))
}
