import * as z from 'zod/mini'
import type { Endpoint } from '../../../shared/contract.ts'
import { type ErrorCode, errors } from '../../../shared/errors.ts'

/** Errors that any endpoint may return. */
const commonCodes = [
  'MALFORMED',
  'SESSION_ENDED',
  'REQUEST_TIMEOUT',
  'TOO_MANY',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const
const byAudience = {
  anyone: [],
  user: ['SIGN_IN'],
  verified: ['SIGN_IN', 'VERIFY_FIRST'],
  manager: ['SIGN_IN', 'NOT_ALLOWED', 'SCOPE_MISSING', 'SECOND_FACTOR_REQUIRED'],
} as const satisfies Record<Endpoint['audience'], ErrorCode[]>

/**
 * Every error code of an endpoint: those it declares, those implied by its method, parameters, body, idempotency
 * key and audience, and the common ones.
 */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const changesData = endpoint.method !== 'GET'
  return [
    ...new Set<ErrorCode>([
      ...(endpoint.errors ?? []),
      ...(endpoint.params ? (['NOT_FOUND'] as const) : []),
      ...(endpoint.body || endpoint.query || endpoint.upload ? (['INVALID'] as const) : []),
      ...(changesData ? (['NOT_JSON', 'TOO_LARGE', 'NOT_ALLOWED', 'PAGE_EXPIRED'] as const) : []),
      ...(endpoint.requiresIdempotencyKey ? (['KEY_REUSED', 'KEY_BUSY'] as const) : []),
      ...byAudience[endpoint.audience],
      ...commonCodes,
    ]),
  ]
}

/** An endpoint's error codes by HTTP status. */
export const errorCodesByStatus = (endpoint: Endpoint): Partial<Record<string, ErrorCode[]>> =>
  Object.groupBy(errorCodesOf(endpoint), (code) => String(errors[code].status))

/** The HTTP statuses of an endpoint's successful responses. */
export const successStatuses = (endpoint: Endpoint): readonly number[] =>
  endpoint.mayRespondPending ? [200, 202] : [200]

/** True if the endpoint returns a CSV file for `format=csv`. */
export const supportsCsv = (endpoint: Endpoint): boolean => {
  const format = endpoint.query?.shape.format
  return format !== undefined && z.safeParse(format, 'csv').success
}
