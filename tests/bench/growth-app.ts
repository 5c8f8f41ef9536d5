import type { Application } from '../../server/composition-root.ts'
import type { Database } from '../../server/database/index.ts'
import { issueSessionToken } from '../../server/http/authenticate.ts'
import { request } from './http-client.ts'
import { openInProcessApp } from './in-process-app.ts'
import { createManagerSession } from './users.ts'

/** The app on a long history, as a manager and users read it. */
export interface GrowthApp extends AsyncDisposable {
  readonly db: Database
  readonly app: Application
  /** Fetches a path of the API as a manager, or as the given user. @returns the envelope's data */
  get<T>(path: string, token?: string): Promise<T>
  /** A session token of the user with this e-mail. */
  tokenOf(email: string): Promise<string>
}

export async function openGrowthApp(databaseUrl: string, simulators: string): Promise<GrowthApp> {
  const { db, app, url, close } = await openInProcessApp(databaseUrl, simulators)
  const manager = await createManagerSession(db)
  return {
    db,
    app,
    async get<T>(path: string, token = manager) {
      const response = await request<{ data: T }>(`${url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (response.httpStatus !== 200)
        throw new Error(`${path} returned ${response.httpStatus}: ${response.text.slice(0, 300)}`)
      return response.body.data
    },
    async tokenOf(email) {
      const { id } = await db.q
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      return issueSessionToken(db.q, id)
    },
    [Symbol.asyncDispose]: close,
  }
}
