import { setTimeout as pause } from 'node:timers/promises'
import { apiPrefix } from '../../shared/constants.ts'
import { powerForm } from './form-page.ts'
import { request } from './http-client.ts'
import { openApp } from './launched-app.ts'
import { atMost, formatRate, percentile, type Row } from './report.ts'

const minPerSecond = 20
const slowestPageMs = 100
/** Users who press "Sign in" at the same time. */
const concurrency = 10
/** Accounts that each of them signs in to in sequence. */
const accountsEach = 4
const password = 'Correct-Horse-1'
/** The interval of the page requests during the sign-ins. */
const pageEveryMs = 25

/** Sign-ins per second (argon2id), and the response time of a page during them. */
export async function signIns(quick: boolean): Promise<Row[]> {
  await using app = await openApp('PostgreSQL')
  const emails = await app.control<string[]>(
    `/create-accounts?password=${password}&count=${concurrency * accountsEach}`,
  )
  const until = performance.now() + (quick ? 4_000 : 15_000)
  const startedAt = performance.now()
  const pages: number[] = []
  const asking = (async () => {
    while (performance.now() < until) {
      void request(app.url + powerForm).then(({ ms }) => pages.push(ms))
      await pause(pageEveryMs)
    }
  })()
  const counts = await Promise.all(
    Array.from({ length: concurrency }, (_, index) =>
      signInUntil(app.url, emails.slice(index * accountsEach, (index + 1) * accountsEach), until),
    ),
  )
  await asking
  const rate = counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startedAt) / 1_000)
  return [
    {
      label: `sign-ins, ${concurrency} concurrent`,
      result: formatRate(rate),
      target: `≥ ${minPerSecond}/s`,
      isTargetMet: rate >= minPerSecond,
    },
    atMost(
      'power form during sign-ins, p99',
      percentile(pages, 99),
      slowestPageMs,
      (ms) => `${Math.round(ms)} ms`,
    ),
  ]
}

/** One browser that signs in to these accounts repeatedly. @returns the number of sign-ins */
async function signInUntil(url: string, emails: readonly string[], until: number): Promise<number> {
  const page = await request<string>(`${url}/login`)
  const [cookie = ''] = page.headers['set-cookie']?.map((header) => header.split(';')[0]) ?? []
  const [, csrfToken = ''] = /name="csrf-token" content="([^"]*)"/.exec(page.text) ?? []
  let count = 0
  while (performance.now() < until) {
    const { httpStatus } = await request(`${url}${apiPrefix}/auth/login`, {
      body: { email: emails[count % emails.length], password },
      headers: { cookie, 'x-csrf-token': csrfToken },
    })
    if (httpStatus !== 200) throw new Error(`The sign-in returned ${httpStatus}`)
    count++
  }
  return count
}
