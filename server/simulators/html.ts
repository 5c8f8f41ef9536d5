/** HTML text; created only by `html`. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type TemplateValue = string | number | Markup | null | undefined | false | readonly TemplateValue[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

function render(value: TemplateValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map(render).join('')
}

/** Template tag for HTML; escapes every value that `html` did not create. */
export const html = (strings: TemplateStringsArray, ...values: TemplateValue[]): Markup =>
  new Markup(strings.reduce((page, string, i) => page + render(values[i - 1]) + string))
