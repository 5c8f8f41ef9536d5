import { formatMoney } from '../../shared/money.ts'

/** Decisions that are printed. Unless it is a dry run, all are in the back office: reviews, breaks and unallocated funds. */
const maxPrintedDecisions = 40

/** The lines of the report, in order. */
const rowTexts = {
  payment_matched: 'Payments that match',
  payment_updated: 'Payments updated from their gateway',
  payment_order: 'Missing payments of known orders, recorded',
  payment_top_up: 'Missing top-ups of known users, credited',
  payment_unallocated: 'Missing payments of unknown orders, unallocated',
  payment_refunded: 'Payments refunded in full at the gateway',
  payment_unknown: 'Payments to review or to verify again',
  deposit_matched: 'Transfers to virtual accounts that match',
  deposit_recorded: 'Missing transfers to virtual accounts, recorded',
  vend_delivered: 'Vends delivered before the restore, recorded',
  vend_failed: 'Vends proven failed',
  vend_unknown: 'Vends with an unknown outcome',
  vend_not_received: 'Paid orders that no vendor received',
  delivered_unpaid: 'Delivered orders without a recorded payment',
  refund_open: 'Open refunds, compared before they are sent',
} as const
export type ReportRow = keyof typeof rowTexts

interface Sum {
  count: number
  kobo: bigint
}

/** Counts and amounts of a recovery, and what a person must decide. */
export interface RecoveryReport {
  add(row: ReportRow, kobo: bigint): void
  addDecision(sentence: string): void
  /** A source could not be read completely: the recovery must be run again. */
  addUnread(sentence: string): void
  readonly isComplete: boolean
  lines(): string[]
}

export function createRecoveryReport(): RecoveryReport {
  const sums = new Map<ReportRow, Sum>()
  const decisions: string[] = []
  const unread: string[] = []
  return {
    add(row, kobo) {
      const sum = sums.get(row) ?? { count: 0, kobo: 0n }
      sums.set(row, { count: sum.count + 1, kobo: sum.kobo + kobo })
    },
    addDecision: (sentence) => decisions.push(sentence),
    addUnread: (sentence) => unread.push(sentence),
    get isComplete() {
      return unread.length === 0
    },
    lines: () => [
      ...Object.entries(rowTexts).map(([row, text]) => lineOf(text, sums.get(row as ReportRow))),
      '',
      decisions.length === 0
        ? 'Nothing for a person to decide.'
        : `For a person to decide (${decisions.length}):`,
      ...decisions.slice(0, maxPrintedDecisions).map((sentence) => `  ${sentence}`),
      ...(decisions.length > maxPrintedDecisions
        ? [`  and ${decisions.length - maxPrintedDecisions} more.`]
        : []),
      ...unread.map((sentence) => `Not complete: ${sentence}`),
    ],
  }
}

const lineOf = (text: string, { count, kobo }: Sum = { count: 0, kobo: 0n }): string =>
  `${text.padEnd(48)}${String(count).padStart(6)}  ${formatMoney(kobo).padStart(16)}`
