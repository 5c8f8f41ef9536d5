import type { MonnifyConfig } from '../../../config-providers.ts'
import { callOut, type OutboundCall, type Reply } from '../../../http/outbound.ts'
import { monnifySession } from './session.ts'

/** Total deadlines, the login included. A charge of a card must not be given up lightly. */
const usual = { readMs: 15_000, openMs: 20_000, refundMs: 30_000 } as const
export type Deadlines = Partial<Record<keyof typeof usual, number>>

export type MonnifyClient = ReturnType<typeof monnifyClient>

/**
 * The wire: addresses, the login, deadlines. A call that they answer with 401 was not done; it is repeated
 * once under a new login. Source: Monnify's public specification.
 */
export function monnifyClient(config: MonnifyConfig, shorter: Deadlines = {}) {
  const { readMs = usual.readMs, openMs = usual.openMs, refundMs = usual.refundMs } = shorter
  const session = monnifySession(config, Math.min(8_000, readMs / 2))

  async function call(it: Pick<OutboundCall, 'method' | 'url' | 'body' | 'deadlineMs'>): Promise<Reply> {
    const until = performance.now() + it.deadlineMs
    const first = await send(it, until)
    if (first.token === null || first.reply.is !== 'answered' || first.reply.status !== 401)
      return first.reply
    session.drop(first.token)
    return (await send(it, until)).reply
  }

  async function send(
    it: Pick<OutboundCall, 'method' | 'url' | 'body'>,
    untilMs: number,
  ): Promise<{ token: string | null; reply: Reply }> {
    const login = await session.token()
    if (login.is === 'out') return { token: null, reply: login.reply }
    const deadlineMs = untilMs - performance.now()
    if (deadlineMs <= 0) return { token: null, reply: { is: 'not_sent', because: 'unreachable' } }
    const reply = await callOut({
      ...it,
      headers: {
        authorization: `Bearer ${login.token}`,
        ...(it.body !== undefined && { 'content-type': 'application/json' }),
      },
      deadlineMs,
    })
    return { token: login.token, reply }
  }

  const ask = (path: string, method: 'GET' | 'DELETE' = 'GET') =>
    call({ method, url: `${config.url}/api${path}`, deadlineMs: readMs })
  const tell = (path: string, body: object, deadlineMs: number) =>
    call({ method: 'POST', url: `${config.url}/api${path}`, body: JSON.stringify(body), deadlineMs })
  const part = encodeURIComponent

  return {
    initialise: (body: object) => tell('/v1/merchant/transactions/init-transaction', body, openMs),
    verify: (paymentReference: string) =>
      ask(`/v2/merchant/transactions/query?paymentReference=${part(paymentReference)}`),
    /** Their reference holds `|`, so it must be encoded. */
    transaction: (transactionReference: string) => ask(`/v2/transactions/${part(transactionReference)}`),
    charge: (body: object) => tell('/v1/merchant/cards/charge-card-token', body, openMs),
    refund: (body: object) => tell('/v1/refunds/initiate-refund', body, refundMs),
    refundNamed: (refundReference: string) => ask(`/v1/refunds/${part(refundReference)}`),
    banks: () => ask('/v1/banks'),
    account: (accountNumber: string, bankCode: string) =>
      ask(
        `/v1/disbursements/account/validate?accountNumber=${part(accountNumber)}&bankCode=${part(bankCode)}`,
      ),
    matchBvn: (body: object) => tell('/v1/vas/bvn-account-match', body, openMs),
    reserve: (body: object) => tell('/v2/bank-transfer/reserved-accounts', body, openMs),
    reservation: (accountReference: string) =>
      ask(`/v2/bank-transfer/reserved-accounts/${part(accountReference)}`),
    release: (accountReference: string) =>
      ask(`/v1/bank-transfer/reserved-accounts/reference/${part(accountReference)}`, 'DELETE'),
    arrivals: (accountReference: string, page: number) =>
      ask(
        `/v1/bank-transfer/reserved-accounts/transactions?accountReference=${part(accountReference)}&page=${page}&size=100`,
      ),
  }
}
