import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Application, composeApp } from '../../server/composition-root.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/database/index.ts'
import { createApiHandler, createApiServer, createLog, createRateLimits } from '../../server/http/index.ts'
import { openDatabase } from '../../server/open-database.ts'
import { createSettings } from '../../server/settings/index.ts'

/** The application in the process of the benchmark, on one database and without its pollers. */
export interface InProcessApp {
  readonly db: Database
  readonly app: Application
  /** Origin of the API. */
  readonly url: string
  readonly secret: string
  close(): Promise<void>
}

export async function openInProcessApp(databaseUrl: string, simulatorsUrl: string): Promise<InProcessApp> {
  const secret = 'a session secret of the bench, of no value'
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: secret,
    DATA_KEYS: 'a key of the bench that is of no value',
    SIMULATORS_URL: simulatorsUrl,
    LOG_LEVEL: 'silent',
  })
  const db = await openDatabase(config)
  const log = createLog({ level: 'silent' })
  const settings = createSettings(db)
  const app = await composeApp({ config, db, log, settings, limits: createRateLimits({ db, log }) })
  const api = createApiHandler({ config, db, log, ...app })
  const server = createServer(createApiServer({ api, config, isReady: async () => true }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    db,
    app,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    async close() {
      await app.stop()
      server.closeAllConnections()
      server.close()
      await db.close()
    },
  }
}
