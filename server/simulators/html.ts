/** Text that is HTML already: made by `html` alone. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Hole = string | number | Markup | null | undefined | false | readonly Hole[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

function filled(hole: Hole): string {
  if (hole === null || hole === undefined || hole === false) return ''
  if (hole instanceof Markup) return hole.text
  if (typeof hole === 'string' || typeof hole === 'number') return escaped(String(hole))
  return hole.map(filled).join('')
}

/** Writes HTML; whatever goes into a hole is escaped, unless it was made by `html` itself. */
export const html = (parts: TemplateStringsArray, ...holes: Hole[]): Markup =>
  new Markup(parts.reduce((page, part, i) => page + filled(holes[i - 1]) + part))
