import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import express, { type NextFunction, type Request, type Response } from 'express'
import { byTime, controlRoutes } from './control.ts'
import { createFaults } from './faults.ts'
import { openJournal } from './journal.ts'
import { phoneRoutes } from './phone/index.ts'
import type { Provider, SimulatorContext } from './provider.ts'
import { createProviders } from './providers.ts'
import { defaults, type Settings } from './settings.ts'

export interface SimulatorsOptions extends Partial<Settings> {
  /** 0 takes any free port, for SMTP too; otherwise SMTP listens on the next one. */
  port: number
  host: string
  /** Folder of `simulators.jsonl`, the journal of all providers. */
  dataDir: string
}

export interface Simulators {
  url: string
  smtpUrl: string
  /** False while a webhook is not acknowledged or a simulated delay has not passed. */
  isIdle(): boolean
  close(): Promise<void>
}

/**
 * Starts all simulated providers on one origin.
 * @throws the listen error (`EADDRINUSE`) when the port is in use, before reading or writing any file
 */
export async function startSimulators(options: SimulatorsOptions): Promise<Simulators> {
  const { port, host, dataDir, ...settings } = options
  const app = express()
  app.disable('x-powered-by')
  const server = createServer(app)
  // A provider keeps an idle connection about a minute. With Node's default of 5 s, a busy process would send a
  // request on a connection that has just been closed.
  server.keepAliveTimeout = 65_000
  server.listen(port, host)
  await once(server, 'listening')
  const url = `http://${host}:${(server.address() as AddressInfo).port}`

  // Requests wait until the journal has been replayed.
  const journalReplayed = Promise.withResolvers<void>()
  app.use((_req, _res, next) => void journalReplayed.promise.then(() => next()))

  const timers = new Set<NodeJS.Timeout>()
  /** End of the longest simulated delay so far, in ms since the epoch. */
  let delaysEndAt = 0
  const context: SimulatorContext = {
    journal: await openJournal(join(dataDir, 'simulators.jsonl')),
    faults: createFaults(),
    settings: { ...defaults, ...settings },
    url: () => url,
    startDelay(ms) {
      const delayMs = ms / context.settings.speed
      delaysEndAt = Math.max(delaysEndAt, Date.now() + delayMs)
      return delayMs
    },
    pendingWebhooks: new Set(),
    setTimer(ms, work) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, ms)
      timers.add(timer)
    },
  }
  const stopTimers = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }

  const providers = createProviders(context)
  const smtpPort = await listenSmtp(providers, port === 0 ? 0 : port + 1, host).catch((error: unknown) => {
    server.close()
    server.closeAllConnections()
    throw error
  })
  await context.journal.replay((name, event) =>
    providers.find((provider) => provider.name === name)?.replay(event),
  )

  async function reset() {
    stopTimers()
    context.faults.disarm()
    for (const provider of providers) provider.reset()
    await context.journal.clear()
  }

  app.get(
    '/simulators/health',
    (_req, res) => void res.json({ ok: true, type: 'sanwo-simulators', smtpPort }),
  )
  for (const provider of providers) {
    if (provider.checkout) app.use(`/simulators/checkout/${provider.name}`, provider.checkout)
    if (provider.api) app.use(`/${provider.name}`, provider.api)
  }
  const allSms = () => providers.flatMap((provider) => provider.sms?.() ?? []).sort(byTime)
  app.use('/simulators/phone', phoneRoutes(context, allSms))
  app.use('/simulators', controlRoutes(context, providers, reset))
  app.use((_req, res) => void res.status(404).json({ status: false, message: 'Not found' }))
  app.use(onError)
  for (const provider of providers) provider.resume?.()
  journalReplayed.resolve()

  return {
    url,
    smtpUrl: `smtp://${host}:${smtpPort}`,
    isIdle: () => context.pendingWebhooks.size === 0 && Date.now() > delaysEndAt,
    async close() {
      stopTimers()
      const closeEvent = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closeEvent
      for (const provider of providers) await provider.close?.()
      await context.journal.close()
    },
  }
}

async function listenSmtp(providers: readonly Provider[], port: number, host: string): Promise<number> {
  let boundPort = port
  for (const provider of providers) if (provider.listen) boundPort = await provider.listen(port, host)
  return boundPort
}

/** An unreadable body is a client error; every other error is a server error. */
function onError(error: unknown, _req: Request, res: Response, next: NextFunction) {
  if (res.headersSent) return next(error)
  const status =
    error instanceof Error && 'status' in error && Number(error.status) < 500 ? Number(error.status) : 500
  return void res
    .status(status)
    .json({ status: false, message: status < 500 ? 'Bad request' : 'Server Error' })
}
