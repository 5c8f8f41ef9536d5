import { setTimeout as pause } from 'node:timers/promises'
import { allBulk, bulkTemplate, checkBulk, getBulk, startBulk } from '../../shared/bulk.ts'
import { type Actor, Refused, type Route, route } from '../http/index.ts'
import type { ServiceParts } from '../purchase/index.ts'
import { readRows } from './read-file.ts'
import { checkRows } from './read-row.ts'
import { fileFrom, filesOf, resultFile, template, withRows } from './show.ts'
import { start } from './start.ts'
import { concludeCheck, keepFile, ownBulk } from './store.ts'
import type { BulkWork } from './work.ts'

/** A small file is looked up while its sender waits, for this long. */
const patienceMs = 4_000

/** The calls of purchases by the file: for companies. */
export function bulkRoutes(parts: ServiceParts, work: BulkWork): Route[] {
  const { db, limits } = parts
  return [
    route(allBulk, async ({ actor }) => {
      await refusePeople(actor)
      return { data: await filesOf(db, actor.userId) }
    }),
    route(bulkTemplate, async ({ actor }) => {
      await refusePeople(actor)
      return template()
    }),

    route(checkBulk, async ({ actor, file }) => {
      await refusePeople(actor)
      if (!file) throw new Refused('INVALID', { field: 'file', says: 'Please choose a file.' })
      await limits.spend('bulk_check', actor.userId)
      const rows = checkRows(readRows(file.bytes))
      const id = await keepFile(db, { userId: actor.userId, fileName: file.name, rows })
      await concludeCheck(db, id)
      work.wake()
      const data = await checkedSoon({ userId: actor.userId, id })
      return data.state === 'checking'
        ? { http: 202, status: 'pending', message: 'We are checking the rows. No money is taken.', data }
        : { message: 'The file is checked. No money was taken.', data }
    }),

    route(startBulk, async ({ params, ...caller }) => {
      await refusePeople(caller.actor)
      await start(db, params.id, caller)
      work.wake()
      const bulk = await ownBulk(db.q, { userId: caller.actor.userId, id: params.id })
      return { message: 'The purchases are being made.', data: await fileFrom(db, bulk) }
    }),

    route(getBulk, async ({ params, query, actor }) => {
      await refusePeople(actor)
      const bulk = await ownBulk(db.q, { userId: actor.userId, id: params.id })
      return query.format === 'csv' ? resultFile(db, bulk) : { data: await withRows(db, bulk, query) }
    }),
  ]

  async function refusePeople(actor: Actor): Promise<void> {
    const { is_company } = await db.q
      .selectFrom('users')
      .select('is_company')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    if (!is_company) throw new Refused('COMPANIES_ONLY')
  }

  async function checkedSoon(own: { userId: string; id: string }) {
    const until = performance.now() + patienceMs
    for (;;) {
      const bulk = await ownBulk(db.q, own)
      if (bulk.state !== 'checking' || performance.now() >= until) return withRows(db, bulk)
      await pause(100)
    }
  }
}
