import pg from 'pg'

/** One statement as sent to the database, with the rows that it returned. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows: readonly Record<string, unknown>[]
}

/** The statements of one transaction, or one statement outside a transaction. */
export interface CapturedTransaction {
  readonly statements: Statement[]
}

/** A statement as `pg` receives it. */
interface QueryConfig {
  readonly text: string
  readonly values?: readonly unknown[]
}

interface Result {
  readonly rows: readonly Record<string, unknown>[]
}

/** Captures every statement that the app in this process sends over `pg`, until `stop` is called. */
export function captureStatements(): { stop(): CapturedTransaction[] } {
  const plain = pg.Client.prototype.query
  const transactions: CapturedTransaction[] = []
  const open = new WeakMap<object, CapturedTransaction>()

  const capture = async (
    client: object,
    text: string,
    values: readonly unknown[],
    response: Promise<unknown>,
  ) => {
    const transaction = open.get(client) ?? { statements: [] }
    if (transaction.statements.length === 0) transactions.push(transaction)
    const index = transaction.statements.push({ text, values, rows: [] }) - 1
    if (text.startsWith('begin')) open.set(client, transaction)
    if (text === 'commit' || text === 'rollback') open.delete(client)
    const result = (await response) as Result | Result[]
    // Several statements in one text have a result each; the rows are those of the last one.
    const { rows } = Array.isArray(result) ? (result.at(-1) ?? { rows: [] }) : result
    transaction.statements[index] = { text, values, rows }
  }
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...queryArguments: unknown[]) {
    const response = Reflect.apply(plain, this, queryArguments) as unknown
    const [config] = queryArguments as [QueryConfig]
    const isAppConnection = Reflect.get(this, 'connectionParameters').application_name === 'sanwo'
    if (isAppConnection && response instanceof Promise)
      capture(this, config.text, config.values ?? [], response).catch(() => undefined)
    return response
  })
  return {
    stop() {
      Reflect.set(pg.Client.prototype, 'query', plain)
      return transactions
    },
  }
}
