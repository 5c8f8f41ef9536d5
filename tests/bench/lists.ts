import { sql } from 'kysely'
import { deeds } from '../../server/audit/index.ts'
import { lastCampaigns } from '../../server/campaigns/store.ts'
import { connect, type Database, migrate, seed } from '../../server/database/index.ts'
import { listUsers, usersToChoose } from '../../server/management/users.ts'
import { type FreshDatabase, freshPostgres } from './postgres.ts'
import { percentile, type Row } from './report.ts'

/** A long list may be so much slower than a short one, and a few milliseconds whatever the ratio. */
const mostTimes = 3
const anywayMs = 5

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const lists: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  'users, the newest': (db) => listUsers(db, {}),
  'users to choose': (db) => usersToChoose(db, undefined),
  'users by a name that many have': (db) => listUsers(db, { search: 'person' }),
  'users by an e-mail': (db) => listUsers(db, { search: 'person77@' }),
  'the log, a rare action': (db) => deeds(db, { action: 'template', limit: 51 }),
  'the log, one day': (db) => deeds(db, { from: dayAgo(3), to: dayAgo(2), limit: 51 }),
  'the last messages': (db) => lastCampaigns(db, undefined),
}

/** Lists of the back office, long ones beside short ones, asked for in turns. */
export async function managedLists(quick: boolean): Promise<Row[]> {
  await using short = await filled(1)
  await using long = await filled(quick ? 100 : 1_000)
  const rounds = quick ? 30 : 100
  const rows: Row[] = []
  for (const [what, read] of Object.entries(lists)) {
    const [took, takes]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      took.push(await timed(() => read(short.db)))
      takes.push(await timed(() => read(long.db)))
    }
    const [beside, ours] = [percentile(took, 95), percentile(takes, 95)]
    const ratio = ours / beside
    rows.push({
      what: `${what}, p95`,
      ours: `${ours.toFixed(1)} ms`,
      beside: `${beside.toFixed(1)} ms`,
      ratio: ratio.toFixed(2),
      target: `≤ ${mostTimes}`,
      reached: ratio <= mostTimes || ours <= anywayMs,
    })
  }
  return rows
}

async function timed(read: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await read()
  return performance.now() - began
}

/** So many times 500 users, 1,000 deeds of ten days and messages to 1,000 readers in all. */
async function filled(times: number): Promise<{ db: Database } & AsyncDisposable> {
  const database: FreshDatabase = await freshPostgres()
  const db = await connect({ databaseUrl: database.url, dataDir: null })
  await migrate(db)
  await seed(db)
  await sql`insert into users (uniqueid, name, email, email_verified_at, created_at)
    select 'u' || n, 'Person ' || n, 'person' || n || '@example.com', now(), now() - make_interval(mins => n)
    from generate_series(1, ${times * 500}) n`.execute(db.q)
  await sql`insert into audit_log (at, role, action, detail)
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
