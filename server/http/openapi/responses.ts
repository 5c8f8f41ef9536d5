import * as z from 'zod/mini'
import type { Endpoint } from '../../../shared/contract.ts'
import { type ErrorCode, errors } from '../../../shared/errors.ts'

/** Errors that any call may return. */
const commonCodes = ['MALFORMED', 'SESSION_ENDED', 'TOO_MANY', 'INTERNAL_ERROR', 'UNAVAILABLE'] as const
const byAudience = {
  anyone: [],
  user: ['SIGN_IN'],
  verified: ['SIGN_IN', 'VERIFY_FIRST'],
  manager: ['SIGN_IN', 'NOT_ALLOWED', 'SCOPE_MISSING', 'SECOND_FACTOR_REQUIRED'],
} as const satisfies Record<Endpoint['audience'], ErrorCode[]>

/**
 * Every error code of a call: those it declares, those implied by its method, parameters, body, idempotency
 * key and audience, and the common ones.
 */
export function errorCodesOf(call: Endpoint): ErrorCode[] {
  const changesData = call.method !== 'GET'
  return [
    ...new Set<ErrorCode>([
      ...call.errors,
      ...(call.params ? (['NOT_FOUND'] as const) : []),
      ...(call.body || call.query || call.upload ? (['INVALID'] as const) : []),
      ...(changesData ? (['NOT_JSON', 'TOO_LARGE', 'NOT_ALLOWED', 'PAGE_EXPIRED'] as const) : []),
      ...(call.requiresIdempotencyKey ? (['KEY_REUSED', 'KEY_BUSY'] as const) : []),
      ...byAudience[call.audience],
      ...commonCodes,
    ]),
  ]
}

/** A call's error codes by HTTP status. */
export const errorCodesByStatus = (call: Endpoint): Partial<Record<string, ErrorCode[]>> =>
  Object.groupBy(errorCodesOf(call), (code) => String(errors[code].status))

/** The HTTP statuses of a call's successful responses. */
export const successStatuses = (call: Endpoint): readonly number[] =>
  call.mayRespondPending ? [200, 202] : [200]

/** True if the call returns a CSV file for `format=csv`. */
export const supportsCsv = (call: Endpoint): boolean => {
  const format = call.query?.shape.format
  return format !== undefined && z.safeParse(format, 'csv').success
}
