import pg from 'pg'

/** Tables that grow with orders, and a column that a statement of the load writes unchanged. */
const writtenColumns = {
  orders: 'email',
  payments: 'email',
  attempts: 'vendor_reference',
  refunds: 'cause',
  outbox: 'recipient',
  notifications: 'read_at',
  webhook_inbox: 'handled_at',
  users: 'name',
  tickets: 'answer',
} as const

const sessions = 8
const sampledRows = 500

interface StatementLoad {
  /** Statements that completed. */
  readonly count: number
  readonly slowestMs: number
  readonly errors: readonly string[]
  stop(): Promise<void>
}

/** Reads and writes single rows of the large tables in eight sessions, one statement after the other in each. */
export async function startStatementLoad(url: string): Promise<StatementLoad> {
  const statements = await statementsOf(url)
  const load = { count: 0, slowestMs: 0, errors: [] as string[] }
  let isStopped = false
  const work = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (!isStopped) {
      const startedAt = performance.now()
      await client.query(anyOf(statements)()).catch((error: Error) => load.errors.push(error.message))
      load.count += 1
      load.slowestMs = Math.max(load.slowestMs, performance.now() - startedAt)
    }
    await client.end()
  }
  const working = Promise.all(Array.from({ length: sessions }, work))
  return Object.assign(load, {
    async stop() {
      isStopped = true
      await working
    },
  })
}

const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

async function statementsOf(url: string): Promise<readonly (() => string)[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const statements: (() => string)[] = [
    () => `insert into audit_log (role, action, detail) values ('manager', 'user.read', '{}')`,
  ]
  for (const [table, column] of Object.entries(writtenColumns)) {
    const { rows } = await client.query<{ id: string }>(`select id from ${table} limit ${sampledRows}`)
    statements.push(
      () => `select * from ${table} where id = '${anyOf(rows).id}'`,
      () => `update ${table} set ${column} = ${column} where id = '${anyOf(rows).id}'`,
    )
  }
  await client.end()
  return statements
}
