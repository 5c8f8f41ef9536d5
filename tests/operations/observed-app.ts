import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startApp } from '../../server/app.ts'
import { settingCommand } from '../../server/commands/settings-command.ts'
import { type Application, composeApp } from '../../server/composition-root.ts'
import { readConfig } from '../../server/config.ts'
import type { AppContext } from '../../server/context.ts'
import { createLog } from '../../server/http/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { post } from '../support/guest.ts'
import { createTestClient } from '../support/test-client.ts'

/**
 * Starts the API as in production, with its own database, simulators and metrics, and stores its log lines.
 * @param options.shared the caller closes it; otherwise it closes after its test
 */
export async function startObservedApp(env: NodeJS.ProcessEnv = {}, options: { shared?: boolean } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-observed-'))
  const { db, drop } = await createTestDatabase()
  const simulators = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    appUrl: 'http://127.0.0.1:9',
    speed: 10,
    duplicateWindowSeconds: 0,
  })
  const metricsPort = await freePort()
  const config = {
    ...readConfig({
      DATA_DIR: folder,
      PORT: '0',
      ROLE: 'api',
      SIMULATORS_URL: simulators.url,
      METRICS_PORT: String(metricsPort),
      ...env,
    }),
    smtpUrl: simulators.smtpUrl,
  }
  const logged: Record<string, unknown>[] = []
  const log = createLog({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
  let application: Application | undefined
  const compose = async (context: AppContext) => {
    application = await composeApp(context)
    return application
  }
  const app = await startApp(config, compose, { db, log })
  await post(`${simulators.url}/simulators/app-url`, { url: app.url })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= (async () => {
      await app.close()
      await simulators.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    })()
    return closing
  }
  if (!options.shared) onTestFinished(close)
  const client = createTestClient({
    db: () => db,
    origin: () => app.url,
    simulators,
    secret: config.sessionSecret,
  })
  return {
    ...client,
    db,
    logged,
    close,
    /** Composes the application again on the same database, as in another process. */
    composeSecond: () => composeApp({ config, db, log, settings: app.settings, limits: app.limits }),
    /** As `npm run setting name value`. */
    changeSetting: (name: string, value: string) => settingCommand(app.settings, [name, value]),
    /** Stops the jobs of this process; requests are still served. */
    stopJobs: () => application?.stop(),
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    scrape: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
  }
}

/** The samples of a scrape, by name and labels as in the text. */
export const samplesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const end = line.lastIndexOf(' ')
        return [line.slice(0, end), Number(line.slice(end + 1))]
      }),
  )

/** The exported metrics by name, each with its type. */
export const metricTypesOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))
