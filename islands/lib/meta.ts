/** The pair the shell prints into each page: the CSRF token and the bearer (empty for a guest). */
export type MetaName = 'csrf-token' | 'api-token'

const find = (name: MetaName) => document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)

/** The content of a meta tag; null when the tag is missing. */
export const readMeta = (name: MetaName): string | null => find(name)?.content ?? null

export function writeMeta(name: MetaName, content: string): void {
  const tag = find(name) ?? document.createElement('meta')
  tag.name = name
  tag.content = content
  if (!tag.isConnected) document.head.append(tag)
}

/** True when the page was made for a signed-in person. */
export const isSignedIn = (): boolean => Boolean(readMeta('api-token'))
