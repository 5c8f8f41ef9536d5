import { encodeQR } from 'qr'
import { homePath } from '../../../shared/pages.ts'
import type { PageResult } from '../page.ts'
import { requestPageTexts } from './texts.ts'

interface Field {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly type?: 'checkbox'
  readonly options?: readonly { value: string; text: string }[]
  readonly maxLength?: number
  readonly inputMode?: 'decimal'
  readonly required?: boolean
  readonly error?: string | undefined
}

interface Form {
  readonly action: string
  readonly hiddenFields: Readonly<Record<string, string>>
  readonly fields?: readonly Field[]
  readonly button: string
  readonly primary?: boolean
}

export interface Section {
  readonly details?: readonly { label: string; value: string; strong?: boolean }[]
  readonly share?: object
  readonly links?: readonly { href: string; text: string; primary?: boolean }[]
  readonly forms?: readonly Form[]
}

interface RequestView {
  readonly heading: string
  /** The heading is above the cards of the items. */
  readonly isList?: boolean
  /** An error. */
  readonly message?: string | null
  readonly lines?: readonly { text: string; isStatus?: boolean }[]
  readonly content?: Section
  readonly items?: readonly (Section & { heading: string; status: string })[]
  readonly report?: (Form & { heading: string }) | null
  readonly httpStatus?: number
}

/** A page of payment requests, readable and usable without JavaScript. */
export const requestView = ({ httpStatus = 200, ...view }: RequestView): PageResult & { type: 'page' } => ({
  type: 'page',
  httpStatus,
  view: 'payment-request',
  locals: { isList: false, message: null, lines: [], content: {}, items: [], report: null, ...view },
})

export const requestNotFound = (httpStatus = 404, message = requestPageTexts.notFoundMessage()): PageResult =>
  requestView({
    httpStatus,
    heading: requestPageTexts.notFound(),
    message,
    content: { links: [{ href: homePath, text: requestPageTexts.goHome() }] },
  })

/** The link of a request with its QR code and a share link for WhatsApp. */
export function shareOf(request: { id: string; link: string; title: string }, open: boolean) {
  const rows = encodeQR(request.link, 'raw', { border: 4 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const text = requestPageTexts.whatsappText({ title: request.title, link: request.link })
  return {
    share: {
      id: request.id,
      label: requestPageTexts.link(),
      link: request.link,
      copy: requestPageTexts.copy(),
      copied: requestPageTexts.copied(),
      notCopied: requestPageTexts.notCopied(),
      qrLabel: requestPageTexts.qr(),
      qr: { size: rows.length, path },
      open,
    },
    whatsapp: { href: `https://wa.me/?text=${encodeURIComponent(text)}`, text: requestPageTexts.whatsapp() },
  }
}
