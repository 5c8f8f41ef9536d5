import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type { CheckoutOrigin, GatewayTransaction } from '../../gateway.ts'
import { Identifier, isOk } from '../http-status.ts'
import { Id, KoboAmount, parseEnvelope, Text } from './envelope.ts'
import { accountChannel } from './webhook.ts'

const RowsSchema = z.array(
  z.object({ id: Id, reference: z.string().min(1), status: z.string(), amount: KoboAmount, channel: Text }),
)
const PagesSchema = z.object({ pageCount: z.number().int().nonnegative() })

const parseData = (httpResult: HttpResult) => {
  const envelope =
    httpResult.type === 'response' && isOk(httpResult.status) ? parseEnvelope(httpResult) : null
  return envelope?.status ? envelope : null
}

/**
 * Parses one page of `GET /transaction`; amounts are kobo, `meta.pageCount` counts the pages. Null when it could not be
 * fetched or a row cannot be read, because an overlooked payment stays lost. Source: Paystack, "List transactions"
 */
export function parseTransactions(
  httpResult: HttpResult,
): { transactions: GatewayTransaction[]; pages: number } | null {
  const envelope = parseData(httpResult)
  const rows = RowsSchema.safeParse(envelope?.data).data
  const pages = PagesSchema.safeParse(envelope?.meta).data?.pageCount
  if (!rows || pages === undefined) return null
  const transactions = rows.flatMap((row): GatewayTransaction[] => {
    const status = row.status === 'success' ? 'paid' : row.status
    if (status !== 'paid' && status !== 'reversed') return []
    const type = row.channel === accountChannel ? 'deposit' : 'checkout'
    return [{ type, status, reference: row.reference, gatewayReference: row.id, amountKobo: row.amount }]
  })
  return { transactions, pages }
}

const MetadataSchema = z.object({ order_reference: Identifier })
/** Metadata is an object or its JSON text. */
const OriginSchema = z.object({
  metadata: z
    .union([MetadataSchema, z.string().transform(parseMetadata)])
    .nullish()
    .catch(null),
  customer: z
    .object({ email: Text.catch(null) })
    .nullish()
    .catch(null),
})

function parseMetadata(text: string): z.infer<typeof MetadataSchema> | null {
  return MetadataSchema.safeParse(parseLosslessJson(text)).data ?? null
}

/** Parses the metadata and e-mail address of a transaction from the verify call; null when it could not be fetched. */
export function parseOrigin(httpResult: HttpResult): CheckoutOrigin | null {
  const origin = OriginSchema.safeParse(parseData(httpResult)?.data).data
  if (!origin) return null
  return {
    orderReference: origin.metadata?.order_reference ?? null,
    email: origin.customer?.email ?? null,
  }
}
