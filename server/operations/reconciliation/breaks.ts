import { sql } from 'kysely'
import type { Database, storedDepositKind, Tx } from '../../database/index.ts'

/** Most breaks have a row id as subject; a float or an order has its name. */
export const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

type Writer = Database['q'] | Tx
export type BreakKind =
  | 'order'
  | 'payment'
  | 'refund'
  | 'attempt'
  | typeof storedDepositKind
  | 'float'
  | 'unallocated_funds'
  | 'dispute'
  | 'settlement'
  | 'unsettled'

/** Our and the counterparty's amount, kobo; null for a side without an amount. */
export interface BreakInput {
  readonly kind: BreakKind
  /** A row id, an order's reference or a vendor's name. One open break per kind and subject. */
  readonly subject: string
  readonly internalKobo: bigint | null
  readonly externalKobo: bigint | null
  readonly note: string
}

/** Opens a break, or updates the open one and keeps its age. */
export async function openBreak(tx: Writer, input: BreakInput): Promise<void> {
  const amounts = { internal_kobo: input.internalKobo, external_kobo: input.externalKobo, note: input.note }
  await tx
    .insertInto('reconciliation_breaks')
    .values({ kind: input.kind, subject: input.subject, ...amounts, resolved_at: null, resolution: null })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .where('resolved_at', 'is', null)
        .doUpdateSet({ ...amounts, last_seen_at: sql<Date>`app_now()` }),
    )
    .execute()
}

/** Stored as the resolution of a break whose two sides agree again. */
export const matchedResolution = 'Both sides agree.'

/** Resolves a break whose two sides agree again. */
export async function resolveMatchedBreak(tx: Writer, kind: BreakKind, subject: string): Promise<void> {
  await tx
    .updateTable('reconciliation_breaks')
    .set({ resolved_at: sql<Date>`app_now()`, resolution: matchedResolution })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .execute()
}

/** Opens or updates a break, unless a manager has explained one of these amounts. */
export async function openUnexplainedBreak(tx: Writer, input: BreakInput): Promise<void> {
  if (!(await isExplained(tx, input))) await openBreak(tx, input)
}

const isExplained = async (
  db: Writer,
  { kind, subject, internalKobo, externalKobo }: BreakInput,
): Promise<boolean> =>
  (await db
    .selectFrom('reconciliation_breaks')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('internal_kobo', 'is not distinct from', internalKobo)
    .where('external_kobo', 'is not distinct from', externalKobo)
    .where('resolved_at', 'is not', null)
    .where('resolution', '!=', matchedResolution)
    .executeTakeFirst()) !== undefined
