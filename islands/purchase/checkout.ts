const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The address to pay at, or null when we must not go there: only https and our own origin are
 * followed; simulated counterparties live on plain loopback. Source: decision D-068.
 */
export function checkoutAddress(url: string, from: { origin: string; simulated: boolean }): string | null {
  if (!URL.canParse(url, from.origin)) return null
  const address = new URL(url, from.origin)
  const simulator = from.simulated && address.protocol === 'http:' && loopback.includes(address.hostname)
  return address.protocol === 'https:' || address.origin === from.origin || simulator ? address.href : null
}
