/** The meta tags in each page: the CSRF token and the session token (empty for a guest). */
export type MetaName = 'csrf-token' | 'session-token'

const findTag = (name: MetaName) => document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)

/** The content of a meta tag, the session token unmasked; null when the tag is missing. */
export function readMeta(name: MetaName): string | null {
  const content = findTag(name)?.content
  if (content === undefined) return null
  const masked = /^masked\.(.*)$/.exec(content)?.[1]
  return masked === undefined ? content : unmask(masked)
}

/** Undoes the server's `maskSessionToken`: base64url of a mask, then of mask xor token. */
function unmask(masked: string): string {
  const bytes = atob(masked.replace(/-/g, '+').replace(/_/g, '/'))
  const half = bytes.length / 2
  let text = ''
  for (let index = 0; index < half; index++)
    text += String.fromCharCode(bytes.charCodeAt(index) ^ bytes.charCodeAt(half + index))
  return text
}

/** Dispatches 'changed' when a response has changed the session token of this page. */
export const sessionTokenEvents = new EventTarget()

export function writeMeta(name: MetaName, content: string): void {
  const tag = findTag(name) ?? document.createElement('meta')
  tag.name = name
  tag.content = content
  if (!tag.isConnected) document.head.append(tag)
  if (name === 'session-token') sessionTokenEvents.dispatchEvent(new Event('changed'))
}

/** True when the page was rendered for a signed-in user. */
export const isSignedIn = (): boolean => Boolean(readMeta('session-token'))
