import type { MeterTypeCode } from '../../shared/constants.ts'
import type { Disco } from '../../shared/power.ts'
import { type Database, referenceDiscos } from '../database/index.ts'

/** Disco names by our code, from the seed data: messages are built inside a transaction and must not query for them. */
export const discoNames: ReadonlyMap<string, string> = new Map(
  referenceDiscos.map(({ code, name }) => [code, name]),
)

const columns = ['code', 'name', 'abbr', 'description', 'company', 'states'] as const

/** The electricity companies in display order; only those of `meterType` when given. */
export async function listDiscos(db: Database, meterType?: MeterTypeCode): Promise<Disco[]> {
  const rows = await db.q
    .selectFrom('products')
    .select([...columns, 'meter_types'])
    .where('service', '=', 'power')
    .orderBy('position')
    .execute()
  return rows.filter((row) => !meterType || row.meter_types.includes(meterType)).map(discoFrom)
}

/** One electricity company by our code. */
export async function discoOf(db: Database, code: string): Promise<Disco | undefined> {
  const row = await db.q
    .selectFrom('products')
    .select(columns)
    .where('service', '=', 'power')
    .where('code', '=', code)
    .executeTakeFirst()
  return row && discoFrom(row)
}

function discoFrom(row: {
  code: string
  name: string
  abbr: string
  description: string
  company: string
  states: string[]
}): Disco {
  return {
    id: row.code,
    code: row.code,
    name: row.name,
    abbr: row.abbr,
    logo: `/logos/${row.code}.svg`,
    description: row.description,
    company: { name: row.company },
    states: row.states,
  }
}

/** The states of Nigeria, ordered by name. */
export const namesOfStates = (db: Database): Promise<{ id: string; name: string }[]> =>
  db.q.selectFrom('states').select(['code as id', 'name']).orderBy('name').execute()
