import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { formatMoney, type Kobo } from '../../shared/money.ts'
import type { Actor, Caller } from '../http/index.ts'
import type { OrderCreator, QuoteRequest, ServiceDeps } from '../purchase/index.ts'

export interface UssdDeps extends ServiceDeps {
  /** The code that customers dial. */
  readonly ussdCode: string
  /** Part of the key of the stored HMACs of inputs, which may contain a PIN. */
  readonly sessionSecret: string
  /** Validates a request with the form of its service. @throws ApiError INVALID */
  readonly prepareOrder: (request: QuoteRequest) => OrderCreator
  /** How long a step waits for a provider. The network ends a session without a response after about ten seconds. */
  readonly maxWaitMs: number
}

/** The phone in a session. */
export interface UssdCaller {
  /** E.164, as the network reports it. */
  readonly phone: string
  /** Africa's Talking's code of the phone's network. */
  readonly networkCode: string
  /** The user who verified this phone number; null if there is none. */
  readonly account: Actor | null
  readonly requestId: string
  readonly log: Logger
}

/**
 * The phone as a caller of the use cases that the web uses. Its orders belong to the phone, as those of a browser belong
 * to its session, and limits of one client or device count per phone instead of per gateway.
 */
export function callerOf({ phone, account, requestId, log }: UssdCaller): Caller {
  const id = `ussd ${phone}`
  const digest = createHash('sha256').update(id).digest()
  return {
    actor: account,
    sessionHash: digest,
    deviceIdHash: digest,
    ip: id,
    idempotencyKey: null,
    requestId,
    log,
  }
}

/** An amount without the naira sign, which is not in the GSM alphabet: "2,000" or "2,000.50". */
export const amountOf = (kobo: Kobo): string => formatMoney(kobo).slice(1).replace(/\.00$/, '')

/** The result of `work`, or 'late' when it takes longer than `ms`; `work` then continues. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), ms)
  // A failure after the timeout is not reported: the customer repeats the step.
  work.catch(() => undefined)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
