import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { isReadOnlyServer } from './connection-errors.ts'
import { hasLongTimeout } from './transaction-context.ts'

/** Maximum named statements per process. */
const maxNames = 300
/** A statement gets a name on its second use, if its text is not too long to keep. */
const maxTextLength = 4_000

/**
 * Statements that write a row, or find rows by key: one plan fits all values. Statements that filter by state or time
 * are planned for their values each time, because a partial index can be used only by a plan for known values.
 */
const fixedPlanPattern =
  /^\s*(?:(?:with \S+ as \()?insert into \S+ (?:\([^)]*\) )?values|select pg_advisory)|\bwhere\b.*"?\b(?:id|reference|order_id|hash|key|email|account|code|beneficiary)"? = \$\d/is

/** A table's columns changed after a statement was prepared: PostgreSQL requires it to be prepared again. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { code?: unknown }).code === '0A000' &&
  error.message.includes('cached plan')

/** Timeout factor of long-running work. */
const longTimeoutFactor = 30

/** A transaction of an unresponsive process is ended after this multiple of the timeout, releasing its locks. */
const idleTimeoutFactor = 2

/**
 * Wraps the pool for Kysely: repeated statements are prepared once per connection and then executed by name, which
 * saves parsing and planning. Behind a pooler nothing is prepared, because the next transaction may use another server
 * connection; no other session state outlives a transaction either. A connection that does not respond within
 * `timeoutMs` is closed. A server that rejects a write may have been replaced as primary: then all connections opened
 * before are closed at their next use.
 */
export function withPreparedStatements(pool: pg.Pool, timeoutMs: number): Omit<PostgresPool, 'end'> {
  const statementNames = nameStatements()
  const preparedClients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  /** Clients whose server may still be the primary. */
  let trustedClients = new WeakSet<pg.PoolClient>()
  const onReadOnlyServer = () => {
    trustedClients = new WeakSet()
  }
  const openNewClient = async (client: pg.PoolClient) => {
    const wrappedClient = await openClient(client, { statementNames, timeoutMs, onReadOnlyServer })
    preparedClients.set(client, wrappedClient)
    trustedClients.add(client)
    return wrappedClient
  }
  return {
    options: pool.options,
    async connect() {
      for (;;) {
        const client = await pool.connect()
        const wrappedClient = preparedClients.get(client)
        if (!wrappedClient) return openNewClient(client)
        if (trustedClients.has(client)) return wrappedClient
        client.release(true)
      }
    },
  }
}

interface ClientOptions {
  readonly statementNames: StatementNames
  readonly timeoutMs: number
  /** The server rejected a write because it takes none. */
  readonly onReadOnlyServer: () => void
}

async function openClient(client: pg.PoolClient, options: ClientOptions): Promise<PostgresPoolClient> {
  const { statementNames, timeoutMs } = options
  try {
    const isDirectClient = await isDirect(client, timeoutMs)
    return preparedClient(client, { ...options, statementNames: isDirectClient ? statementNames : noNames })
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * Whether the connection is direct. A pooler such as PgBouncer reports its own process id, which it uses for cancel
 * requests.
 */
async function isDirect(client: pg.PoolClient, timeoutMs: number): Promise<boolean> {
  const pidQuery: pg.QueryConfig & { query_timeout: number } = {
    text: 'select pg_backend_pid() as pid',
    query_timeout: timeoutMs,
  }
  const { rows } = await client.query<{ pid: number }>(pidQuery)
  return 'processID' in client && rows[0]?.pid === client.processID
}

const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

interface StatementNames {
  nameOf(text: string): string | undefined
  /** Prepares every statement again under a new name. */
  renew(): void
}

const noNames: StatementNames = { nameOf: () => undefined, renew: () => {} }

function nameStatements(): StatementNames {
  const namesByText = new Map<string, string>()
  const seenOnce = new Set<string>()
  let generation = 0
  return {
    nameOf(text) {
      const name = namesByText.get(text)
      if (name) return `${name}.${generation}`
      if (namesByText.size >= maxNames || text.length > maxTextLength || !fixedPlanPattern.test(text))
        return undefined
      if (!seenOnce.delete(text)) {
        if (seenOnce.size < maxNames) seenOnce.add(text)
        return undefined
      }
      namesByText.set(text, `s${namesByText.size}`)
      return `${namesByText.get(text)}.${generation}`
    },
    renew() {
      generation += 1
    },
  }
}

function preparedClient(
  client: pg.PoolClient,
  { statementNames, timeoutMs, onReadOnlyServer }: ClientOptions,
): PostgresPoolClient {
  // Set per transaction: a pooler rejects it as a startup parameter, and a session setting would leak to other
  // clients.
  const begin = `begin; set local idle_in_transaction_session_timeout = ${idleTimeoutFactor * timeoutMs}`
  const execute = async (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    const statementWithTimeout = {
      ...statement,
      query_timeout: hasLongTimeout() ? timeoutMs * longTimeoutFactor : timeoutMs,
    }
    try {
      return await client.query(statementWithTimeout)
    } catch (error) {
      handleFailure(error)
      throw error
    }
  }
  const handleFailure = (error: unknown) => {
    // The next user of the connection would wait behind this statement, whose result is unknown.
    if (isQueryTimeout(error)) void client.end()
    if (isReadOnlyServer(error)) onReadOnlyServer()
  }
  const statementOf = (text: string, values: unknown[]): pg.QueryConfig => {
    const name = values.length > 0 ? statementNames.nameOf(text) : undefined
    return name ? { name, text, values } : { text, values }
  }
  const query = async (text: string, values: unknown[]) => {
    const statement = statementOf(text, values)
    const isOutsideTransaction = client.getTransactionStatus() === 'I'
    if (text === 'begin') return execute({ text: begin })
    try {
      return await execute(statement)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      statementNames.renew()
      // Within a transaction, the caller that started it retries the whole transaction.
      if (isOutsideTransaction) return execute({ text, values })
      throw error
    }
  }
  return {
    // The other signature takes a cursor, which is not used.
    query: ((text: string, values: readonly unknown[]) =>
      query(text, [...values]) as Promise<PostgresQueryResult<unknown>>) as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}
