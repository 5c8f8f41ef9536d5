import { PGlite } from '@electric-sql/pglite'
import { connectToEngine, type EmbeddedEngine, openPglite } from '../../server/database/embedded.ts'
import type { Database } from '../../server/database/index.ts'

/**
 * Embedded databases in memory that the tests of one worker use one after another. Starting an engine takes more
 * than a second of CPU time; restoring the prepared rows of an engine that runs takes a small part of that.
 */
const idleEngines: PreparedEngine[] = []
/** Engines that a worker keeps while no test uses them. */
const maxIdle = 2
/** Tests that use one engine: its log in memory grows with each. */
const maxUses = 200
/** Restores of an engine between two checkpoints, which remove its log. */
const usesPerCheckpoint = 20

interface PreparedEngine {
  readonly pglite: PGlite
  /** Identifies tables, functions, triggers and constraints as they were prepared. */
  readonly schema: string
  /** Statements that insert the prepared rows of a table again, by the table's name. */
  readonly preparedRows: ReadonlyMap<string, string>
  uses: number
}

export interface ReusedDatabase {
  readonly db: Database
  /** Opens another database with all committed rows of this one, as in a backup. */
  copy(): Promise<ReusedDatabase>
  /** Closes the connection, and keeps the engine for the next test if its schema is unchanged. */
  release(): Promise<void>
}

/** Opens a database with the prepared rows. @param image the prepared database */
export async function openReusedDatabase(image: Blob): Promise<ReusedDatabase> {
  return openEngine(await takeEngine(image), image)
}

function openEngine(engine: PreparedEngine, image: Blob): ReusedDatabase {
  const { connection, isBusy } = connectionTo(engine.pglite)
  const db = connectToEngine(connection, async () => {})
  return {
    db,
    async copy() {
      const other = await takeEngine(image)
      await copyRows(engine.pglite, other.pglite)
      return openEngine(other, image)
    },
    async release() {
      await db.close()
      const isReusable = !isBusy() && engine.uses < maxUses && idleEngines.length < maxIdle
      if (isReusable && (await restore(engine))) idleEngines.push(engine)
      else await engine.pglite.close()
    },
  }
}

async function takeEngine(image: Blob): Promise<PreparedEngine> {
  const engine = idleEngines.pop() ?? (await startEngine(image))
  engine.uses++
  return engine
}

async function startEngine(image: Blob): Promise<PreparedEngine> {
  const pglite = await openPglite({
    loadDataDir: image,
    startParams: [...PGlite.defaultStartParams, ...settings],
  })
  await pglite.exec(copyPreparedRows)
  const { rows } = await pglite.query<{ name: string; statement: string }>(preparedRowStatements)
  const preparedRows = new Map(rows.map(({ name, statement }) => [name, statement]))
  const schema = await schemaOf(pglite)
  await startCounting(pglite)
  return { pglite, schema, preparedRows, uses: 0 }
}

/** A connection of one test. Later statements of that test fail; the engine stays open. */
function connectionTo(pglite: PGlite) {
  let closed = false
  let transactions = 0
  const assertOpen = () => {
    if (closed) throw new Error('The connection of this test is closed')
  }
  const connection: EmbeddedEngine = {
    get closed() {
      return closed
    },
    ready: true,
    waitReady: Promise.resolve(),
    query: async (text, parameters, options) => {
      assertOpen()
      return pglite.query(text, parameters, options)
    },
    exec: async (text, options) => {
      assertOpen()
      return pglite.exec(text, options)
    },
    transaction: async (work) => {
      assertOpen()
      transactions++
      try {
        return await pglite.transaction(work)
      } finally {
        transactions--
      }
    },
    close: async () => {
      closed = true
    },
  }
  return { connection, isBusy: () => transactions > 0 }
}

/** Restores the prepared rows. @returns false if the test changed the schema */
async function restore({ pglite, schema, preparedRows, uses }: PreparedEngine): Promise<boolean> {
  let changed = await changedTableNames(pglite)
  if (changed.some((name) => name.startsWith('pg_catalog.'))) {
    // The jobs of an app create it when they start.
    await pglite.exec('drop schema if exists pgboss cascade')
    if ((await schemaOf(pglite)) !== schema) return false
    // PostgreSQL does not count the rows of a truncated table, which is a change of the catalogs.
    changed = [...new Set([...(await usedTableNames(pglite)), ...preparedRows.keys()])]
  }
  if (changed.length > 0) {
    await pglite.exec(deleteRows(changed))
    // Gives the pages back, so that the rows of the next test are stored in the order of their insertion.
    await pglite.exec(`vacuum (skip_database_stats) ${changed.join(', ')}`)
  }
  await pglite.exec(restoreRows(changed.map((name) => preparedRows.get(name) ?? '')))
  if (uses % usesPerCheckpoint === 0) await pglite.exec('checkpoint')
  await startCounting(pglite)
  return true
}

/** The tables and catalogs with rows that were inserted, updated or deleted since `startCounting`. */
async function changedTableNames(pglite: PGlite): Promise<string[]> {
  await pglite.exec(flushCounters)
  const { rows } = await pglite.query<{ name: string }>(changedTables)
  return rows.map(({ name }) => name)
}

