import { escapeHtml, oneLine } from './text.ts'

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Content of a transactional mail: message, codes, facts, one link. */
export interface MailContent {
  readonly brandName: string
  readonly subject: string
  readonly message: readonly string[]
  /** Shown large: tokens. */
  readonly codes?: readonly { label: string; code: string }[]
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly link: { readonly label: string; readonly url: string }
}

/** Renders a mail as plain text and as simple HTML, every value escaped. */
export function writeMail({ brandName, subject, message, codes = [], facts, link }: MailContent): Mail {
  const brand = oneLine(brandName)
  const factRows = facts.map(([name, value]) => [name, oneLine(value, 300)] as const)
  const text = [
    ...message,
    '',
    ...codes.flatMap(({ label, code }) => [`${label}:`, code, '']),
    ...factRows.map(([name, value]) => `${name}: ${value}`),
    '',
    `${link.label}: ${link.url}`,
    '',
    brand,
  ].join('\n')
  return { subject: oneLine(subject), text, html: htmlOf({ brand, message, codes, factRows, link }) }
}

type HtmlContent = Required<Pick<MailContent, 'message' | 'codes' | 'link'>> & {
  brand: string
  factRows: MailContent['facts']
}

function htmlOf({ brand, message, codes, factRows, link }: HtmlContent): string {
  const paragraphs = message.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const codeBlocks = codes
    .map(
      ({ label, code }) =>
        `<p style="margin:16px 0 0">${escapeHtml(label)}</p><p style="margin:0;font:700 22px/1.4 monospace">${escapeHtml(code)}</p>`,
    )
    .join('')
  const rows = factRows
    .map(
      ([name, value]) =>
        `<tr><th align="left" style="padding:4px 16px 4px 0;font-weight:400;color:#555">${escapeHtml(name)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
    )
    .join('')
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#111">` +
    `<p style="font-weight:700">${escapeHtml(brand)}</p>${paragraphs}${codeBlocks}` +
    `<table role="presentation" style="margin:16px 0;border-collapse:collapse">${rows}</table>` +
    `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p></body></html>`
  )
}

/** Renders a manager's campaign as a mail. @param message.html already sanitised */
export function campaignMail(message: {
  brandName: string
  subject: string
  text: string
  html: string
}): Mail {
  const brand = oneLine(message.brandName)
  return {
    subject: oneLine(message.subject),
    text: `${message.text}\n\n${brand}`,
    html:
      `<!doctype html><html lang="en"><meta charset="utf-8"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#111">` +
      `<p style="font-weight:700">${escapeHtml(brand)}</p>${message.html}</body></html>`,
  }
}
