import { sql } from 'kysely'
import { connect, type Database, migrate, seed, withLongTimeout } from '../../server/database/index.ts'
import { findDocuments } from '../../server/management/find-documents.ts'
import { findManagedOrders } from '../../server/management/find-orders.ts'
import { indexQueuedRows } from '../../server/management/search-documents.ts'
import { managedOrdersOf } from '../../server/management/show-orders.ts'
import { freshPostgres } from './postgres.ts'
import { atMost, percentile, type Row } from './report.ts'

const slowestMs = 100
/** The job that writes search documents keeps up with 1,000 orders a minute in a tenth of its time. */
const maxIndexMs = 4

/** A manager's search text, as stored for the n-th order. */
const searches: Readonly<Record<string, (n: number) => Parameters<typeof findManagedOrders>[1]>> = {
  'by meter': (n) => ({ search: `45${String(n).padStart(9, '0')}` }),
  'by the last four digits': (n) => ({ search: String(n % 10_000).padStart(4, '0') }),
  'by phone': (n) => ({ search: `0803${String(n % 5_000_000).padStart(7, '0')}` }),
  'by e-mail': (n) => ({ search: `person${n % 300_000}@example.com` }),
  'by state and service': () => ({ service: 'power', state: 'refunded' }),
  'by gateway': () => ({ gateway: 'monnify' }),
  'without a filter': () => ({}),
  'by one day': () => ({ from: '2026-10-01', to: '2026-10-01' }),
}

/** Parts of an order that a manager may type, for the n-th order: a rare one has no newer match. */
const parts: Readonly<Record<string, (n: number) => string>> = {
  'part of a meter': (n) => String(n).padStart(9, '0').slice(1, 8),
  'part of a phone': (n) => `3${String(n % 5_000_000).padStart(7, '0')}`.slice(0, 7),
  'part of a reference': (n) =>
    n.toString(16).padStart(12, 'x').slice(6).replaceAll('0', 'z').replaceAll('1', 'y'),
  'part of an e-mail and the last digits of a phone': (n) =>
    `on${n % 300_000}@ex ${String(n % 5_000_000)
      .padStart(7, '0')
      .slice(3)}`,
  'a name that every order has': () => 'obi ada',
  'a part that no order has': (n) => `zq${n}`,
}

/** The manager's search over many orders: finds a page of orders and reads it. */
export async function search(quick: boolean): Promise<Row[]> {
  const count = quick ? 100_000 : 1_000_000
  const rounds = quick ? 20 : 50
  const database = await freshPostgres()
  const db = await connect({ databaseUrl: database.url, dataDir: null })
  try {
    await migrate(db)
    await seed(db)
    await withLongTimeout(() => fill(db, count))
    const startedAt = performance.now()
    await withLongTimeout(() => indexAll(db))
    const perOrder = (performance.now() - startedAt) / count
    const shown = (ms: number) => `${ms.toFixed(2)} ms`
    const rows = [atMost('search document of one order, written by the job', perOrder, maxIndexMs, shown)]
    for (const [label, query] of Object.entries(searches)) {
      const took: number[] = []
      for (let round = 0; round < rounds; round++) {
        const startedAt = performance.now()
        const { ids } = await findManagedOrders(db, query((round * 7_919) % count), {
          pageSize: 50,
          userId: null,
        })
        await managedOrdersOf(db, ids)
        took.push(performance.now() - startedAt)
      }
      const name = `search ${label}, ${count.toLocaleString('en')} orders, p95`
      rows.push(atMost(name, percentile(took, 95), slowestMs, (ms) => `${ms.toFixed(1)} ms`))
    }
    for (const [label, part] of Object.entries(parts)) {
      const took: number[] = []
      for (let round = 0; round < rounds; round++) {
        const search = part((round * 7_919 + 100) % count)
        const startedAt = performance.now()
        await findDocuments(db, 'order', { search, limit: 5 })
        took.push(performance.now() - startedAt)
      }
      const name = `search anywhere, ${label}, ${count.toLocaleString('en')} orders, p95`
      rows.push(atMost(name, percentile(took, 95), slowestMs, (ms) => `${ms.toFixed(1)} ms`))
    }
    return rows
  } finally {
    await db.close()
    await database.drop()
  }
}

/** Writes the document of every order, as after the upgrade of a database with orders. */
async function indexAll(db: Database): Promise<void> {
  await db.q.insertInto('search_backfills').values({ table_name: 'orders' }).execute()
  while ((await indexQueuedRows(db)) > 0);
  await sql`vacuum analyze search_documents`.execute(db.q)
}

/** Orders of two years, with their search terms as the triggers would have stored them. */
async function fill(db: Database, count: number): Promise<void> {
  await sql`alter table orders disable trigger all`.execute(db.q)
  await sql`
    insert into orders (reference, access_token, view_token, service, code, variation, state, dedupe_hash, beneficiary,
      phone, email, amount_kobo, service_charge_kobo, total_kobo, vendor, customer_snapshot, created_at)
    select translate(lpad(upper(to_hex(n)), 12, 'X'), '01', 'ZY'), 'a' || n, 'v' || n,
      (array['power', 'power', 'cabletv', 'airtime', 'data'])[1 + n % 5], 'ikeja', 'prepaid',
      case when n % 200 = 0 then 'refunded' else 'delivered' end, 'f' || n, '45' || lpad(n::text, 9, '0'),
      '+234803' || lpad((n % 5000000)::text, 7, '0'), 'person' || n % 300000 || '@example.com',
      200000, 10000, 210000, 'vtpass', '{"name": "ADA OBI"}', now() - make_interval(secs => n * 60)
    from generate_series(1, ${count}) as n`.execute(db.q)
  await sql`
    insert into order_search_terms (term, created_at, order_id)
    select term, created_at, id from orders, unnest(array[beneficiary, 'last4:' || right(beneficiary, 4), phone,
      lower(email), 'vendor:' || vendor, 'payer:' || case when (amount_kobo + length(reference)) % 2 = 0 then 'paystack' else 'monnify' end]) as term
    on conflict do nothing`.execute(db.q)
  await sql`alter table orders enable trigger all`.execute(db.q)
  await sql`analyze orders`.execute(db.q)
  await sql`analyze order_search_terms`.execute(db.q)
}
