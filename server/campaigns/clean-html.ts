import sanitize from 'sanitize-html'

/** The tags of the editor's formats, with b and i. Source: ruling E-072 */
const sanitizeOptions: sanitize.IOptions = {
  allowedTags: ['h1', 'h2', 'h3', 'p', 'br', 'strong', 'b', 'em', 'i', 'u', 'a', 'ol', 'ul', 'li'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
}

/** A message's HTML with only the editor's own tags and links. */
export const cleanHtml = (html: string): string => sanitize(html, sanitizeOptions).trim()

/** The HTML of a message as plain text: blocks on lines of their own, links followed by their URL. */
export function plainText(html: string): string {
  const withLineBreaks = cleanHtml(html)
    .replace(/<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, (_, href: string, text: string) =>
      text === href ? href : `${text} (${href})`,
    )
    .replace(/<li>/g, '- ')
    .replace(/<br\s*\/?>|<\/(?:p|h[1-3]|li|ol|ul)>/g, '\n')
  const text = sanitize(withLineBreaks, { allowedTags: [], allowedAttributes: {} })
  return decodeEntities(text)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
