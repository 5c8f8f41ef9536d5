import { formatMoney } from '../../../shared/money.ts'
import type { GatewaySettlementLine } from '../../payments/index.ts'

/** Our record of a settled transaction: a payment, or a deposit to a reserved account. */
export interface SettledRecord {
  readonly type: 'payment' | 'deposit'
  readonly id: string
  /** Null unless it is recorded as received. */
  readonly paidKobo: bigint | null
  /** Null if the gateway did not report its fee. */
  readonly feeKobo: bigint | null
}

export interface LineMatch {
  readonly match: 'matched' | 'amount_differs' | 'unmatched'
  /** Why it does not match. */
  readonly note: string | null
}

/** Compares a line of a settlement with our record: the amount paid, and what remains of it after fees. */
export function matchLine(line: GatewaySettlementLine, record: SettledRecord | undefined): LineMatch {
  if (!record) return { match: 'unmatched', note: `We have no payment with the reference ${line.reference}.` }
  const { paidKobo, feeKobo } = record
  if (paidKobo === null)
    return { match: 'unmatched', note: `Our ${record.type} ${line.reference} is not recorded as received.` }
  if (paidKobo !== line.grossKobo)
    return {
      match: 'amount_differs',
      note: `The gateway settled a payment of ${formatMoney(line.grossKobo)}; we recorded ${formatMoney(paidKobo)}.`,
    }
  const expectedKobo = paidKobo - (feeKobo ?? line.grossKobo - line.netKobo)
  if (expectedKobo !== line.netKobo)
    return {
      match: 'amount_differs',
      note: `The gateway paid ${formatMoney(line.netKobo)} after fees; by the fee it reported before, ${formatMoney(expectedKobo)} were due.`,
    }
  return { match: 'matched', note: null }
}
