import type { SmsProvider } from '../../shared/providers.ts'
import type { SmsSender, SmsSenders } from './senders.ts'

/**
 * Combines the configured SMS providers: sends with the preferred one, and with another one when it rejects the message.
 * After an `unknown` result there is no failover, since the message may have been sent.
 * @returns null when no provider is configured
 */
export function failoverSms(senders: SmsSenders, preferred: () => Promise<SmsProvider>): SmsSender | null {
  const configured = Object.values(senders).filter((sender) => sender !== null)
  if (configured.length === 0) return null
  return {
    async send(message) {
      const first = senders[await preferred()] ?? configured[0]
      const result = await first!.send(message)
      const second = configured.find((sender) => sender !== first)
      return result.type === 'rejected' && second ? second.send(message) : result
    },
  }
}
