import type { SmsProvider } from '../../shared/constants.ts'
import type { SmsSender } from './senders.ts'

/**
 * One sender made of those that are configured: the chosen one first, and the other when that one
 * rejected the message. After an answer that leaves it open nobody else is asked, since the message may
 * have gone out.
 * @returns null when nobody is configured
 */
export function eitherSms(
  senders: Readonly<Partial<Record<SmsProvider, SmsSender>>>,
  chosen: () => Promise<SmsProvider>,
): SmsSender | null {
  const all = Object.values(senders)
  if (all.length === 0) return null
  return {
    async send(message) {
      const first = senders[await chosen()] ?? all[0]
      const sent = await first!.send(message)
      const other = all.find((it) => it !== first)
      return sent.is === 'rejected' && other ? other.send(message) : sent
    },
  }
}
