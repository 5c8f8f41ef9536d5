import type { Response } from 'express'
import type { Envelope } from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import { isConnectionError } from '../database/index.ts'
import { ApiError } from './api-error.ts'
import type { StoredResponse } from './idempotency.ts'
import type { HandlerResult } from './route.ts'
import { envelopeTexts } from './texts.ts'

/** Wraps a handler's result in the envelope. */
export function envelopeOf({
  data,
  message,
  status = 'success',
  httpStatus = 200,
}: HandlerResult): StoredResponse {
  const envelope: Envelope = { status, message: message ?? envelopeTexts[status]() }
  if (data !== undefined) envelope.data = data
  return { httpStatus, envelope }
}

/** Wraps an ApiError in the envelope. */
export function errorResponseOf({ code, httpStatus, message, errors, data }: ApiError): StoredResponse {
  const envelope: Envelope = { status: 'error', code, message }
  if (data !== undefined) envelope.data = data
  if (errors) envelope.errors = errors
  return { httpStatus, envelope }
}

/** Sends a response. Responses default to `Cache-Control: no-store`. */
export function send(res: Response, { httpStatus, envelope }: StoredResponse, cacheSeconds?: number): void {
  const cacheControl = cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`
  // Messages are in the language of the request.
  if (cacheSeconds !== undefined) res.vary('Accept-Language')
  res.status(httpStatus).set('Cache-Control', cacheControl).json(envelope)
}

export function sendError(res: Response, apiError: ApiError): void {
  if (apiError.retryAfterSeconds !== undefined) res.set('Retry-After', String(apiError.retryAfterSeconds))
  if (apiError.httpStatus === 401) res.set('WWW-Authenticate', 'Bearer')
  // Node has no phrase for this status and would send "unknown", which the page shows with the message.
  if (apiError.httpStatus === errors.PAGE_EXPIRED.status) res.statusMessage = 'Page Expired'
  send(res, errorResponseOf(apiError))
}

/** Converts any error to an ApiError. Errors other than ApiError are reported without detail. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isConnectionError(error)) return new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 })
  switch (statusOf(error)) {
    case 413:
      return new ApiError('TOO_LARGE')
    case 415:
      return new ApiError('NOT_JSON')
    case 400:
      return new ApiError('MALFORMED')
    default:
      return new ApiError('INTERNAL_ERROR')
  }
}

/** The HTTP status set by express or its body parser; 500 for any other error. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 500
  return typeof error.status === 'number' ? error.status : 500
}
