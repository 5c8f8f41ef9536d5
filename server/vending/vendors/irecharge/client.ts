import { createHash, createHmac, randomInt } from 'node:crypto'
import { type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import type { IrechargeConfig } from './descriptor.ts'

const defaultTimeouts = { queryTimeoutMs: 15_000, vendTimeoutMs: 45_000 } as const
export type Timeouts = Partial<Record<keyof typeof defaultTimeouts, number>>

/** A request without the fields that the client adds; `signed` lists the fields of its hash, in order. */
export interface IrechargeRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly signed: readonly string[]
}

/**
 * HTTP client. Every request is a GET with a query string, purchases included. The hash is the HMAC-SHA1 of vendor
 * code, signed fields and public key, joined by `|`, with the private key. `response_hash` is not verified: only one
 * integration shows how it is computed. Integrations allow 60 to 100 s.
 * Source: four public clients that agree
 */
export function irechargeClient(config: IrechargeConfig, overrides: Timeouts = {}) {
  const { queryTimeoutMs = defaultTimeouts.queryTimeoutMs, vendTimeoutMs = defaultTimeouts.vendTimeoutMs } =
    overrides
  const get = async (path: string, query: Readonly<Record<string, string>>, timeoutMs: number) => {
    const all = { vendor_code: config.vendorCode, ...query, response_format: 'json' }
    return sendHttpRequest({
      method: 'GET',
      url: `${config.url}/${path}.php?${new URLSearchParams(all)}`,
      headers: { 'cache-control': 'no-store' },
      timeoutMs,
    }).then(withoutByteOrderMark)
  }
  const signedGet = ({ path, query, signed }: IrechargeRequest, timeoutMs: number) => {
    const fields = signed.map((name) => query[name] ?? '')
    const message = [config.vendorCode, ...fields, config.publicKey].join('|')
    const hash = createHmac('sha1', config.privateKey).update(message).digest('hex')
    return get(path, { ...query, hash }, timeoutMs)
  }
  return {
    list: (path: string, query: Readonly<Record<string, string>>) => get(path, query, queryTimeoutMs),
    query: (request: IrechargeRequest) => signedGet(request, queryTimeoutMs),
    vend: (request: IrechargeRequest) => signedGet(request, vendTimeoutMs),
    balance: () => get('get_wallet_balance', {}, queryTimeoutMs),
  }
}

/** Responses can begin with a byte-order mark. */
const withoutByteOrderMark = (httpResult: HttpResult): HttpResult =>
  httpResult.type === 'response'
    ? { ...httpResult, text: httpResult.text.replace(/^\uFEFF/, '') }
    : httpResult

/** A random `reference_id`: 12 decimal digits, new for each request. */
export const newReferenceId = (): string => String(randomInt(firstReferenceId, endOfReferenceIds))

/** The `reference_id` of a purchase, deterministic for one seed. */
export const referenceIdOf = (seed: string): string => {
  const number = createHash('sha256').update(seed).digest().readUIntBE(0, 6)
  return String(firstReferenceId + (number % (endOfReferenceIds - firstReferenceId)))
}

const firstReferenceId = 100_000_000_000
const endOfReferenceIds = 1_000_000_000_000
