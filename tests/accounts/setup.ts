import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { accountRoutes, secondFactorRoutes, securityRoutes } from '../../server/accounts/index.ts'
import { beneficiaryRoutes } from '../../server/beneficiaries/index.ts'
import { setTestClockOffset } from '../../server/database/index.ts'
import { createRateLimits, type Limits, type RateLimitName } from '../../server/http/index.ts'
import { createTaskRunner } from '../../server/jobs/index.ts'
import { createSecrets } from '../../server/secrets/index.ts'
import type { Profile } from '../../shared/accounts.ts'
import { silentLog, startTestApi } from '../http/setup.ts'

export interface ApiResponse<T = Record<string, unknown>> {
  httpStatus: number
  status: string
  message: string
  data: T
  errors: Record<string, string[]> | undefined
}

export const correctPassword = 'Correct-Horse-1'

/** Account and beneficiary endpoints on a real database. Mail stays in the outbox, where tests read it. */
export async function startAccountsApp({
  sendsMail = true,
  points = {},
  wrapLimits = (limits) => limits,
  mode = 'simulated',
}: {
  sendsMail?: boolean
  points?: Partial<Record<RateLimitName, number>>
  wrapLimits?: (limits: Limits) => Limits
  mode?: 'simulated' | 'live'
} = {}) {
  const taskRunner = createTaskRunner(silentLog)
  let runningTasks = 0
  const api = await startTestApi(
    (db) => {
      const deps = {
        db,
        log: silentLog,
        limits: wrapLimits(createRateLimits({ db, log: silentLog, pointsOf: async (name) => points[name] })),
        appUrl: 'https://sanwo.test',
        brandName: 'Sanwo',
        sessionSecret: 'a secret of this test, long enough',
        sendsMail,
        secrets: createSecrets([Buffer.alloc(32, 7)]),
        runInBackground: (name: string, task: () => Promise<unknown>) => {
          runningTasks++
          taskRunner.run(name, () => task().finally(() => runningTasks--))
        },
        triggerOutbox: () => undefined,
      }
      const routes = [
        ...accountRoutes(deps),
        ...securityRoutes(deps),
        ...secondFactorRoutes(deps, { required: false }),
        ...beneficiaryRoutes(deps),
      ]
      return { routes, validatesOpenApi: true }
    },
    { mode },
  )
  let userCount = 0

  /** A browser: its session, and its token once it is signed in. */
  function createBrowser({
    session = randomUUID() as string,
    ip = '102.89.1.1',
    sessionToken: initialSessionToken = '',
    device = '',
  } = {}) {
    const headers = () => ({
      'content-type': 'application/json',
      ...(session && api.browserHeaders(session, ip, device)),
      ...(self.sessionToken && { authorization: `Bearer ${self.sessionToken}` }),
    })
    const request = async <T>(method: string, path: string, body?: unknown): Promise<ApiResponse<T>> => {
      const response = await api.request(path, {
        method,
        headers: headers(),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return {
        httpStatus: response.httpStatus,
        ...(response.body as unknown as Omit<ApiResponse<T>, 'httpStatus'>),
      }
    }
    const self = {
      sessionToken: initialSessionToken,
      session,
      get: <T = Record<string, unknown>>(path: string) => request<T>('GET', path),
      post: <T = Record<string, unknown>>(path: string, body: unknown = {}) => request<T>('POST', path, body),
      put: <T = Record<string, unknown>>(path: string) => request<T>('PUT', path),
      remove: <T = Record<string, unknown>>(path: string) => request<T>('DELETE', path),
      register: (overrides: Record<string, unknown> = {}) =>
        request<{ email: string }>('POST', '/auth/register', { ...registration(), ...overrides }),
      verifyEmail: (email: string, token: string) =>
        request<{ email: string; api_token?: string }>('POST', '/auth/verify-email', { email, token }),
      resendCode: (email: string) => request('POST', '/auth/resend-email-verification-token', { email }),
      async signIn(email: string, password: string = correctPassword) {
        const response = await request<Profile & { api_token: string }>('POST', '/auth/login', {
          email,
          password,
        })
        if (response.httpStatus === 200) self.sessionToken = response.data.api_token
        return response
      },
      fetchProfile: () => request<Profile>('GET', '/account/user/profile'),
    }
    return self
  }

  const registration = () => ({
    is_company: false,
    name: 'Chidi Obi',
    email: `chidi${++userCount}@example.com`,
    phone: '0803 123 4567',
    terms: true,
    password: correctPassword,
    platform: 'web',
    referrer: '',
  })

  const mailsTo = (email: string) =>
    api.db.q.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('created_at').execute()

  return {
    ...api,
    createBrowser,
    registration,
    mailsTo,
    /** Waits for the tasks that requests started in the background. */
    waitForBackgroundTasks: () => expect.poll(() => runningTasks).toBe(0),
    async codeFor(email: string): Promise<string> {
      const body =
        (await mailsTo(email)).findLast((mail) => mail.subject?.includes('verification code'))?.body ?? ''
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
    /** A registered, verified and signed-in user. */
    async createSignedInUser(overrides: Record<string, unknown> = {}) {
      const browser = createBrowser()
      const { data } = await browser.register(overrides)
      const response = await browser.verifyEmail(data.email, await this.codeFor(data.email))
      browser.sessionToken = response.data.api_token ?? ''
      return { ...browser, email: data.email, browser }
    },
    userRow: (email: string) =>
      api.db.q.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
    setClockAhead: (seconds: number) => setTestClockOffset(api.db, seconds),
    async close() {
      await taskRunner.drain(5_000)
      await api.close()
    },
  }
}
export type AccountsTestApp = Awaited<ReturnType<typeof startAccountsApp>>
