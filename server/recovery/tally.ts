import { formatMoney } from '../../shared/money.ts'

/** Decisions that are printed; all of them are in the back office. */
const maxPrinted = 40

/** The lines of the report, in order. */
const rowTexts = {
  payment_agreed: 'Payments that agree',
  payment_updated: 'Payments behind their gateway, applied',
  payment_order: 'Missing payments of known orders, recorded',
  payment_top_up: 'Missing top-ups of known users, credited',
  payment_unallocated: 'Missing payments of missing orders, unallocated',
  payment_refunded: 'Payments refunded in full at the gateway',
  payment_unknown: 'Payments to decide or to ask about again',
  deposit_agreed: 'Transfers to virtual accounts that agree',
  deposit_recorded: 'Missing transfers to virtual accounts, recorded',
  vend_delivered: 'Vends delivered before the restore, recorded',
  vend_failed: 'Vends proven failed',
  vend_unknown: 'Vends with an unknown outcome',
  vend_unsent: 'Paid orders that no vendor received',
  vend_unpaid: 'Orders delivered without a payment here',
  refund_open: 'Open refunds, matched before they are sent',
} as const
export type ReportRow = keyof typeof rowTexts

interface Sum {
  count: number
  kobo: bigint
}

/** Counts and amounts of a recovery, and what a person must decide. */
export interface Tally {
  add(row: ReportRow, kobo: bigint): void
  decide(sentence: string): void
  /** A source could not be read completely: the recovery must be run again. */
  fail(sentence: string): void
  readonly isComplete: boolean
  lines(): string[]
}

export function createTally(): Tally {
  const sums = new Map<ReportRow, Sum>()
  const decisions: string[] = []
  const failures: string[] = []
  return {
    add(row, kobo) {
      const sum = sums.get(row) ?? { count: 0, kobo: 0n }
      sums.set(row, { count: sum.count + 1, kobo: sum.kobo + kobo })
    },
    decide: (sentence) => decisions.push(sentence),
    fail: (sentence) => failures.push(sentence),
    get isComplete() {
      return failures.length === 0
    },
    lines: () => [
      ...Object.entries(rowTexts).map(([row, text]) => lineOf(text, sums.get(row as ReportRow))),
      '',
      decisions.length === 0
        ? 'Nothing for a person to decide.'
        : `For a person to decide (${decisions.length}):`,
      ...decisions.slice(0, maxPrinted).map((sentence) => `  ${sentence}`),
      ...(decisions.length > maxPrinted
        ? [`  and ${decisions.length - maxPrinted} more: all are listed in the back office.`]
        : []),
      ...failures.map((sentence) => `Not complete: ${sentence}`),
    ],
  }
}

const lineOf = (text: string, { count, kobo }: Sum = { count: 0, kobo: 0n }): string =>
  `${text.padEnd(48)}${String(count).padStart(6)}  ${formatMoney(kobo).padStart(16)}`
