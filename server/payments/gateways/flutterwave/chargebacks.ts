import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import type { ListedDispute } from '../../gateway.ts'
import { NairaAmount } from '../http-status.ts'
import { Id, parseResponse } from './envelope.ts'

const ChargebacksSchema = z.array(
  z.object({
    id: Id,
    amount: NairaAmount,
    status: z.string(),
    tx_ref: z.string(),
    due_date: z.string().nullish().catch(null),
  }),
)
const PagesSchema = z.object({ page_info: z.object({ total_pages: z.number() }) })

/** `accepted` by us and `lost` return the money. One that we declined is open until it is decided. */
const lostStatuses: ReadonlySet<string> = new Set(['accepted', 'lost'])

/**
 * Parses one page of `GET /chargebacks`; amounts are naira. A status that is not listed is open. Null when it could not be
 * read.
 * Source: Flutterwave API, version 3, "Chargebacks"
 */
export function parseChargebacks(httpResult: HttpResult): { rows: ListedDispute[]; pages: number } | null {
  const result = parseResponse(httpResult)
  if (result.type !== 'succeeded') return null
  const rows = ChargebacksSchema.safeParse(result.data).data
  const pages = PagesSchema.safeParse(result.meta).data?.page_info.total_pages
  if (!rows || pages === undefined) return null
  return { pages, rows: rows.map(toDispute) }
}

function toDispute(row: z.infer<typeof ChargebacksSchema>[number]): ListedDispute {
  const dueMs = Date.parse(row.due_date ?? '')
  const dispute = {
    paymentReference: row.tx_ref,
    evidenceDueAt: Number.isNaN(dueMs) ? null : new Date(dueMs),
  }
  if (lostStatuses.has(row.status))
    return { disputeId: row.id, status: { ...dispute, type: 'lost', amountKobo: row.amount } }
  return { disputeId: row.id, status: { ...dispute, type: row.status === 'won' ? 'won' : 'open' } }
}
