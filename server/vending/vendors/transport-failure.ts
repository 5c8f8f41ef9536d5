import type { HttpResult } from '../../http/http-client.ts'
import type { Outcome } from '../vendor.ts'

/**
 * Maps a call without a response to an outcome. A purchase failed only if it was provably not sent: unknown host or
 * connection refused. A requery that was not sent proves nothing.
 */
export function transportFailure(
  reply: Exclude<HttpResult, { type: 'response' }>,
  call: 'vend' | 'requery',
): Extract<Outcome, { type: 'failed' | 'unknown' }> {
  if (reply.type === 'not_sent')
    return call === 'vend' && reply.reason !== 'unreachable'
      ? { type: 'failed', reason: 'product_down', code: 'not_sent' }
      : { type: 'unknown', reason: 'timeout', code: null }
  const reason = reply.reason === 'timeout' || reply.reason === 'cut' ? 'timeout' : 'unreadable'
  return { type: 'unknown', reason, code: null }
}
