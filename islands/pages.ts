import type { ServiceStatus } from '../shared/actions.ts'
import type { MeterType } from '../shared/constants.ts'
import type { FieldErrors } from '../shared/contract.ts'
import type { OrderStatus } from '../shared/orders.ts'
import type { PaymentOption } from '../shared/payments.ts'
import type { Disco, MeterInfo, PowerOrder, PowerRecord } from '../shared/power.ts'

/** What the shell gives each island; the same object renders the page on the server and in the browser. */
export interface EveryPage {
  signedIn: boolean
  /** Simulated money: forms show the test values beside their fields. */
  simulated: boolean
  brandName: string
  /** Why the visitor was led here, in one sentence. */
  note: string | null
}

export interface PowerHistory {
  values: { meter_number: string; phone_number: string }
  records: PowerRecord[] | null
  errors: FieldErrors
  message: string | null
}

export interface PowerFormPage extends EveryPage {
  status: ServiceStatus
  /** Both lists, so that the choice works before any call. */
  discos: { prepaid: Disco[]; postpaid: Disco[] }
  /** What was typed, after a post without script that was refused. */
  values: Record<string, string>
  errors: FieldErrors
  message: string | null
  history: PowerHistory
  /** The hidden field of the script-off form. Empty where the page is rendered once for everybody. */
  csrf: string
}

export interface ChooserPage extends EveryPage {
  tiles: ServiceStatus[]
  power: PowerFormPage
}

export interface PowerDetailsPage extends EveryPage {
  reference: string
  /** Null when the order is unknown to this session. */
  details: MeterInfo | null
  status: OrderStatus | null
  options: PaymentOption[]
}

export interface ProcessPage extends EveryPage {
  service: OrderStatus['service']
  reference: string
  second: string | null
  /** Null when this visitor may not read the order. */
  status: OrderStatus | null
  /** Names the company that is asked, where the shell knows it: "Ikeja Electric". */
  company: string | null
  /** A postpaid bill has no token to wait for; where the shell knows it. */
  meter_type?: MeterType | null
}

export interface PowerSuccessPage extends EveryPage {
  reference: string
  second: string
  order: PowerOrder | null
  message: string | null
  appUrl: string
}

export interface PrintReceiptPage extends EveryPage {
  order: PowerOrder | null
}

/** The islands by name, with the props of each. */
export interface IslandProps {
  chooser: ChooserPage
  'power-form': PowerFormPage
  'power-details': PowerDetailsPage
  process: ProcessPage
  'power-success': PowerSuccessPage
  'print-receipt': PrintReceiptPage
}
export type IslandName = keyof IslandProps
