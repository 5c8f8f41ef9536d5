import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { startApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { unhurried } from '../../server/database/index.ts'
import { assemble } from '../../server/features.ts'
import { issueBearer } from '../../server/http/authenticate.ts'
import { companyOf, managerOf, personWith, readers } from './people.ts'
import { stopsBy, tell } from './process.ts'

/** The product as it runs, and beside it a door for the bench: what only its process can tell or change. */
const app = await startApp(readConfig(), assemble)
const { db, settings } = app

const door: Record<string, (wish: URLSearchParams) => Promise<unknown>> = {
  '/delivered': async () => {
    const { rows } = await sql<{ many: number }>`select count(*)::int as many from deliveries`.execute(db.q)
    return rows[0]?.many
  },
  '/memory': async () => process.memoryUsage().rss,
  '/signs-in': async () => {
    const person = { uniqueid: 'bench', name: 'Ada Obi', email: 'ada@sanwo.example', phone: null }
    const { id } = await db.q.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow()
    return issueBearer(db.q, id)
  },
  /** Somebody with so many orders behind them. */
  '/has-bought': (wish) => unhurried(() => personWith(db, Number(wish.get('orders')))),
  '/has-company': async () => companyOf(db),
  '/has-people': (wish) => unhurried(() => readers(db, Number(wish.get('people')))),
  '/manages': async () => managerOf(db),
  /** One load generator stands for many networks. */
  '/lifts-limits': async () => {
    for (const name of ['limit_lookup_client', 'limit_lookup_everybody', 'limit_checkout_client'] as const)
      await settings.change(name, 100_000_000)
  },
  /** The gateway's message is to be the first to tell of a payment: our own questions wait. */
  '/asks-nothing': async () => {
    await db.q.updateTable('payments').set({ due_at: null }).where('state', '=', 'initialised').execute()
  },
}

const server = createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://door')
  const answer = await door[pathname]?.(searchParams)
  res.end(JSON.stringify(answer ?? null))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
tell({ url: app.url, door: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })

stopsBy(async () => {
  server.close()
  server.closeAllConnections()
  await app.close()
})
