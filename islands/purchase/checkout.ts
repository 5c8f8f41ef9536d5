const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The address to pay at, or null when we must not go there: only https and our own origin are
 * followed; simulated counterparties live on plain loopback. Source: decision D-068.
 */
export function checkoutAddress(url: string, from: { origin: string; simulated: boolean }): string | null {
  const address = read(url, from.origin)
  if (!address) return null
  const simulator = from.simulated && address.protocol === 'http:' && loopback.includes(address.hostname)
  return address.protocol === 'https:' || address.origin === from.origin || simulator ? address.href : null
}

/** `URL.canParse` is younger than the phones in people's hands. */
function read(url: string, base: string): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
