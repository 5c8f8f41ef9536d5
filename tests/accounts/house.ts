import { randomUUID } from 'node:crypto'
import { accountRoutes, securityRoutes } from '../../server/accounts/index.ts'
import { beneficiaryRoutes } from '../../server/beneficiaries/index.ts'
import { setClockAhead } from '../../server/database/index.ts'
import { createLimits, type LimitName } from '../../server/http/index.ts'
import { createBackground } from '../../server/jobs/index.ts'
import type { Profile } from '../../shared/accounts.ts'
import { apiHouse, silent } from '../http/house.ts'

export interface Reply<T = Record<string, unknown>> {
  http: number
  status: string
  message: string
  data: T
  errors: Record<string, string[]> | undefined
}

export const goodPassword = 'Correct-Horse-1'

/** The account and beneficiary calls over a real database. Mail stays in the outbox, where tests read it. */
export async function accountsHouse({
  sendsMail = true,
  points = {},
}: {
  sendsMail?: boolean
  points?: Partial<Record<LimitName, number>>
} = {}) {
  const background = createBackground(silent)
  const house = await apiHouse((db) => {
    const parts = {
      db,
      log: silent,
      limits: createLimits({ db, log: silent, pointsOf: async (name) => points[name] }),
      appUrl: 'https://sanwo.test',
      brandName: 'Sanwo',
      secret: 'a secret of this test, long enough',
      sendsMail,
      background: background.run,
      wakeOutbox: () => undefined,
    }
    return { routes: [...accountRoutes(parts), ...securityRoutes(parts), ...beneficiaryRoutes(parts)] }
  })
  let people = 0

  /** A browser: its session, and the bearer once it is signed in. */
  function visitor({ session = randomUUID() as string, ip = '102.89.1.1', bearer = '' } = {}) {
    const headers = () => ({
      'content-type': 'application/json',
      ...(session && house.browser(session, ip)),
      ...(it.bearer && { authorization: `Bearer ${it.bearer}` }),
    })
    const ask = async <T>(method: string, path: string, body?: unknown): Promise<Reply<T>> => {
      const reply = await house.ask(path, {
        method,
        headers: headers(),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { http: reply.http, ...(reply.body as unknown as Omit<Reply<T>, 'http'>) }
    }
    const it = {
      bearer,
      session,
      get: <T = Record<string, unknown>>(path: string) => ask<T>('GET', path),
      post: <T = Record<string, unknown>>(path: string, body: unknown = {}) => ask<T>('POST', path, body),
      put: <T = Record<string, unknown>>(path: string) => ask<T>('PUT', path),
      remove: <T = Record<string, unknown>>(path: string) => ask<T>('DELETE', path),
      registers: (wish: Record<string, unknown> = {}) =>
        ask<{ email: string }>('POST', '/auth/register', { ...registration(), ...wish }),
      verifies: (email: string, token: string) =>
        ask<{ email: string; api_token?: string }>('POST', '/auth/verify-email', { email, token }),
      asksAgain: (email: string) => ask('POST', '/auth/resend-email-verification-token', { email }),
      async signsIn(email: string, password: string = goodPassword) {
        const reply = await ask<Profile & { api_token: string }>('POST', '/auth/login', { email, password })
        if (reply.http === 200) it.bearer = reply.data.api_token
        return reply
      },
      seesProfile: () => ask<Profile>('GET', '/account/user/profile'),
    }
    return it
  }

  const registration = () => ({
    is_company: false,
    name: 'Chidi Obi',
    email: `chidi${++people}@example.com`,
    phone: '0803 123 4567',
    terms: true,
    password: goodPassword,
    platform: 'web',
    referrer: '',
  })

  const mailsTo = (email: string) =>
    house.db.q.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('created_at').execute()

  return {
    ...house,
    visitor,
    registration,
    mailsTo,
    /** Everything that runs in the background is over. */
    settled: async () => {
      for (let tries = 0; tries < 5; tries++) await new Promise((resolve) => setTimeout(resolve, 30))
    },
    async codeFor(email: string): Promise<string> {
      const body = (await mailsTo(email)).findLast((mail) => mail.subject?.includes('your code'))?.body ?? ''
      const code = /^\d{4}$/m.exec(body)?.[0]
      if (!code) throw new Error(`No code was mailed to ${email}`)
      return code
    },
    async linkFor(email: string): Promise<{ token: string; email: string }> {
      const mails = await mailsTo(email)
      const body = mails.findLast((mail) => mail.subject?.includes('new password'))?.body ?? ''
      const query = new URL(/https:\S+/.exec(body)?.[0] ?? '').searchParams
      return { token: query.get('token') ?? '', email: query.get('email') ?? '' }
    },
    /** Somebody who registered, proved the e-mail, and is signed in. */
    async person(wish: Record<string, unknown> = {}) {
      const browser = visitor()
      const { data } = await browser.registers(wish)
      const verified = await browser.verifies(data.email, await this.codeFor(data.email))
      browser.bearer = verified.data.api_token ?? ''
      return { ...browser, email: data.email, browser }
    },
    userRow: (email: string) =>
      house.db.q.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
    clockAhead: (seconds: number) => setClockAhead(house.db, seconds),
    async close() {
      await background.drain(5_000)
      await house.close()
    },
  }
}
export type AccountsHouse = Awaited<ReturnType<typeof accountsHouse>>
