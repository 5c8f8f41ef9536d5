import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '../../server/app.ts'
import { ensureBuilt } from '../../server/build.ts'
import { settingCommand } from '../../server/commands/settings-command.ts'
import { composeApp } from '../../server/composition-root.ts'
import { readConfig } from '../../server/config.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { createTestDatabase } from './database.ts'
import type { LaunchedApp } from './launched-app.ts'
import { createSimulatorsClient } from './simulators-client.ts'
import { createTestClient } from './test-client.ts'

/**
 * Starts the application and its simulators in the process of the test, on a new database. It starts in a small part of
 * the time of `launchApp`, because the process has already loaded the modules and the database engine.
 */
export async function startInProcessApp(): Promise<LaunchedApp> {
  await ensureBuilt()
  const dataDir = await mkdtemp(join(tmpdir(), 'sanwo-in-process-'))
  const database = await createTestDatabase()
  const simulators = await startSimulators({ port: 0, host: '127.0.0.1', dataDir })
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    SIMULATORS_URL: simulators.url,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  })
  const app = await startApp({ ...config, smtpUrl: simulators.smtpUrl }, composeApp, { db: database.db })
  const url = app.config.appUrl
  return {
    ...createSimulatorsClient(simulators.url),
    url,
    set: async (name, value) => void (await settingCommand(app.settings, [name, value])),
    async inspectDatabase(inspect) {
      await app.close()
      await inspect(
        createTestClient({
          db: () => database.db,
          origin: () => url,
          simulators,
          secret: config.sessionSecret,
        }),
      )
    },
    async stop() {
      await app.close()
      await simulators.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
