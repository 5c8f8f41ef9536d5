import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { startApp } from '../../server/app.ts'
import { composeApp } from '../../server/composition-root.ts'
import { readConfig } from '../../server/config.ts'
import { withLongTimeout } from '../../server/database/index.ts'
import { issueSessionToken } from '../../server/http/authenticate.ts'
import { sendReport, stopOnParentSignal } from './process.ts'
import { countRuns, createSchedules, makeSchedulesDue } from './schedule-rows.ts'
import {
  campaignRecipients,
  createAccounts,
  createCompanySession,
  createManagerSession,
  createPhoneUsers,
  createUserWithOrders,
} from './users.ts'

/**
 * The app as it runs, with a control server for the bench: values and settings that only its process can
 * read or change.
 */
const app = await startApp(readConfig(), composeApp)
const { db, settings } = app

const controls: Record<string, (params: URLSearchParams) => Promise<unknown>> = {
  '/count-deliveries': async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from deliveries`.execute(db.q)
    return rows[0]?.count
  },
  '/memory': async () => process.memoryUsage().rss,
  '/create-session': async () => {
    const user = { uniqueid: 'bench', name: 'Ada Obi', email: 'ada@sanwo.example', phone: null }
    const { id } = await db.q.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
    return issueSessionToken(db.q, id)
  },
  /** A user with this number of orders. */
  '/create-user-with-orders': (params) =>
    withLongTimeout(() => createUserWithOrders(db, Number(params.get('orders')))),
  '/create-company': async () => createCompanySession(db),
  '/create-campaign-recipients': (params) =>
    withLongTimeout(() => campaignRecipients(db, Number(params.get('people')))),
  '/create-accounts': (params) =>
    createAccounts(db, params.get('password') ?? '', Number(params.get('count'))),
  '/create-phone-users': (params) =>
    createPhoneUsers(db, params.get('pin') ?? '', Number(params.get('count'))),
  '/create-schedules': (params) => withLongTimeout(() => createSchedules(db, Number(params.get('count')))),
  '/make-schedules-due': () => makeSchedulesDue(db),
  '/count-schedule-runs': () => countRuns(db),
  '/create-manager': (params) => createManagerSession(db, params.get('pin')),
  /** One load generator represents many networks. */
  '/raise-limits': async () => {
    for (const name of [
      'limit_lookup_client',
      'limit_lookup_everybody',
      'limit_quote_client',
      'limit_checkout_client',
    ] as const)
      await settings.change(name, 100_000_000)
  },
  /** Stops payment polling, so that the gateway's webhook is the first to report a payment. */
  '/stop-payment-polling': async () => {
    await db.q.updateTable('payments').set({ due_at: null }).where('state', '=', 'initialised').execute()
  },
}

const server = createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://control')
  const result = await controls[pathname]?.(searchParams)
  res.end(JSON.stringify(result ?? null))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
sendReport({ url: app.url, controlUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })

stopOnParentSignal(async () => {
  server.close()
  server.closeAllConnections()
  await app.close()
})
