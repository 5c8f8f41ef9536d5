import { type Kysely, sql } from 'kysely'
import type { Database, Tables } from '../database/index.ts'
import {
  checkSetting,
  isSetting,
  knownSettings,
  type SettingName,
  type SettingValues,
  settingNames,
} from './known.ts'

/** A change made by any process is seen by all within this time. */
const freshMs = 250

/** The site's settings, as they are now. Not to be asked inside a transaction. */
export interface Settings {
  get<N extends SettingName>(name: N): Promise<SettingValues[N]>
  all(): Promise<Readonly<SettingValues>>
  /** Changes one for everybody. @throws WrongSetting */
  change<N extends SettingName>(name: N, value: SettingValues[N]): Promise<void>
}

export function openSettings(db: Database): Settings {
  let known: Promise<SettingValues> | undefined
  let askedAt = 0

  const all = () => {
    if (known === undefined || performance.now() - askedAt >= freshMs) {
      askedAt = performance.now()
      const asked = read(db.q)
      known = asked
      // A failure is told to those who asked, and not remembered.
      asked.catch(() => {
        if (known === asked) known = undefined
      })
    }
    return known
  }
  return {
    all,
    async get(name) {
      return (await all())[name]
    },
    async change(name, value) {
      await changeSetting(db.q, name, value)
      known = undefined
    },
  }
}

/** Writes one setting, in an open transaction or by itself. @throws WrongSetting */
export async function changeSetting<N extends SettingName>(
  q: Kysely<Tables>,
  name: N,
  value: SettingValues[N],
): Promise<void> {
  const row = { key: name, value: JSON.stringify(checkSetting(name, value)) }
  await q
    .insertInto('settings')
    .values(row)
    .onConflict((it) => it.column('key').doUpdateSet({ value: row.value, updated_at: sql<Date>`now()` }))
    .execute()
}

/** What is stored, over what the code ships. A stored value that this version cannot read counts as not stored. */
async function read(q: Kysely<Tables>): Promise<SettingValues> {
  const stored = new Map<string, unknown>()
  for (const { key, value } of await q.selectFrom('settings').select(['key', 'value']).execute()) {
    if (isSetting(key) && knownSettings[key].reads.safeParse(value).success) stored.set(key, value)
  }
  const entries = settingNames.map((name) => [
    name,
    stored.has(name) ? stored.get(name) : knownSettings[name].value,
  ])
  return Object.fromEntries(entries) as SettingValues
}
