import type { ComponentType } from 'react'
import type { Service } from '../../shared/constants.ts'
import type { CopyTexts } from './code-card.tsx'
import type { ShareTexts } from './native-share.ts'
import type { ReceiptRow } from './receipt.ts'
import type { ReceiptFile } from './use-receipt-file.ts'

/** A code to redeem elsewhere: a token, a PIN, a serial number, a voucher. */
export interface Code {
  label: string
  code: string
  /** Formatted for display, when different from the code. */
  displayText?: string
  /** Default: those of an electricity token. */
  copyTexts?: CopyTexts
  /** Shown below the main actions: needed together with another code. */
  isSecondary?: boolean
}

/** Fields of a delivered order of every service. Amounts in naira. */
export interface DeliveredOrderFields {
  reference: string
  amount: number
  service_charge: number
  total_amount: number
  created_at: string
  /** How its owner paid; null for other callers. */
  paid_with: string | null
  /** Null for none, and for callers without full access. */
  customer_email_address: string | null
}

/** Service-specific parts of the success page, which is also the receipt. */
export interface SuccessDefinition<O extends DeliveredOrderFields> {
  service: Service
  fetchOrder: (reference: string, accessToken: string) => Promise<O | null>
  title: (order: O) => string
  /** How to use the codes, or what was delivered to whom. */
  introduction?: (order: O) => string | null
  codes?: (order: O) => Code[]
  /** The codes on the page. Default: one below the other. */
  CodesComponent?: ComponentType<{ order: O }>
  /** Advice about rejected codes; below the main actions. */
  hint?: (order: O) => string | null
  biller: (order: O) => { logo: string; name: string }
  /** The number of the meter, smartcard, phone or profile, for file names. */
  recipientNumber: (order: O) => string
  rows: (order: O) => ReceiptRow[]
  newOrderLabel: () => string
  /** Default: the codes and the rows that are not private. */
  shareText?: (order: O, signature: string) => string
  shareTexts?: ShareTexts
  /** Default: the receipt endpoint of every service. */
  receiptFile?: (order: O, accessToken: string) => ReceiptFile
  /** Page to print. Default: this page. */
  printPageUrl?: (order: O, accessToken: string) => string
}
