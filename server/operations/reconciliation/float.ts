import { sql } from 'kysely'
import { type VendorName, vendors } from '../../../shared/constants.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type AuditEvent, recordAuditEvent } from '../../audit/index.ts'
import type { Database } from '../../database/index.ts'
import { ApiError } from '../../http/index.ts'
import {
  account,
  accountSum,
  findPostedEntry,
  floatFunded,
  floatOpened,
  floatOpenedEvent,
  post,
} from '../../ledger/index.ts'
import { isDeliveredAfterWriteOff, type Vendors } from '../../vending/index.ts'
import { openBreak, resolveMatchedBreak } from './breaks.ts'
import { breakTexts, floatTexts } from './texts.ts'

/** Our prepaid balance at one vendor, kobo. */
export interface FloatBalance {
  readonly vendor: VendorName
  readonly ledgerKobo: bigint
  /** Total of the attempts with an unknown outcome: the vendor may have charged them. */
  readonly unknownKobo: bigint
  /** The balance that the vendor reports; null when it reports none. */
  readonly reportedKobo: bigint | null
  /** Whether the opening balance is recorded. */
  readonly hasOpeningBalance: boolean
}

export interface FloatDeps {
  readonly db: Database
  readonly vendors: Vendors
}

/** The float at each configured vendor, with the balance that the vendor reports now. */
export async function fetchFloats({ db, vendors: configured }: FloatDeps): Promise<FloatBalance[]> {
  const floats = await Promise.all(
    vendors.map(async (vendor): Promise<FloatBalance | null> => {
      const client = configured[vendor]
      if (!client) return null
      const balanceBefore = await ledgerFloat(db, vendor)
      const reportedKobo = await client.balance()
      const balanceAfter = await ledgerFloat(db, vendor)
      const hasOpeningBalance = (await findPostedEntry(db.q, floatOpenedEvent(vendor))) !== undefined
      // The vendor's balance may or may not include what was posted during the request.
      const changeKobo = balanceBefore.ledgerKobo - balanceAfter.ledgerKobo
      return {
        vendor,
        hasOpeningBalance,
        reportedKobo,
        ...balanceAfter,
        unknownKobo: balanceAfter.unknownKobo + (changeKobo > 0n ? changeKobo : -changeKobo),
      }
    }),
  )
  return floats.filter((float) => float !== null)
}

/** The float at a vendor by our ledger, and its purchases without a known outcome, kobo. */
export async function ledgerFloat(db: Database, vendor: VendorName) {
  const ledgerKobo = await accountSum(db.q, account.vendorFloat(vendor))
  const { rows } = await sql<{ kobo: string }>`
    select coalesce(sum(amount_kobo), 0)::text as kobo from attempts
    where vendor = ${vendor} and state in ('sending', 'unknown', 'written_off')
      and not ${isDeliveredAfterWriteOff}`.execute(db.q)
  return { ledgerKobo, unknownKobo: BigInt(rows[0]?.kobo ?? 0) }
}

/**
 * Reconciles live floats with the ledger; a vendor without a response waits for the next run.
 * @returns the number of mismatches
 */
export async function reconcileFloats(deps: FloatDeps): Promise<number> {
  let mismatchCount = 0
  for (const float of await fetchFloats(deps)) {
    if (float.reportedKobo === null) continue
    const matches =
      float.reportedKobo <= float.ledgerKobo + float.unknownKobo &&
      float.reportedKobo >= float.ledgerKobo - float.unknownKobo
    if (matches) await resolveMatchedBreak(deps.db.q, 'float', float.vendor)
    else {
      mismatchCount += 1
      const note = float.hasOpeningBalance
        ? breakTexts.floatDiffers({ vendor: float.vendor })
        : breakTexts.floatNotOpened({ vendor: float.vendor })
      await openBreak(deps.db.q, {
        kind: 'float',
        subject: float.vendor,
        internalKobo: float.ledgerKobo,
        externalKobo: float.reportedKobo,
        note,
      })
    }
  }
  return mismatchCount
}

