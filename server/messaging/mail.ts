import { oneLine } from '../../shared/text.ts'
import { campaignMailTexts } from './message-texts.ts'
import { escapeHtml } from './text.ts'

/** The brand's colour on white. */
const brandColor = '#0b5d41'

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Content of a transactional mail: message, codes, details, one link. */
export interface MailContent {
  readonly brandName: string
  readonly subject: string
  readonly message: readonly string[]
  /** Shown large: tokens. */
  readonly codes?: readonly { label: string; code: string }[]
  readonly details: readonly (readonly [name: string, value: string])[]
  readonly link: { readonly label: string; readonly url: string }
}

/** Renders a mail as plain text and as simple HTML, every value escaped. */
export function writeMail({ brandName, subject, message, codes = [], details, link }: MailContent): Mail {
  const brand = oneLine(brandName)
  const detailRows = details.map(([name, value]) => [name, oneLine(value, 300)] as const)
  const text = [
    ...message,
    '',
    ...codes.flatMap(({ label, code }) => [`${label}:`, code, '']),
    ...detailRows.map(([name, value]) => `${name}: ${value}`),
    '',
    `${link.label}: ${link.url}`,
    '',
    brand,
  ].join('\n')
  const title = oneLine(subject)
  const html = htmlDocument({ brand, title, body: bodyOf({ message, codes, detailRows, link }) })
  return { subject: title, text, html }
}

/** The HTML of every mail: its subject as the title, and the brand above the message. @param content.body HTML */
const htmlDocument = ({ brand, title, body }: { brand: string; title: string; body: string }): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head>` +
  `<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#111">` +
  `<p style="margin:0 0 16px;padding:0 0 12px;border-bottom:2px solid ${brandColor};` +
  `font-weight:700;font-size:20px;color:${brandColor}">${escapeHtml(brand)}</p>${body}</body></html>`

type BodyContent = Required<Pick<MailContent, 'message' | 'codes' | 'link'>> & {
  detailRows: MailContent['details']
}

function bodyOf({ message, codes, detailRows, link }: BodyContent): string {
  const paragraphs = message.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const codeBlocks = codes
    .map(
      ({ label, code }) =>
        `<p style="margin:16px 0 0">${escapeHtml(label)}</p><p style="margin:0;font:700 22px/1.4 monospace">${escapeHtml(code)}</p>`,
    )
    .join('')
  const rows = detailRows
    .map(
      ([name, value]) =>
        `<tr><th align="left" style="padding:4px 16px 4px 0;font-weight:400;color:#555">${escapeHtml(name)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
    )
    .join('')
  return (
    `${paragraphs}${codeBlocks}` +
    `<table role="presentation" style="margin:16px 0;border-collapse:collapse">${rows}</table>` +
    `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`
  )
}

/** Renders a manager's campaign as a mail. @param message.html already sanitised */
export function campaignMail(message: {
  brandName: string
  subject: string
  text: string
  html: string
  unsubscribeUrl: string
}): Mail {
  const brand = oneLine(message.brandName)
  const title = oneLine(message.subject)
  const url = message.unsubscribeUrl
  const reason = campaignMailTexts.reason({ brand })
  const unsubscribe =
    `<p style="margin:24px 0 0;font-size:13px;color:#555">${escapeHtml(reason)} ` +
    `<a href="${escapeHtml(url)}" style="color:#555">${campaignMailTexts.unsubscribe()}</a></p>`
  return {
    subject: title,
    text: `${message.text}\n\n${brand}\n\n${reason}\n${campaignMailTexts.unsubscribe()}: ${url}`,
    html: htmlDocument({ brand, title, body: `${message.html}${unsubscribe}` }),
  }
}
