/**
 * The push services of Chrome (and browsers based on it), Firefox, Safari and Edge. An endpoint is an address that a
 * client chooses and this server calls, so that no other host is allowed. Source: OWASP, server-side request forgery
 */
const pushHosts = ['fcm.googleapis.com']
const pushDomains = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/** Whether an endpoint is an https address of a push service. `simulator`: the simulated one's origin, or null. */
export function isAllowedEndpoint(endpoint: string, simulator: string | null): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (simulator !== null && url.origin === new URL(simulator).origin) return url.pathname.startsWith('/push/')
  if (url.protocol !== 'https:' || url.port) return false
  return pushHosts.includes(url.hostname) || pushDomains.some((domain) => url.hostname.endsWith(domain))
}