interface OpenFloatResult {
  readonly status: 'opened' | 'rejected'
  /** A sentence for the operator. */
  readonly message: string
}

/** Records the balance that the vendor reports now as the float's opening balance. Once per vendor. */
export async function openFloat(
  deps: FloatDeps,
  vendor: VendorName,
  {
    reason: note,
    postedAt,
    ...event
  }: Pick<AuditEvent, 'actor' | 'requestId'> & { reason: string; postedAt?: Date | undefined },
): Promise<OpenFloatResult> {
  const rejectedResult = (message: string): OpenFloatResult => ({ status: 'rejected', message })
  const float = (await fetchFloats(deps)).find((candidate) => candidate.vendor === vendor)
  if (!float || float.reportedKobo === null) return rejectedResult(floatTexts.noBalance({ vendor }))
  const missingKobo = float.reportedKobo - float.ledgerKobo
  if (missingKobo === 0n) return rejectedResult(floatTexts.alreadyMatches({ vendor }))
  const posted = await deps.db.inTransaction(async (tx) => {
    if (!(await post(tx, floatOpened({ vendor, amountKobo: missingKobo, reason: note, postedAt }))))
      return false
    await recordAuditEvent(tx, {
      ...event,
      action: 'float.open',
      subject: vendor,
      detail: { reason: note, kobo: String(missingKobo) },
      ...(postedAt && { at: postedAt }),
    })
    return true
  })
  if (!posted) return rejectedResult(floatTexts.alreadyOpened({ vendor }))
  await resolveMatchedBreak(deps.db.q, 'float', vendor)
  return {
    status: 'opened',
    message: floatTexts.opened({ vendor, amount: formatMoney(float.reportedKobo) }),
  }
}

/**
 * Records the opening balances of simulated vendors, whose floats are filled at their first start.
 * @param postedAt a time before the demo month, whose orders are paid from the floats; without one, now
 */
export async function openFloats(deps: FloatDeps, postedAt?: Date): Promise<void> {
  for (const { vendor, hasOpeningBalance } of await fetchFloats(deps))
    if (!hasOpeningBalance)
      await openFloat(deps, vendor, {
        actor: 'system',
        reason: floatTexts.openedAtFirstStart(),
        postedAt,
      })
}

/** Records the opening balance of the float of a reconciliation break. @throws ApiError NOT_FOUND, NOT_NOW */
export async function openFloatForBreak(
  deps: FloatDeps,
  breakId: bigint,
  event: Pick<AuditEvent, 'actor' | 'requestId'> & { reason: string },
): Promise<string> {
  const row = await deps.db.q
    .selectFrom('reconciliation_breaks')
    .select('subject')
    .where('id', '=', breakId)
    .where('kind', '=', 'float')
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  const vendor = vendors.find((name) => name === row?.subject)
  if (!vendor) throw new ApiError('NOT_FOUND')
  const { status, message } = await openFloat(deps, vendor, event)
  if (status === 'rejected') throw new ApiError('NOT_NOW', { message })
  return message
}

/**
 * Posts a payment that we made to a vendor. Once per transfer reference.
 * @returns a sentence for the operator
 */
export async function fundFloat(
  { db }: Pick<FloatDeps, 'db'>,
  transfer: { vendor: VendorName; amountKobo: bigint; reference: string },
): Promise<string> {
  const { vendor, reference } = transfer
  const note = floatTexts.paymentReason({ vendor, reference })
  const posted = await db.inTransaction(async (tx) => {
    if (!(await post(tx, floatFunded({ ...transfer, reason: note })))) return false
    const detail = { reference, kobo: String(transfer.amountKobo) }
    await recordAuditEvent(tx, { actor: 'command', action: 'float.fund', subject: vendor, detail })
    return true
  })
  return posted
    ? floatTexts.funded({ amount: formatMoney(transfer.amountKobo), vendor })
    : floatTexts.alreadyFunded({ reference, vendor })
}
