import type { Response } from 'express'
import type { Envelope } from '../../shared/contract.ts'
import { isDatabaseAway } from '../database/index.ts'
import type { Sent } from './idempotency.ts'
import { Refused } from './refused.ts'
import type { Told } from './route.ts'

const usual = { success: 'Done.', created: 'Created.', pending: 'We are still working on this.' } as const

/** A handler's words as the envelope. */
export function envelopeOf({ data, message, status = 'success', http = 200 }: Told): Sent {
  const envelope: Envelope = { status, message: message ?? usual[status] }
  if (data !== undefined) envelope.data = data
  return { http, envelope }
}

/** A refusal as the envelope. */
export function refusalOf({ http, message, errors, data }: Refused): Sent {
  const envelope: Envelope = { status: 'error', message }
  if (data !== undefined) envelope.data = data
  if (errors) envelope.errors = errors
  return { http, envelope }
}

/** Answers are about somebody's money: unless one says otherwise, nothing between us and the asker keeps a copy. */
export function send(res: Response, { http, envelope }: Sent, keepSeconds?: number): void {
  const keep = keepSeconds === undefined ? 'no-store' : `public, max-age=${keepSeconds}`
  res.status(http).set('Cache-Control', keep).json(envelope)
}

export function sendRefused(res: Response, refused: Refused): void {
  if (refused.retryAfterSeconds !== undefined) res.set('Retry-After', String(refused.retryAfterSeconds))
  if (refused.http === 401) res.set('WWW-Authenticate', 'Bearer')
  send(res, refusalOf(refused))
}

/** Any failure as the refusal that may be told: ours are told as they are, all else without detail. */
export function refusedBy(error: unknown): Refused {
  if (error instanceof Refused) return error
  if (isDatabaseAway(error)) return new Refused('UNAVAILABLE', { retryAfterSeconds: 5 })
  switch (statusOf(error)) {
    case 413:
      return new Refused('TOO_LARGE')
    case 415:
      return new Refused('NOT_JSON')
    case 400:
      return new Refused('MALFORMED')
    default:
      return new Refused('OURS')
  }
}

/** The HTTP status that express or its body parser gave a failure, 500 when it is none of theirs. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 500
  return typeof error.status === 'number' ? error.status : 500
}
