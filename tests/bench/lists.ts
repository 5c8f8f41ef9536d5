import { sql } from 'kysely'
import { findAuditEvents } from '../../server/audit/index.ts'
import { latestCampaigns } from '../../server/campaigns/progress.ts'
import { connect, type Database, migrate, seed } from '../../server/database/index.ts'
import { listUsers, userChoices } from '../../server/management/users.ts'
import { type FreshDatabase, freshPostgres } from './postgres.ts'
import { percentile, type Row } from './report.ts'

/** The maximum ratio of a long list's time to a short one's. A few milliseconds are accepted at any ratio. */
const mostTimes = 3
const anywayMs = 5

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const lists: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  'newest users': (db) => listUsers(db, {}),
  'user picker': (db) => userChoices(db, undefined),
  'users by a common name': (db) => listUsers(db, { search: 'person' }),
  'users by an e-mail': (db) => listUsers(db, { search: 'person77@' }),
  'audit log, a rare action': (db) => findAuditEvents(db, { action: 'template', limit: 51 }),
  'audit log, one day': (db) => findAuditEvents(db, { from: dayAgo(3), to: dayAgo(2), limit: 51 }),
  'latest campaigns': (db) => latestCampaigns(db, undefined),
}

/** Lists of the back office, long ones and short ones, measured alternately. */
export async function managedLists(quick: boolean): Promise<Row[]> {
  await using short = await openFilledDatabase(1)
  await using long = await openFilledDatabase(quick ? 100 : 1_000)
  const rounds = quick ? 30 : 100
  const rows: Row[] = []
  for (const [label, read] of Object.entries(lists)) {
    const [took, takes]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      took.push(await measureMs(() => read(short.db)))
      takes.push(await measureMs(() => read(long.db)))
    }
    const [baseline, measured] = [percentile(took, 95), percentile(takes, 95)]
    const ratio = measured / baseline
    rows.push({
      label: `${label}, p95`,
      result: `${measured.toFixed(1)} ms`,
      baseline: `${baseline.toFixed(1)} ms`,
      ratio: ratio.toFixed(2),
      target: `≤ ${mostTimes}`,
      isTargetMet: ratio <= mostTimes || measured <= anywayMs,
    })
  }
  return rows
}

async function measureMs(read: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await read()
  return performance.now() - startedAt
}

/** `times` × 500 users, 1,000 audit events over ten days, and campaigns to 1,000 recipients in all. */
async function openFilledDatabase(times: number): Promise<{ db: Database } & AsyncDisposable> {
  const database: FreshDatabase = await freshPostgres()
  const db = await connect({ databaseUrl: database.url, dataDir: null })
  await migrate(db)
  await seed(db)
  await sql`insert into users (uniqueid, name, email, email_verified_at, created_at)
    select 'u' || n, 'Person ' || n, 'person' || n || '@example.com', now(), now() - make_interval(mins => n)
    from generate_series(1, ${times * 500}) n`.execute(db.q)
  await sql`insert into audit_log (occurred_at, role, action, detail)
    select now() - make_interval(secs => ${(10 * 86_400) / (times * 1_000)}::float8 * (${times * 1_000} - n)), 'system',
      case when n % (${times} * 250) = 7 then 'template.change' else 'user.read' end, '{}'
    from generate_series(1, ${times * 1_000}) n`.execute(db.q)
  await sql`insert into campaigns (channel, service, subject, body, sent_by, created_at, counts)
    select 'email', 'other', 'News ' || n, 'News', (select id from users limit 1), now() - make_interval(hours => n),
      case when n > 1 then '{"sent": 1}'::jsonb end
    from generate_series(1, 100) n`.execute(db.q)
  await sql`insert into campaign_recipients (campaign_id, recipient, state, due_at)
    select id, 'person' || n || '@example.com', 'sent', null
    from campaigns, generate_series(1, ${times * 10}) n`.execute(db.q)
  await sql`vacuum analyze`.execute(db.q)
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.close()
      await database.drop()
    },
  }
}
