import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import express, { type NextFunction, type Request, type Response } from 'express'
import { controlRoutes } from './control.ts'
import { createFaults } from './faults.ts'
import { openJournal } from './journal.ts'
import { partiesOn } from './parties.ts'
import type { Ground, Party } from './party.ts'
import { defaults, type Settings } from './settings.ts'

export interface SimulatorsOptions extends Partial<Settings> {
  /** 0 takes any free port, for SMTP too; otherwise SMTP listens on the next one. */
  port: number
  host: string
  /** Its `simulators.jsonl` is what the counterparties remember. */
  dataDir: string
}

export interface Simulators {
  url: string
  smtpUrl: string
  close(): Promise<void>
}

/**
 * Starts every counterparty on one origin.
 * @throws the listen error (`EADDRINUSE`) when the port is taken; nothing was read or written then
 */
export async function startSimulators(options: SimulatorsOptions): Promise<Simulators> {
  const { port, host, dataDir, ...settings } = options
  const app = express()
  app.disable('x-powered-by')
  const server = createServer(app)
  server.listen(port, host)
  await once(server, 'listening')
  const url = `http://${host}:${(server.address() as AddressInfo).port}`

  // Whoever asks before everything is remembered waits for it.
  const opened = Promise.withResolvers<void>()
  app.use((_req, _res, next) => void opened.promise.then(() => next()))

  const timers = new Set<NodeJS.Timeout>()
  const ground: Ground = {
    journal: await openJournal(join(dataDir, 'simulators.jsonl')),
    faults: createFaults(),
    settings: { ...defaults, ...settings },
    url: () => url,
    paced: (ms) => ms / ground.settings.speed,
    later(ms, work) {
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

  const parties = partiesOn(ground)
  const smtpPort = await listenBeside(parties, port === 0 ? 0 : port + 1, host).catch((error: unknown) => {
    server.close()
    server.closeAllConnections()
    throw error
  })
  await ground.journal.replay((name, event) => parties.find((party) => party.name === name)?.replay(event))

  async function reset() {
    stopTimers()
    ground.faults.calm()
    for (const party of parties) party.reset()
    await ground.journal.clear()
  }

  app.get('/simulators/health', (_req, res) => void res.json({ ok: true, is: 'sanwo-simulators', smtpPort }))
  for (const party of parties) {
    if (party.checkout) app.use(`/simulators/checkout/${party.name}`, party.checkout)
    if (party.api) app.use(`/${party.name}`, party.api)
  }
  app.use('/simulators', controlRoutes(ground, parties, reset))
  app.use((_req, res) => void res.status(404).json({ status: false, message: 'Not found' }))
  app.use(onError)
  for (const party of parties) party.resume?.()
  opened.resolve()

  return {
    url,
    smtpUrl: `smtp://${host}:${smtpPort}`,
    async close() {
      stopTimers()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      for (const party of parties) await party.close?.()
      await ground.journal.close()
    },
  }
}

async function listenBeside(parties: readonly Party[], port: number, host: string): Promise<number> {
  let taken = port
  for (const party of parties) if (party.listen) taken = await party.listen(port, host)
  return taken
}

/** A body that cannot be read is the caller's mistake; all else is ours. */
function onError(error: unknown, _req: Request, res: Response, next: NextFunction) {
  if (res.headersSent) return next(error)
  const status =
    error instanceof Error && 'status' in error && Number(error.status) < 500 ? Number(error.status) : 500
  return void res
    .status(status)
    .json({ status: false, message: status < 500 ? 'Bad request' : 'Server Error' })
}
