import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { Webhook, WebhookRequest } from './webhook.ts'

/** How callbacks without a signature are authenticated: by a secret in their path and by the sender's address. */
export interface ProviderCallbacks {
  readonly secret: string
  /** Addresses and networks (`10.0.0.0/8`) that may send them; null for any. */
  readonly addresses: readonly string[] | null
}

type FormHandler = (
  form: Readonly<Record<string, string>>,
  request: WebhookRequest,
) => ReturnType<Webhook['receive']>

/**
 * A form-encoded callback of a provider that does not sign its requests, at `/webhooks/{provider}/{secret}/{name}`. A
 * wrong secret or address gets 404, as an unknown path does.
 */
export function providerCallback(
  { secret, addresses }: ProviderCallbacks,
  { provider, name }: { provider: string; name: string },
  handle: FormHandler,
): Webhook {
  const isAllowed = addressFilter(addresses)
  return {
    provider,
    path: `${provider}/:secret/${name}`,
    async receive(request) {
      if (!isEqual(request.params.secret ?? '', secret) || !isAllowed(request.ip)) {
        request.log.warn({ provider }, 'callback with a wrong secret or address')
        return { httpStatus: 404, text: 'Not found' }
      }
      return handle(Object.fromEntries(new URLSearchParams(request.raw.toString())), request)
    },
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const isEqual = (actual: string, expected: string): boolean =>
  timingSafeEqual(digestOf(actual), digestOf(expected))

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

function addressFilter(addresses: ProviderCallbacks['addresses']): (ip: string) => boolean {
  if (addresses === null) return () => true
  const allowedAddresses = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) allowedAddresses.addAddress(address, familyOf(address))
    else allowedAddresses.addSubnet(address, Number(bits), familyOf(address))
  }
  return (ip) => {
    const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
    return allowedAddresses.check(address, familyOf(address))
  }
}
