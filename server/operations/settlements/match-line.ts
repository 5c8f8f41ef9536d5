import { formatMoney } from '../../../shared/money.ts'
import type { GatewaySettlementLine } from '../../payments/index.ts'
import { settlementLineTexts } from './texts.ts'

/** Our record of a settled transaction: a payment, or a deposit to a virtual account. */
export interface SettledRecord {
  readonly type: 'payment' | 'deposit'
  readonly id: string
  /** The gateway's id of the transaction; null for a deposit, whose id is its reference. */
  readonly gatewayReference: string | null
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

const notReceivedTexts = {
  payment: settlementLineTexts.paymentNotReceived,
  deposit: settlementLineTexts.depositNotReceived,
} as const

/**
 * False for a second transaction under the reference of a payment: its payer has paid twice at a gateway that accepts a
 * reference again.
 */
export const isSameTransaction = (
  { gatewayReference }: GatewaySettlementLine,
  record: SettledRecord,
): boolean => record.gatewayReference === null || record.gatewayReference === gatewayReference

/** Compares a line of a settlement with our record: the amount paid, and what remains of it after fees. */
export function matchLine(line: GatewaySettlementLine, record: SettledRecord | undefined): LineMatch {
  if (!record)
    return { match: 'unmatched', note: settlementLineTexts.noPayment({ reference: line.reference }) }
  if (!isSameTransaction(line, record))
    return { match: 'unmatched', note: settlementLineTexts.anotherTransaction({ reference: line.reference }) }
  const { paidKobo, feeKobo } = record
  if (paidKobo === null)
    return { match: 'unmatched', note: notReceivedTexts[record.type]({ reference: line.reference }) }
  if (paidKobo !== line.grossKobo)
    return {
      match: 'amount_differs',
      note: settlementLineTexts.amountDiffers({
        settled: formatMoney(line.grossKobo),
        recorded: formatMoney(paidKobo),
      }),
    }
  const expectedKobo = paidKobo - (feeKobo ?? line.grossKobo - line.netKobo)
  if (expectedKobo !== line.netKobo)
    return {
      match: 'amount_differs',
      note: settlementLineTexts.feeDiffers({
        paid: formatMoney(line.netKobo),
        due: formatMoney(expectedKobo),
      }),
    }
  return { match: 'matched', note: null }
}
