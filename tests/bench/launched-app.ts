import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshPostgres } from './postgres.ts'
import { start, twoFreePorts } from './process.ts'

export type DatabaseEngine = 'PGlite' | 'PostgreSQL'

export interface BenchApp extends AsyncDisposable {
  readonly url: string
  readonly simulators: string
  readonly controlUrl: string
  readonly secret: string
  readonly pid: number
  /** Calls the control server of the app's process; see app.ts. */
  control<T>(path: string): Promise<T>
}

/** The whole app on an empty database, in separate processes: the app and the simulators. */
export async function openApp(engine: DatabaseEngine, { vendMs = 0 } = {}): Promise<BenchApp> {
  const folder = await mkdtemp(join(tmpdir(), 'sanwo-bench-'))
  const port = await twoFreePorts()
  const database = engine === 'PostgreSQL' ? await freshPostgres() : null
  const secret = 'a session secret of the bench, of no value'
  const simulators = await start<{ url: string }>('providers.ts', {
    input: { port, dataDir: folder, vendMs },
  })
  const app = await start<{ url: string; controlUrl: string }>('app.ts', {
    env: {
      PORT: '0',
      DATA_DIR: folder,
      SIMULATORS_URL: simulators.ready.url,
      SESSION_SECRET: secret,
      DATA_KEYS: 'a key of the bench that is of no value',
      ...(database && { DATABASE_URL: database.url }),
    },
  })
  const { url, controlUrl } = app.ready
  const control = async <T>(path: string) => (await (await fetch(controlUrl + path)).json()) as T
  await control('/raise-limits')
  return {
    url,
    controlUrl,
    secret,
    simulators: simulators.ready.url,
    pid: app.pid,
    control,
    async [Symbol.asyncDispose]() {
      await app.stop()
      await simulators.stop()
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
