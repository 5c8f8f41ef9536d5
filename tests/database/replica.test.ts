import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recordAuditEvent } from '../../server/audit/index.ts'
import {
  connect,
  type Database,
  migrate,
  openReportReader,
  type ReportReader,
} from '../../server/database/index.ts'
import { runReport } from '../../server/management/run-report.ts'
import { binaries, type Cluster, openCluster, openStandby } from '../faults/cluster.ts'
import { postgresUrl } from '../support/database.ts'

const maxLagSeconds = 1
const log = pino({ level: 'silent' })

/** A real streaming standby: PostgreSQL's programs must be installed. */
describe.runIf(postgresUrl && binaries !== null)('a read replica (needs PostgreSQL and its programs)', () => {
  let cluster: Cluster
  let standby: Cluster
  let primary: Database
  let reports: ReportReader

  beforeAll(async () => {
    cluster = await openCluster()
    standby = await openStandby(cluster)
    primary = await connect({ databaseUrl: cluster.url, dataDir: null })
    await migrate(primary)
    reports = await openReportReader(primary, { url: standby.url, pool: 2, maxLagSeconds, log })
  }, 60_000)

  afterAll(async () => {
    await reports?.close()
    await primary?.close()
    await standby?.drop()
    await cluster?.drop()
  })

  async function isStandby(db: Database): Promise<boolean> {
    const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db.q)
    return rows[0]?.standby === true
  }
  const readsFromStandby = (expected: boolean) =>
    vi.waitFor(async () => expect(await reports.read(isStandby)).toBe(expected), {
      timeout: 15_000,
      interval: 200,
    })
  const onStandby = async (statement: string) => {
    const db = await connect({ databaseUrl: standby.url, dataDir: null, pool: 2 })
    await sql.raw(statement).execute(db.q)
    await db.close()
  }
  const write = () =>
    sql`insert into app_metadata (name, value) values (gen_random_uuid()::text, '')`.execute(primary.q)

  test('reports are read from a standby that has replayed the writes of the last second', async () => {
    await write()
    await readsFromStandby(true)
  })

  test('reports are read from the primary while the standby is late, and from the standby again', async () => {
    await readsFromStandby(true)
    await onStandby('select pg_wal_replay_pause()')
    await write()
    await readsFromStandby(false)
    await onStandby('select pg_wal_replay_resume()')
    await readsFromStandby(true)
  })

  test('a manager who acted reads from the primary, and another manager from the standby', async () => {
    const manager = { userId: crypto.randomUUID(), role: 'manager', emailVerified: true } as const
    const other = { ...manager, userId: crypto.randomUUID() }
    await readsFromStandby(true)
    await recordAuditEvent(primary.q, { actor: manager, action: 'order.refund' })
    await recordAuditEvent(primary.q, { actor: manager, action: 'orders.read' })
    const deps = { db: primary, reports }
    expect(await runReport(deps, manager, isStandby)).toBe(false)
    await readsFromStandby(true)
    expect(await runReport(deps, other, isStandby)).toBe(true)
  })

  test('a report that the standby cannot answer is answered by the primary', async () => {
    await readsFromStandby(true)
    const name = crypto.randomUUID()
    await reports.read((db) => sql`insert into app_metadata (name, value) values (${name}, '')`.execute(db.q))
    const { rows } = await sql`select from app_metadata where name = ${name}`.execute(primary.q)
    expect(rows).toHaveLength(1)
    expect(await reports.read(isStandby)).toBe(false)
  })

  test('reports are read from the primary after the standby stopped', async () => {
    await standby.drop()
    expect(await reports.read(isStandby)).toBe(false)
    expect(await reports.read(isStandby)).toBe(false)
  })
})
