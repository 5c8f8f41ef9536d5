import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { isUnhurried } from './context.ts'

/** Statements that get a name at most, by each process. */
const mostNames = 300
/** A name is given to what was said before, and is short enough to be said again. */
const longestText = 4_000

/**
 * Statements that write a row, or find rows by a key: one plan is right for whatever values they carry.
 * What searches by state or time is planned for its values each time, since an index of some states
 * serves only a plan that knows them.
 */
const onePlan =
  /^\s*(?:insert into \S+ (?:\([^)]*\) )?values|with entry as|select pg_advisory)|\bwhere\b.*"?\b(?:id|reference|order_id|hash|key|email|account|code|beneficiary)"? = \$\d/is

/** A table got a column since a statement was prepared: PostgreSQL wants it prepared anew. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { code?: unknown }).code === '0A000' &&
  error.message.includes('cached plan')

/** What takes long by its nature is waited for so much longer. */
const unhurriedFactor = 30

/**
 * The pool as Kysely sees it: statements that come again are prepared once by each connection, and then
 * only named. That saves PostgreSQL reading and planning them, a third of what a short statement costs it.
 * A connection that leaves a statement unanswered for `patienceMs` is given up.
 */
export function preparing(pool: pg.Pool, patienceMs: number): Omit<PostgresPool, 'end'> {
  const names = nameStatements()
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const mine = known.get(client) ?? preparingClient(client, names, patienceMs)
      known.set(client, mine)
      return mine
    },
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

interface Names {
  of(text: string): string | undefined
  /** Every statement is prepared anew, under another name. */
  renew(): void
}

function nameStatements(): Names {
  const named = new Map<string, string>()
  const heard = new Set<string>()
  let generation = 0
  return {
    of(text) {
      const name = named.get(text)
      if (name) return `${name}.${generation}`
      if (named.size >= mostNames || text.length > longestText || !onePlan.test(text)) return undefined
      if (!heard.delete(text)) {
        if (heard.size < mostNames) heard.add(text)
        return undefined
      }
      named.set(text, `s${named.size}`)
      return `${named.get(text)}.${generation}`
    },
    renew() {
      generation += 1
    },
  }
}

function preparingClient(client: pg.PoolClient, names: Names, patienceMs: number): PostgresPoolClient {
  const ask = async (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    const timed = { ...statement, query_timeout: isUnhurried() ? patienceMs * unhurriedFactor : patienceMs }
    try {
      return await client.query(timed)
    } catch (error) {
      // The next who borrowed it would wait behind this statement. Nobody knows what became of it.
      if (isUnanswered(error)) void client.end()
      throw error
    }
  }
  const say = async (text: string, values: unknown[]) => {
    const name = values.length > 0 ? names.of(text) : undefined
    const alone = client.getTransactionStatus() === 'I'
    try {
      return await ask(name ? { name, text, values } : { text, values })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      names.renew()
      // Within a transaction all of it is done once more, by whoever began it.
      if (alone) return ask({ text, values })
      throw error
    }
  }
  return {
    // The other way to call it takes a cursor, and we have none.
    query: ((text: string, values: readonly unknown[]) =>
      say(text, [...values]) as Promise<PostgresQueryResult<unknown>>) as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}
