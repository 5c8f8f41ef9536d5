import { execFile } from 'node:child_process'
import { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { sessions } from '../../server/web/session.ts'
import { bareOfSameSize, powerForm } from './form-page.ts'
import { openProduct } from './launched-app.ts'
import { formatRate, median, type Row } from './report.ts'

const leastForGuests = 0.7
const leastSignedIn = 0.4
const connections = 10

/**
 * Pages of the shell per second, compared with a bare Express+EJS page of the same size, measured
 * alternately.
 */
export async function pages(quick: boolean): Promise<Row[]> {
  const { rounds, seconds } = quick ? { rounds: 1, seconds: 2 } : { rounds: 5, seconds: 5 }
  await using product = await openProduct('PostgreSQL')
  const bare = await bareOfSameSize(product.url)
  try {
    const token = await product.ask<string>('/signs-in')
    const form = product.url + powerForm
    const runners = {
      bare: { url: `${bare.ready.url}/` },
      'no cookie': { url: form },
      'guest with a cookie': { url: form, cookie: sealed(product.secret, '') },
      'signed in': { url: form, cookie: sealed(product.secret, token) },
    }
    const rates = new Map(Object.keys(runners).map((name) => [name, [] as number[]]))
    for (const runner of Object.values(runners)) await rateOf(runner, 2)
    for (let round = 0; round < rounds; round++)
      for (const [name, runner] of Object.entries(runners))
        rates.get(name)?.push(await rateOf(runner, seconds))
    const rate = (name: keyof typeof runners) => median(rates.get(name) ?? [])
    const baseline = rate('bare')
    return (['no cookie', 'guest with a cookie', 'signed in'] as const).map((name) => {
      const minimum = name === 'signed in' ? leastSignedIn : leastForGuests
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
function sealed(secret: string, token: string): string {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  sessions({ secret, secure: false }).replace(response, token)
  return String(response.getHeader('set-cookie')).split(';')[0] ?? ''
}

interface Cannon {
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
  const shot = JSON.parse(stdout) as Cannon
  if (shot.non2xx + shot.errors > 0) throw new Error(`${url} failed ${shot.non2xx + shot.errors} times`)
  return shot.requests.average
}
