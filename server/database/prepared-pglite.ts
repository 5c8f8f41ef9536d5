import {
  PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite'
import { isStalePlan } from './prepared-statements.ts'

const { serialize } = protocol

/** Statements that an engine keeps. */
const maxStatements = 300
/** A longer text, for example of many rows to insert, is not kept. */
const maxTextLength = 4_000

const isKept = (text: string, values: readonly unknown[]): boolean =>
  values.length > 0 && text.length <= maxTextLength

interface PreparedStatement {
  readonly name: string
  /** Of the parameters. */
  readonly types: readonly number[]
  /** The messages with the columns of the result. */
  readonly description: Awaited<ReturnType<PGlite['execProtocolStream']>>
}

/**
 * The embedded engine. PGlite sends six messages for each statement and plans it each time. A statement with parameters
 * is prepared here at its first use and then executed by name, in one message.
 */
export class PreparedPglite extends PGlite {
  readonly #statements = new Map<string, PreparedStatement>()
  #nameCount = 0

  override async query<T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    if (!isKept(text, values)) return super.query<T>(text, values, options)
    await this._checkReady()
    return this._runExclusiveTransaction(async () => {
      // The engine may have begun to close.
      await this._checkReady()
      const results = await this.#execute<T>(text, values, options)
      await this.syncToFs()
      return results
    })
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) =>
      work({
        ...tx,
        get closed() {
          return tx.closed
        },
        query: (text, values = [], options) =>
          tx.closed || !isKept(text, values)
            ? tx.query(text, values, options)
            : this.#execute(text, values, options),
      }),
    )
  }

  #execute<T>(text: string, values: unknown[], options: QueryOptions = {}): Promise<Results<T>> {
    return this.runExclusive(async () => {
      try {
        return await this.#executeByName<T>(text, values, options)
      } catch (error) {
        if (!isStalePlan(error)) throw error
        this.#statements.delete(text)
        // Within a transaction, the caller that started it retries the whole transaction.
        if (this.isInTransaction()) throw error
        return this.#executeByName<T>(text, values, options)
      }
    })
  }

  async #executeByName<T>(text: string, values: unknown[], options: QueryOptions): Promise<Results<T>> {
    const { name, types, description } = this.#findStatement(text) ?? (await this.#prepare(text))
    const parameters = values.map((value, index) => this.#serialized(value, types[index] ?? 0))
    const messages = await this.#send(
      serialize.bind({ statement: name, values: parameters }),
      serialize.execute({}),
    )
    const [results] = parse.parseResults([...description, ...messages], this.parsers, options)
    return results as Results<T>
  }

  /** A prepared statement, which is now the last one to be freed. */
  #findStatement(text: string): PreparedStatement | undefined {
    const statement = this.#statements.get(text)
    if (!statement) return undefined
    this.#statements.delete(text)
    this.#statements.set(text, statement)
    return statement
  }

  async #prepare(text: string): Promise<PreparedStatement> {
    const name = `s${this.#nameCount++}`
    const description = await this.#send(
      ...this.#removeOldest(),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    )
    const statement = { name, types: parse.parseDescribeStatementResults(description), description }
    this.#statements.set(text, statement)
    return statement
  }

  /** @returns the message that frees the oldest statement, if no other one can be kept */
  #removeOldest(): Uint8Array[] {
    const [oldest] = this.#statements
    if (!oldest || this.#statements.size < maxStatements) return []
    const [text, { name }] = oldest
    this.#statements.delete(text)
    return [serialize.close({ type: 'S', name })]
  }

  #serialized(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    return this.serializers[type]?.(value) ?? String(value)
  }

  #send(...messages: Uint8Array[]) {
    return this.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })
  }
}
