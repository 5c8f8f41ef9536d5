import { sql } from 'kysely'
import { type VendorName, vendors } from '../../../shared/constants.ts'
import { formatMoney } from '../../../shared/money.ts'
import { audit } from '../../audit/index.ts'
import type { Database } from '../../database/index.ts'
import {
  account,
  floatFunded,
  floatOpened,
  floatOpenedEvent,
  post,
  postedEntry,
  sumOf,
} from '../../ledger/index.ts'
import type { Vendors } from '../../vending/index.ts'
import { endDifference, listDifference } from './differences.ts'

/** Our prepaid balance at one vendor, kobo. */
export interface FloatNow {
  readonly vendor: VendorName
  readonly booksKobo: bigint
  /** Of tries whose outcome is not known: the vendor may have taken it, or not. */
  readonly unclearKobo: bigint
  /** What the vendor says; null when it does not. */
  readonly liveKobo: bigint | null
  /** Whether our books of it were opened. */
  readonly opened: boolean
}

export interface FloatParts {
  readonly db: Database
  readonly vendors: Vendors
}

/** Every float that we know of, beside what the vendor says of it now. */
export async function floatsNow({ db, vendors: configured }: FloatParts): Promise<FloatNow[]> {
  const found = await Promise.all(
    vendors.map(async (vendor): Promise<FloatNow | null> => {
      const seller = configured[vendor]
      if (!seller) return null
      const before = await bookedFloat(db, vendor)
      const liveKobo = await seller.balance()
      const after = await bookedFloat(db, vendor)
      const opened = (await postedEntry(db.q, floatOpenedEvent(vendor))) !== undefined
      // What was booked while we asked may be in the answer, or not.
      const moved = before.booksKobo - after.booksKobo
      return {
        vendor,
        opened,
        liveKobo,
        ...after,
        unclearKobo: after.unclearKobo + (moved > 0n ? moved : -moved),
      }
    }),
  )
  return found.filter((it) => it !== null)
}

async function bookedFloat(db: Database, vendor: VendorName) {
  const booksKobo = await sumOf(db.q, account.vendorFloat(vendor))
  const { rows } = await sql<{ kobo: string }>`
    select coalesce(sum(amount_kobo), 0)::text as kobo from attempts
    where vendor = ${vendor} and state in ('sending', 'unknown', 'written_off')
      and (state <> 'written_off' or because is distinct from 'delivered')`.execute(db.q)
  return { booksKobo, unclearKobo: BigInt(rows[0]?.kobo ?? 0) }
}

/** Live floats beside the ledger. A vendor that does not answer is asked at the next comparison. @returns how many differ */
export async function compareFloats(parts: FloatParts): Promise<number> {
  let wrong = 0
  for (const it of await floatsNow(parts)) {
    if (it.liveKobo === null) continue
    const fits = it.liveKobo <= it.booksKobo + it.unclearKobo && it.liveKobo >= it.booksKobo - it.unclearKobo
    if (fits) await endDifference(parts.db.q, 'float', it.vendor)
    else {
      wrong += 1
      const note = it.opened
        ? `The float at ${it.vendor} is not what our books say.`
        : `The books of the float at ${it.vendor} were never opened: npm run books -- open ${it.vendor} "why".`
      await listDifference(parts.db.q, {
        kind: 'float',
        subject: it.vendor,
        ourKobo: it.booksKobo,
        theirKobo: it.liveKobo,
        note,
      })
    }
  }
  return wrong
}

/** Begins our books of a float with what the vendor holds now. Once for each vendor. @returns a sentence */
export async function openFloat(parts: FloatParts, vendor: VendorName, why: string): Promise<string> {
  const float = (await floatsNow(parts)).find((it) => it.vendor === vendor)
  if (!float || float.liveKobo === null)
    return `${vendor} does not say what it holds for us: nothing was posted.`
  const missingKobo = float.liveKobo - float.booksKobo
  if (missingKobo === 0n) return `Our books of the float at ${vendor} hold already what it says.`
  const posted = await parts.db.inTransaction(async (tx) => {
    if (!(await post(tx, floatOpened({ vendor, missingKobo, why })))) return false
    await audit(tx, {
      by: 'command',
      action: 'float.open',
      subject: vendor,
      detail: { why, kobo: String(missingKobo) },
    })
    return true
  })
  return posted
    ? `The books of the float at ${vendor} begin with ${formatMoney(float.liveKobo)}.`
    : `The books of the float at ${vendor} were opened before.`
}

/** Books what we paid to a vendor. Once for each reference of the transfer. @returns a sentence */
export async function fundFloat(
  { db }: Pick<FloatParts, 'db'>,
  it: { vendor: VendorName; amountKobo: bigint; reference: string },
): Promise<string> {
  const why = `paid to ${it.vendor}, transfer ${it.reference}`
  const posted = await db.inTransaction(async (tx) => {
    if (!(await post(tx, floatFunded({ ...it, why })))) return false
    const detail = { reference: it.reference, kobo: String(it.amountKobo) }
    await audit(tx, { by: 'command', action: 'float.fund', subject: it.vendor, detail })
    return true
  })
  return posted
    ? `${formatMoney(it.amountKobo)} were booked to the float at ${it.vendor}.`
    : `The transfer ${it.reference} to ${it.vendor} was booked before.`
}
