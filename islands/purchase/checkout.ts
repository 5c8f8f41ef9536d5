const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The checkout URL, or null when it must not be followed: only https and our own origin are allowed; simulated
 * providers run on plain loopback. Source: ruling D-068.
 */
export function checkoutAddress(url: string, context: { origin: string; simulated: boolean }): string | null {
  const address = url.trim() === '' ? null : parseUrl(url, context.origin)
  if (!address) return null
  const simulator = context.simulated && address.protocol === 'http:' && loopback.includes(address.hostname)
  return address.protocol === 'https:' || address.origin === context.origin || simulator ? address.href : null
}

/** `URL.canParse` is missing in older supported browsers. */
function parseUrl(url: string, base: string): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
