import type { VendorName } from '../../shared/constants.ts'
import type { Database } from '../database/index.ts'
import { findPostedEntry, floatOpenedEvent } from '../ledger/index.ts'

/** Payments and vends of the demo month, as the simulators' `POST /simulators/history` takes them. Amounts in kobo. */
export interface SimulatorHistory {
  readonly payments: readonly PastPayment[]
  readonly vends: readonly PastVend[]
  /** Our balances at the vendors before their first vend. */
  readonly floats?: readonly { vendor: VendorName; amount_kobo: number }[]
}

export interface PastPayment {
  readonly gateway: string
  readonly id: string
  readonly reference: string
  readonly order_reference: string | null
  readonly amount_kobo: number
  readonly email: string
  readonly opened_at: string
  readonly paid_at: string | null
  readonly refunds: readonly {
    id: string
    amount_kobo: number
    at: string
    status: 'processed' | 'needs-attention'
  }[]
  readonly disputes: readonly {
    id: string
    opened_at: string
    due_at: string
    decision: { at: string; refund_kobo: number } | null
  }[]
}

export interface PastVend {
  readonly vendor: string
  readonly request_id: string
  readonly transaction_id: string
  readonly product: string
  readonly variation: string
  readonly beneficiary: string
  readonly phone: string
  readonly quantity: number
  readonly amount_kobo: number
  readonly at: string
  readonly result: 'delivered' | 'failed' | 'pending'
}

/** Prepayments of a small business: the first covers three months of demo orders. */
const demoFloats: readonly { vendor: VendorName; amount_kobo: number }[] = [
  { vendor: 'vtpass', amount_kobo: 480_000_000 },
  { vendor: 'buypower', amount_kobo: 215_000_000 },
  { vendor: 'irecharge', amount_kobo: 140_000_000 },
]

const timeoutMs = 20_000

/** Adds the payments and vends to the simulators' history. Those that they have already stay unchanged, so it can be repeated. */
export async function sendHistory(simulatorsUrl: string, history: SimulatorHistory): Promise<void> {
  const response = await fetch(`${simulatorsUrl}/simulators/history`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(history),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The simulators rejected the demo month: ${await response.text()}`)
}

/** Opens the vendors' simulated floats at the first start. A float whose opening balance is recorded stays unchanged. */
export async function sendOpeningFloats(db: Database, simulatorsUrl: string): Promise<void> {
  const recorded = await Promise.all(
    demoFloats.map(({ vendor }) => findPostedEntry(db.q, floatOpenedEvent(vendor))),
  )
  const floats = demoFloats.filter((_, index) => recorded[index] === undefined)
  await sendHistory(simulatorsUrl, { payments: [], vends: [], floats })
}
