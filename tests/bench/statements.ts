import pg from 'pg'

/** One statement as it went to the database, and the rows that came back. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows: readonly Record<string, unknown>[]
}

/** Statements of one transaction, or one that stands alone. */
export interface Unit {
  readonly statements: Statement[]
}

/** A statement as `pg` is asked for it. */
interface Asked {
  readonly text: string
  readonly values?: readonly unknown[]
}

/** Listens to every statement that the product in this process sends over `pg`, until it is told to stop. */
export function listen(): { stop(): Unit[] } {
  const plain = pg.Client.prototype.query
  const units: Unit[] = []
  const open = new WeakMap<object, Unit>()

  const heard = async (client: object, text: string, values: readonly unknown[], sent: Promise<unknown>) => {
    const unit = open.get(client) ?? { statements: [] }
    if (unit.statements.length === 0) units.push(unit)
    const at = unit.statements.push({ text, values, rows: [] }) - 1
    if (text === 'begin') open.set(client, unit)
    if (text === 'commit' || text === 'rollback') open.delete(client)
    const { rows } = (await sent) as { rows: Record<string, unknown>[] }
    unit.statements[at] = { text, values, rows }
  }
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const sent = Reflect.apply(plain, this, given) as unknown
    const [asked] = given as [Asked]
    const ours = Reflect.get(this, 'connectionParameters').application_name === 'sanwo'
    if (ours && sent instanceof Promise)
      heard(this, asked.text, asked.values ?? [], sent).catch(() => undefined)
    return sent
  })
  return {
    stop() {
      Reflect.set(pg.Client.prototype, 'query', plain)
      return units
    },
  }
}
