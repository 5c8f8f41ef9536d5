import { apiPrefix } from '../../shared/constants.ts'
import { endpointPath } from '../../shared/contract.ts'
import { getOrderReceipt } from '../../shared/order-receipt.ts'
import { downloadFile } from '../lib/index.ts'
import type { Detail } from '../ui/index.ts'
import { successTexts } from './success-texts.ts'
import type { ReceiptFile } from './use-receipt-file.ts'

/** A code to redeem elsewhere. */
interface ReceiptCode {
  label: string
  /** As displayed. */
  code: string
}

/** A receipt as text, for pictures and sharing. */
export interface ReceiptText {
  /** The result: "Here is your token". */
  title: string
  /** The disco or network that delivered it. */
  biller: string
  codes: readonly ReceiptCode[]
  rows: readonly ReceiptRow[]
}

/** A row of a receipt. */
export interface ReceiptRow extends Detail {
  /** The value as text, where it is not text on the page. */
  textValue?: string
  /** True for what a shared text omits: the customer's name and address, and how they paid. */
  isPrivate?: boolean
}

export const rowTextOf = ({ value, textValue }: ReceiptRow): string =>
  textValue ?? (typeof value === 'string' ? value : '')

/** Text to share: the codes, then what identifies the purchase. No name, no address. */
export const receiptShareText = ({ title, codes, rows }: ReceiptText, signature: string): string =>
  [
    ...(codes.length > 0 ? codes.map(({ label, code }) => sharedLine(label, code)) : [title]),
    ...rows.filter(({ isPrivate }) => !isPrivate).map((row) => sharedLine(row.label, rowTextOf(row))),
    signature,
  ].join('\n')

const sharedLine = (label: string, value: string) => successTexts.sharedLine({ label, value })

export const whatsappUrl = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`

export const mailtoUrl = (to: string, subject: string, text: string) =>
  `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`

/** The PDF receipt of any service, for a caller with access to the order. */
export function pdfReceiptFile(reference: string, accessToken: string, number: string): ReceiptFile {
  const query: Record<string, string> = accessToken ? { access_token: accessToken } : {}
  return {
    href: `${apiPrefix}${endpointPath(getOrderReceipt, { reference })}?${new URLSearchParams(query)}`,
    name: `${number}-${reference}-receipt.pdf`,
    fetch: () => downloadFile(getOrderReceipt, { params: { reference }, query }),
  }
}
