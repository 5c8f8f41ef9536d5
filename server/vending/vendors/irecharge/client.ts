import { createHmac, randomInt } from 'node:crypto'
import type { IrechargeConfig } from '../../../config-providers.ts'
import { callOut, type Reply } from '../../../http/outbound.ts'

const usual = { readMs: 15_000, vendMs: 45_000 } as const
export type Deadlines = Partial<Record<keyof typeof usual, number>>

/** The query of a call, without what the client adds; `signed` names the fields of its hash, in order. */
export interface Call {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly signed: readonly string[]
}

/**
 * The wire: every call is a GET with its query, purchases too. The hash is HMAC-SHA1 of the vendor code,
 * the call's fields and the public key, joined by `|`, with the private key. `response_hash` is not
 * checked: how it is made rests on a single integration. Integrations allow 60 to 100 s.
 * Source: four public clients that agree
 */
export function irechargeClient(config: IrechargeConfig, shorter: Deadlines = {}) {
  const { readMs = usual.readMs, vendMs = usual.vendMs } = shorter
  const get = async (path: string, query: Readonly<Record<string, string>>, deadlineMs: number) => {
    const all = { vendor_code: config.vendorCode, ...query, response_format: 'json' }
    return callOut({
      method: 'GET',
      url: `${config.url}/${path}.php?${new URLSearchParams(all)}`,
      headers: { 'cache-control': 'no-store' },
      deadlineMs,
    }).then(withoutMark)
  }
  const hashed = ({ path, query, signed }: Call, deadlineMs: number) => {
    const fields = signed.map((name) => query[name] ?? '')
    const message = [config.vendorCode, ...fields, config.publicKey].join('|')
    const hash = createHmac('sha1', config.privateKey).update(message).digest('hex')
    return get(path, { ...query, hash }, deadlineMs)
  }
  return {
    list: (path: string, query: Readonly<Record<string, string>>) => get(path, query, readMs),
    ask: (call: Call) => hashed(call, readMs),
    vend: (call: Call) => hashed(call, vendMs),
    balance: () => get('get_wallet_balance', {}, readMs),
  }
}

/** Their JSON may begin with a byte-order mark. */
const withoutMark = (reply: Reply): Reply =>
  reply.is === 'answered' ? { ...reply, text: reply.text.replace(/^\uFEFF/, '') } : reply

/** A `reference_id` of theirs: 12 decimal digits, new for each call. */
export const newReferenceId = (): string => String(randomInt(100_000_000_000, 1_000_000_000_000))