async function startCounting(pglite: PGlite): Promise<void> {
  await pglite.exec(flushCounters)
  await pglite.exec('select pg_stat_reset()')
}

async function usedTableNames(pglite: Pick<PGlite, 'query'>): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(usedTables)
  return rows.map(({ name }) => name)
}

/** Replaces all rows and sequence values of another engine by those of this one, as of one moment. */
async function copyRows(from: PGlite, to: PGlite): Promise<void> {
  await from.transaction(async (source) => {
    const names = await usedTableNames(source)
    await to.exec(`set session_replication_role = replica; ${truncateUsedTables}`)
    for (const name of names) {
      const { blob } = await source.query(`copy ${name} to '/dev/blob' with (format binary)`)
      await to.query(`copy ${name} from '/dev/blob' with (format binary)`, [], { blob })
    }
    await to.exec('set session_replication_role = origin')
    const { rows: sequences } = await source.query<{ name: string; value: bigint; called: boolean }>(
      sequenceValues,
    )
    for (const { name, value, called } of sequences)
      await to.query('select setval($1::regclass, $2, $3)', [name, value, called])
  })
}

async function schemaOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ schema: string }>(schemaFingerprint)
  return rows[0]!.schema
}

/** No test reads the log of an engine in memory, so it need not be complete. This saves a fifth of the CPU time. */
const settings = [
  'full_page_writes=off',
  'synchronous_commit=off',
  // A statement that needs a custom plan fails at its first use, not at its sixth.
  'plan_cache_mode=force_generic_plan',
].flatMap((setting) => ['-c', setting])

/** Makes the counters of changed rows include the last transaction. */
const flushCounters = 'select pg_stat_force_next_flush()'

/** Every change of the schema changes rows of one of the catalogs. */
const changedTables = `
  select format('%s.%I', relnamespace::regnamespace, relname) as name from pg_class
  where relkind = 'r' and (relnamespace = 'public'::regnamespace or relname in (
      'pg_attrdef', 'pg_attribute', 'pg_class', 'pg_constraint', 'pg_db_role_setting', 'pg_index', 'pg_namespace',
      'pg_proc', 'pg_trigger'))
    and pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid) + pg_stat_get_tuples_deleted(oid) > 0`

const usedTables = `
  select format('public.%I', relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`

const truncateUsedTables = `
  do $$
  begin
    execute (select 'truncate ' || string_agg(name, ', ') || ' cascade' from (${usedTables}) used);
  end $$;`

const sequenceValues = `
  select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value) as value,
    last_value is not null as called
  from pg_sequences where schemaname = 'public'`

/**
 * Deletes all rows without triggers. To truncate these tables would take four times as long: it would give new files to
 * all tables that refer to them, most of which are empty, and to their indexes.
 */
const deleteRows = (names: readonly string[]) => `
  begin;
  set local session_replication_role = replica;
  ${names.map((name) => `delete from ${name};`).join('\n')}
  commit;`

/** Copies all rows into a schema of their own. Triggers do not run, and generated columns are computed again. */
const copyPreparedRows = `
  create schema prepared;
  create table prepared.sequence_values as
    select schemaname, sequencename, start_value, last_value from pg_sequences where schemaname <> 'prepared';
  do $$
  declare
    item record;
  begin
    for item in
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    loop
      execute format('create table prepared.%I as table public.%I', item.relname, item.relname);
    end loop;
  end $$;`

/** A statement for each prepared table that inserts its rows again. */
const preparedRowStatements = `
  select format('public.%I', copy.relname) as name,
    format('insert into public.%1$I (%2$s) overriding system value select %2$s from prepared.%1$I;',
      copy.relname, string_agg(quote_ident(attname), ', ')) as statement
  from pg_class copy
  join pg_class original on original.relname = copy.relname and original.relnamespace = 'public'::regnamespace
  join pg_attribute on attrelid = original.oid and attnum > 0 and not attisdropped and attgenerated = ''
  where copy.relnamespace = 'prepared'::regnamespace and copy.relkind = 'r'
  group by copy.relname`

/** Fills the prepared tables, and removes the statistics of the vacuum, which the planner would use. */
const restoreRows = (statements: readonly string[]) => `
  begin;
  set local session_replication_role = replica;
  select pg_clear_relation_stats('public', relname) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 0;
  ${statements.join('\n')}
  select setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value), last_value is not null)
  from prepared.sequence_values;
  commit;`

const schemaFingerprint = `
  select md5(string_agg(item, ',' order by item)) as schema from (
    select concat('column', attrelid, attname, atttypid, attnotnull, attisdropped) as item
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and attnum > 0
    union all select concat('schema', nspname) from pg_namespace where nspname not like 'pg\\_%'
    union all select concat('index', indexrelid) from pg_index
    union all select concat('constraint', oid, convalidated) from pg_constraint
    union all select concat('trigger', oid, tgenabled) from pg_trigger
    union all select concat('function', oid, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat('default', oid, adbin) from pg_attrdef
    union all select concat('setting', setrole, setconfig) from pg_db_role_setting
  ) items`
