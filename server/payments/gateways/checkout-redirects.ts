import type { GatewayDescriptor } from './descriptor.ts'

/** The allowed hosts of checkout URLs for an API address, and the check of one URL. */
export function checkoutRedirects({ url }: { url: string }, descriptor: GatewayDescriptor) {
  const apiUrl = new URL(url)
  const checkoutHosts = Object.freeze(descriptor.checkoutHosts[apiUrl.host] ?? [apiUrl.host])
  return {
    checkoutHosts,
    isAllowedRedirect: (checkoutUrl: URL): boolean =>
      checkoutUrl.protocol === apiUrl.protocol && checkoutHosts.includes(checkoutUrl.host),
  }
}
