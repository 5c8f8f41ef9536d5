import { escapeHtml, oneLine } from './plain.ts'

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** One mail of ours: what happened, what must be typed, the facts, one way on. */
export interface MailParts {
  readonly brandName: string
  readonly subject: string
  readonly says: readonly string[]
  /** Shown large: tokens. */
  readonly codes?: readonly { label: string; code: string }[]
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly link: { readonly label: string; readonly url: string }
}

/** Writes the same mail twice: as plain text and as simple HTML, every value escaped. */
export function writeMail({ brandName, subject, says, codes = [], facts, link }: MailParts): Mail {
  const brand = oneLine(brandName)
  const shown = facts.map(([name, value]) => [name, oneLine(value, 300)] as const)
  const text = [
    ...says,
    '',
    ...codes.flatMap(({ label, code }) => [`${label}:`, code, '']),
    ...shown.map(([name, value]) => `${name}: ${value}`),
    '',
    `${link.label}: ${link.url}`,
    '',
    brand,
  ].join('\n')
  return { subject: oneLine(subject), text, html: htmlOf({ brand, says, codes, shown, link }) }
}

type Shown = Required<Pick<MailParts, 'says' | 'codes' | 'link'>> & {
  brand: string
  shown: MailParts['facts']
}

function htmlOf({ brand, says, codes, shown, link }: Shown): string {
  const paragraphs = says.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const large = codes
    .map(
      ({ label, code }) =>
        `<p style="margin:16px 0 0">${escapeHtml(label)}</p><p style="margin:0;font:700 22px/1.4 monospace">${escapeHtml(code)}</p>`,
    )
    .join('')
  const rows = shown
    .map(
      ([name, value]) =>
        `<tr><th align="left" style="padding:4px 16px 4px 0;font-weight:400;color:#555">${escapeHtml(name)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
    )
    .join('')
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#111">` +
    `<p style="font-weight:700">${escapeHtml(brand)}</p>${paragraphs}${large}` +
    `<table role="presentation" style="margin:16px 0;border-collapse:collapse">${rows}</table>` +
    `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p></body></html>`
  )
}

/** What a manager wrote, as a mail of ours. @param html cleaned already */
export function mailToMany(it: { brandName: string; subject: string; text: string; html: string }): Mail {
  const brand = oneLine(it.brandName)
  return {
    subject: oneLine(it.subject),
    text: `${it.text}\n\n${brand}`,
    html:
      `<!doctype html><html lang="en"><meta charset="utf-8"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#111">` +
      `<p style="font-weight:700">${escapeHtml(brand)}</p>${it.html}</body></html>`,
  }
}
