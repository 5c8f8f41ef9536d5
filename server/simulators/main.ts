import { resolve } from 'node:path'
import { z } from 'zod'
import { startSimulators } from './start.ts'

/** Runs the simulators as a separate process until SIGTERM. The app that started them sends it at a clean stop. */

const Environment = z.object({
  SIMULATORS_URL: z
    .url({ protocol: /^http$/, error: 'SIMULATORS_URL must be an http:// address' })
    .default('http://127.0.0.1:3900'),
  DATA_DIR: z.string().min(1).default('.data'),
  APP_URL: z
    .url({ protocol: /^https?$/, error: 'APP_URL must be an address' })
    .default('http://localhost:3000'),
})

const writeLine = (line: string) => void process.stdout.write(`${line}\n`)

/** Ignore output errors: the reader of the output may have exited. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
process.on('SIGHUP', () => undefined)

function stopWith(sentence: string) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

async function main() {
  const environment = Object.fromEntries(
    Object.keys(Environment.shape).map((name) => [name, process.env[name] || undefined]),
  )
  const result = Environment.safeParse(environment)
  if (!result.success) return stopWith(`${result.error.issues[0]?.message}.`)
  const url = new URL(result.data.SIMULATORS_URL)
  try {
    const simulators = await startSimulators({
      port: Number(url.port || 80),
      host: url.hostname,
      dataDir: resolve(result.data.DATA_DIR),
      appUrl: new URL(result.data.APP_URL).origin,
    })
    writeLine(JSON.stringify({ listening: simulators.url, smtp: simulators.smtpUrl, pid: process.pid }))
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => void simulators.close().then(() => process.exit(0)))
    }
  } catch (error) {
    const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (isPortTaken && (await isSimulator(url.origin))) process.exit(0)
    stopWith(
      isPortTaken
        ? `The simulators cannot listen: port ${url.port || 80} or the one after it is taken by another program.`
        : `The simulators cannot start: ${messageOf(error)}.`,
    )
    process.exit()
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : error)

async function isSimulator(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/simulators/health`, { signal: AbortSignal.timeout(10_000) })
    return (await response.text()).includes('sanwo-simulators')
  } catch {
    return false
  }
}

await main()
