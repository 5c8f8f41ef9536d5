import type { PaymentReference } from '../../../../shared/ids.ts'
import { type HttpRequest, type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import type { MonnifyConfig } from './descriptor.ts'
import { monnifySession } from './session.ts'

/** Total timeouts, including the login. A refund gets the longest one. */
const defaultTimeouts = { queryTimeoutMs: 15_000, createTimeoutMs: 20_000, refundTimeoutMs: 30_000 } as const
export type Timeouts = Partial<Record<keyof typeof defaultTimeouts, number>>

export type MonnifyClient = ReturnType<typeof createMonnifyClient>

/**
 * HTTP client: URLs, login and timeouts. A call that returns 401 had no effect; it is retried once with a new
 * login. Source: Monnify's public specification.
 */
export function createMonnifyClient(config: MonnifyConfig, overrides: Timeouts = {}) {
  const {
    queryTimeoutMs = defaultTimeouts.queryTimeoutMs,
    createTimeoutMs = defaultTimeouts.createTimeoutMs,
    refundTimeoutMs = defaultTimeouts.refundTimeoutMs,
  } = overrides
  const session = monnifySession(config, Math.min(8_000, queryTimeoutMs / 2))

  async function call(
    request: Pick<HttpRequest, 'method' | 'url' | 'body' | 'timeoutMs'>,
  ): Promise<HttpResult> {
    const timeoutAt = performance.now() + request.timeoutMs
    const attempt = await send(request, timeoutAt)
    if (attempt.token === null || attempt.httpResult.type !== 'response' || attempt.httpResult.status !== 401)
      return attempt.httpResult
    session.drop(attempt.token)
    return (await send(request, timeoutAt)).httpResult
  }

  async function send(
    request: Pick<HttpRequest, 'method' | 'url' | 'body'>,
    timeoutAt: number,
  ): Promise<{ token: string | null; httpResult: HttpResult }> {
    const login = await session.token()
    if (login.type === 'failed') return { token: null, httpResult: login.httpResult }
    const timeoutMs = timeoutAt - performance.now()
    if (timeoutMs <= 0) return { token: null, httpResult: { type: 'not_sent', reason: 'unreachable' } }
    const httpResult = await sendHttpRequest({
      ...request,
      headers: {
        authorization: `Bearer ${login.token}`,
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      timeoutMs,
    })
    return { token: login.token, httpResult }
  }

  const get = (path: string, method: 'GET' | 'DELETE' = 'GET') =>
    call({ method, url: `${config.url}/api${path}`, timeoutMs: queryTimeoutMs })
  const post = (path: string, body: object, timeoutMs: number) =>
    call({ method: 'POST', url: `${config.url}/api${path}`, body: JSON.stringify(body), timeoutMs })
  const encode = encodeURIComponent

  return {
    initialise: (body: object) => post('/v1/merchant/transactions/init-transaction', body, createTimeoutMs),
    verify: (paymentReference: PaymentReference) =>
      get(`/v2/merchant/transactions/query?paymentReference=${encode(paymentReference)}`),
    /** Monnify's reference contains `|`, so it must be encoded. */
    getTransaction: (transactionReference: string) => get(`/v2/transactions/${encode(transactionReference)}`),
    /** Transactions created in a period, in milliseconds. @param page from 0 */
    searchTransactions: ({ from, to }: { from: Date; to: Date }, page: number) =>
      get(`/v1/transactions/search?from=${from.getTime()}&to=${to.getTime()}&page=${page}&size=100`),
    charge: (body: object) => post('/v1/merchant/cards/charge-card-token', body, createTimeoutMs),
    refund: (body: object) => post('/v1/refunds/initiate-refund', body, refundTimeoutMs),
    getRefund: (refundReference: string) => get(`/v1/refunds/${encode(refundReference)}`),
    listBanks: () => get('/v1/banks'),
    resolveAccount: (accountNumber: string, bankCode: string) =>
      get(
        `/v1/disbursements/account/validate?accountNumber=${encode(accountNumber)}&bankCode=${encode(bankCode)}`,
      ),
    matchBvn: (body: object) => post('/v1/vas/bvn-account-match', body, createTimeoutMs),
    reserveAccount: (body: object) => post('/v2/bank-transfer/reserved-accounts', body, createTimeoutMs),
    getReservation: (accountReference: string) =>
      get(`/v2/bank-transfer/reserved-accounts/${encode(accountReference)}`),
    closeAccount: (accountReference: string) =>
      get(`/v1/bank-transfer/reserved-accounts/reference/${encode(accountReference)}`, 'DELETE'),
    listDeposits: (accountReference: string, page: number) =>
      get(
        `/v1/bank-transfer/reserved-accounts/transactions?accountReference=${encode(accountReference)}&page=${page}&size=100`,
      ),
  }
}
