const most = 20

/** A file's name for show: with its extension at most 20 characters. Source: decision E-075 */
export function shortName(name: string): string {
  if (name.length <= most) return name
  const dot = name.lastIndexOf('.')
  const end = dot > 0 ? name.slice(dot).slice(-most + 1) : ''
  return `${name.slice(0, most - end.length)}${end}`
}
