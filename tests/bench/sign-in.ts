import { setTimeout as pause } from 'node:timers/promises'
import { demoPeople } from '../../server/accounts/index.ts'
import { apiPrefix } from '../../shared/constants.ts'
import { powerForm } from './form-page.ts'
import { openProduct } from './product.ts'
import { atMost, percentile, perSecond, type Row } from './report.ts'
import { ask } from './wire.ts'

const leastPerSecond = 20
const slowestPageMs = 100
/** People who press "Sign in" at the same time. */
const atOnce = 10
/** Pages asked for meanwhile, one every so many milliseconds. */
const pageEveryMs = 25

/** Sign-ins each second (argon2id), and what a page takes while they go on. */
export async function signIns(quick: boolean): Promise<Row[]> {
  await using product = await openProduct('PostgreSQL')
  const until = performance.now() + (quick ? 4_000 : 15_000)
  const began = performance.now()
  const pages: number[] = []
  const asking = (async () => {
    while (performance.now() < until) {
      void ask(product.url + powerForm).then(({ ms }) => pages.push(ms))
      await pause(pageEveryMs)
    }
  })()
  const counts = await Promise.all(Array.from({ length: atOnce }, () => signInUntil(product.url, until)))
  await asking
  const rate = counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - began) / 1_000)
  return [
    {
      what: `sign-ins, ${atOnce} at once`,
      ours: perSecond(rate),
      target: `≥ ${leastPerSecond}/s`,
      reached: rate >= leastPerSecond,
    },
    atMost('power form meanwhile, p99', percentile(pages, 99), slowestPageMs, (ms) => `${Math.round(ms)} ms`),
  ]
}

/** One person's browser, signing in again and again. @returns how many times */
async function signInUntil(url: string, until: number): Promise<number> {
  const page = await ask<string>(`${url}/login`)
  const [cookie = ''] = page.headers['set-cookie']?.map((it) => it.split(';')[0]) ?? []
  const [, token = ''] = /name="csrf-token" content="([^"]*)"/.exec(page.text) ?? []
  const body = { email: demoPeople[1]?.email, password: demoPeople[1]?.password }
  let count = 0
  while (performance.now() < until) {
    const { http } = await ask(`${url}${apiPrefix}/auth/login`, {
      body,
      headers: { cookie, 'x-csrf-token': token },
    })
    if (http !== 200) throw new Error(`Signing in answered ${http}`)
    count++
  }
  return count
}
