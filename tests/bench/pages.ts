import { execFile } from 'node:child_process'
import { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { createSessions } from '../../server/web/session.ts'
import { powerForm, startBarePageOfSameSize } from './form-page.ts'
import { openApp } from './launched-app.ts'
import { formatRate, median, type Row } from './report.ts'

const minGuestRatio = 0.7
const minSignedInRatio = 0.4
const connections = 10

/**
 * Pages of the shell per second, compared with a bare Express+EJS page of the same size, measured
 * alternately.
 */
export async function pages(quick: boolean): Promise<Row[]> {
  const { rounds, seconds } = quick ? { rounds: 1, seconds: 2 } : { rounds: 5, seconds: 5 }
  await using app = await openApp('PostgreSQL')
  const bare = await startBarePageOfSameSize(app.url)
  try {
    const token = await app.control<string>('/create-session')
    const form = app.url + powerForm
    const runners = {
      bare: { url: `${bare.ready.url}/` },
      'no cookie': { url: form },
      'guest with a cookie': { url: form, cookie: sessionCookie(app.secret, '') },
      'signed in': { url: form, cookie: sessionCookie(app.secret, token) },
    }
    const rates = new Map(Object.keys(runners).map((name) => [name, [] as number[]]))
    for (const runner of Object.values(runners)) await rateOf(runner, 2)
    for (let round = 0; round < rounds; round++)
      for (const [name, runner] of Object.entries(runners))
        rates.get(name)?.push(await rateOf(runner, seconds))
    const rate = (name: keyof typeof runners) => median(rates.get(name) ?? [])
    const baseline = rate('bare')
    return (['no cookie', 'guest with a cookie', 'signed in'] as const).map((name) => {
      const minimum = name === 'signed in' ? minSignedInRatio : minGuestRatio
      return {
        label: `power form, ${name}`,
        result: formatRate(rate(name)),
        baseline: formatRate(baseline),
        ratio: (rate(name) / baseline).toFixed(2),
        target: `≥ ${minimum}`,
        isTargetMet: rate(name) >= minimum * baseline,
      }
    })
  } finally {
    await bare.stop()
  }
}

/** The cookie that the shell would set. */
function sessionCookie(secret: string, token: string): string {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  createSessions({ secret, secure: false }).replace(response, token)
  return String(response.getHeader('set-cookie')).split(';')[0] ?? ''
}

interface AutocannonResult {
  readonly requests: { readonly average: number }
  readonly non2xx: number
  readonly errors: number
}

const autocannon = createRequire(import.meta.url).resolve('autocannon')

/** Responses per second, requested by a separate process. */
async function rateOf({ url, cookie }: { url: string; cookie?: string }, seconds: number): Promise<number> {
  const cliArguments = ['-j', '-n', '-c', String(connections), '-d', String(seconds)]
  if (cookie) cliArguments.push('-H', `cookie=${cookie}`)
  const { stdout } = await promisify(execFile)(process.execPath, [autocannon, ...cliArguments, url])
  const result = JSON.parse(stdout) as AutocannonResult
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url} failed ${result.non2xx + result.errors} times`)
  return result.requests.average
}
