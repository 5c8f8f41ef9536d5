const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The checkout URL, or null when the page must not open it. Allowed are https, our own origin and, for simulated
 * providers, http on a loopback address. Source: ruling D-068.
 */
export function checkoutAddress(url: string, context: { origin: string; simulated: boolean }): string | null {
  const address = url.trim() === '' ? null : parseUrl(url, context.origin)
  if (!address) return null
  const isSimulator = context.simulated && address.protocol === 'http:' && loopback.includes(address.hostname)
  return address.protocol === 'https:' || address.origin === context.origin || isSimulator
    ? address.href
    : null
}

/** `URL.canParse` is missing in older supported browsers. */
function parseUrl(url: string, base: string): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
