const maxLength = 20

/** Shortens a file name to at most 20 characters and keeps its extension. Source: ruling E-075 */
export function shortName(name: string): string {
  if (name.length <= maxLength) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot).slice(-maxLength + 1) : ''
  return `${name.slice(0, maxLength - extension.length)}${extension}`
}
