import { expect, test } from 'vitest'
import type { HttpResult } from '../../server/http/index.ts'
import { parseCharge, parseTokenRevoked } from '../../server/payments/gateways/paystack/responses.ts'

const httpResponse = (status: number, body: unknown): HttpResult => ({
  type: 'response',
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
const isAllowedRedirect = (url: URL) => url.host === 'checkout.paystack.com'
const parse = (response: HttpResult) => parseCharge(response, { isAllowedRedirect })

test('an accepted charge has no final result: success, failure and progress are parsed alike', () => {
  for (const status of ['success', 'failed', 'pending', 'something new']) {
    expect(parse(httpResponse(200, { status: true, message: 'Charge attempted', data: { status } }))).toEqual(
      {
        type: 'accepted',
      },
    )
  }
})

test('a paused charge redirects only to Paystack’s page', () => {
  const paused = (authorization_url: string) =>
    httpResponse(200, {
      status: true,
      message: '',
      data: { paused: true, authorization_url, reference: 'SW-1' },
    })
  expect(parse(paused('https://checkout.paystack.com/resume/abc'))).toEqual({
    type: 'step_up',
    checkoutUrl: 'https://checkout.paystack.com/resume/abc',
  })
  expect(parse(paused('https://evil.example/resume/abc'))).toEqual({ type: 'unknown', reason: 'unreadable' })
})

test('only a clear rejection is rejected: lost responses, server errors and duplicate references are unknown', () => {
  const errorBody = (message: string) => ({ status: false, message })
  expect(parse(httpResponse(400, errorBody('Authorization code not found')))).toEqual({
    type: 'rejected',
    reason: 'card',
  })
  expect(parse(httpResponse(401, errorBody('Invalid key')))).toEqual({
    type: 'unknown',
    reason: 'unauthorised',
  })
  expect(parse({ type: 'not_sent', reason: 'refused' } as HttpResult)).toEqual({
    type: 'rejected',
    reason: 'rejected',
  })
  expect(parse(httpResponse(400, errorBody('Duplicate Transaction Reference')))).toEqual({
    type: 'unknown',
    reason: 'duplicate',
  })
  expect(parse({ type: 'no_response', reason: 'timeout' })).toEqual({ type: 'unknown', reason: 'timeout' })
  for (const [status, body] of [
    [500, errorBody('Server Error')],
    [429, errorBody('Too many requests')],
    [200, '<html>'],
    [200, { status: true, message: '', data: null }],
  ] as const) {
    expect(parse(httpResponse(status, body)).type).toBe('unknown')
  }
})

test('a token is revoked when Paystack confirms it or does not know it; anything else is retried', () => {
  expect(
    parseTokenRevoked(httpResponse(200, { status: true, message: 'Authorization has been deactivated' })),
  ).toBe(true)
  expect(
    parseTokenRevoked(httpResponse(400, { status: false, message: 'Authorization code not found' })),
  ).toBe(true)
  expect(parseTokenRevoked(httpResponse(401, { status: false, message: 'Invalid key' }))).toBe(false)
  expect(parseTokenRevoked(httpResponse(500, { status: false, message: 'Server Error' }))).toBe(false)
  expect(parseTokenRevoked({ type: 'no_response', reason: 'timeout' })).toBe(false)
})
