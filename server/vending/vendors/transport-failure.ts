import type { HttpResult } from '../../http/http-client.ts'
import type { Outcome } from '../vendor.ts'

/**
 * Maps a call without a response to an outcome. A purchase failed only if it was provably not sent: unknown host or
 * connection refused. After `unreachable`, which is mostly a failure of our own network, the order waits for a requery
 * instead of being refunded. A requery that was not sent proves nothing.
 */
export function transportFailure(
  failure: Exclude<HttpResult, { type: 'response' }>,
  call: 'vend' | 'requery',
): Extract<Outcome, { type: 'failed' | 'unknown' }> {
  if (failure.type === 'not_sent')
    return call === 'vend' && failure.reason !== 'unreachable'
      ? { type: 'failed', reason: 'product_down', code: 'not_sent' }
      : { type: 'unknown', reason: 'timeout', code: null }
  const reason = failure.reason === 'timeout' || failure.reason === 'cut' ? 'timeout' : 'unreadable'
  return { type: 'unknown', reason, code: null }
}
