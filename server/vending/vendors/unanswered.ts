import type { Reply } from '../../http/outbound.ts'
import type { Outcome } from '../vendor.ts'

/**
 * What a call without an answer proves. Only a purchase that provably never left failed: no such host,
 * or nobody listening. A requery that never left says nothing.
 */
export function unanswered(
  reply: Exclude<Reply, { is: 'answered' }>,
  call: 'vend' | 'requery',
): Extract<Outcome, { is: 'failed' | 'unknown' }> {
  if (reply.is === 'not_sent')
    return call === 'vend' && reply.because !== 'unreachable'
      ? { is: 'failed', because: 'product_down', code: 'not_sent' }
      : { is: 'unknown', because: 'timeout', code: null }
  const because = reply.because === 'timeout' || reply.because === 'cut' ? 'timeout' : 'unreadable'
  return { is: 'unknown', because, code: null }
}
