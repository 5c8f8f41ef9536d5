import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshPostgres } from './postgres.ts'
import { start, twoFreePorts } from './process.ts'

export type Engine = 'PGlite' | 'PostgreSQL'

export interface Product extends AsyncDisposable {
  readonly url: string
  readonly simulators: string
  readonly door: string
  readonly secret: string
  readonly pid: number
  /** Asks the app's process; see app.ts. */
  ask<T>(path: string): Promise<T>
}

/** The whole product over an empty database, in processes of its own: the app, and its counterparties. */
export async function openProduct(engine: Engine, { vendMs = 0 } = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'sanwo-bench-'))
  const port = await twoFreePorts()
  const database = engine === 'PostgreSQL' ? await freshPostgres() : null
  const secret = 'a session secret of the bench, of no value'
  const simulators = await start<{ url: string }>('counterparties.ts', {
    given: { port, dataDir: folder, vendMs },
  })
  const app = await start<{ url: string; door: string }>('app.ts', {
    env: {
      PORT: '0',
      DATA_DIR: folder,
      SIMULATORS_URL: simulators.said.url,
      SESSION_SECRET: secret,
      DATA_KEYS: 'a key of the bench that is of no value',
      ...(database && { DATABASE_URL: database.url }),
    },
  })
  const { url, door } = app.said
  const ask = async <T>(path: string) => (await (await fetch(door + path)).json()) as T
  await ask('/lifts-limits')
  return {
    url,
    door,
    secret,
    simulators: simulators.said.url,
    pid: app.pid,
    ask,
    async [Symbol.asyncDispose]() {
      await app.stop()
      await simulators.stop()
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
