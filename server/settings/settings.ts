import { type Kysely, sql } from 'kysely'
import type { Database, Tables, Tx } from '../database/index.ts'
import { type Choices, type Configured, choicesFrom } from './choices.ts'
import {
  checkSetting,
  isSetting,
  knownSettings,
  type SettingName,
  type SettingValues,
  settingNames,
  WrongSetting,
} from './known.ts'

/** A change made by any process is seen by all within this time. */
const freshMs = 250

/** Who changes a setting: the command line, or a manager by id. */
export type ChangedBy = 'command' | { readonly userId: string }

/** Somebody else changed a setting since this one was seen. */
export class SettingsMoved extends Error {}

export interface Change {
  /** The version they were seen in, where somebody may have changed them meanwhile. */
  readonly asOf?: string | undefined
  /** Happens in the transaction that changes them; not when nothing is another. */
  readonly writeDown?: (tx: Tx, changed: readonly SettingName[]) => Promise<void>
}

/** The site's settings, as they are now. Not to be asked or changed inside a transaction. */
export interface Settings {
  get<N extends SettingName>(name: N): Promise<SettingValues[N]>
  all(): Promise<Readonly<SettingValues>>
  /** Changes one for everybody. @throws WrongSetting */
  change<N extends SettingName>(name: N, value: SettingValues[N], by?: ChangedBy): Promise<void>
  /**
   * Changes several together, or none of them.
   * @param wanted names as they came, values as they came
   * @returns the names of those that are another now
   * @throws WrongSetting for the first that is unknown or cannot be that, SettingsMoved
   */
  changeAll(wanted: Readonly<Record<string, unknown>>, by: ChangedBy, how?: Change): Promise<SettingName[]>
  /** Another after every change. */
  version(): Promise<string>
  /** What the settings that name a counterparty can be. */
  choices(): Choices
}

/**
 * @param configured what can be named; without it everything can
 */
export function openSettings(db: Database, configured?: Configured): Settings {
  const choices = configured ? choicesFrom(configured) : {}
  const shipped = shippedValues(choices)
  let known: Promise<SettingValues> | undefined
  let askedAt = 0

  const all = () => {
    if (known === undefined || performance.now() - askedAt >= freshMs) {
      askedAt = performance.now()
      const asked = read(db.q, shipped)
      known = asked
      // A failure is told to those who asked, and not remembered.
      asked.catch(() => {
        if (known === asked) known = undefined
      })
    }
    return known
  }
  const changeAll = async (wanted: Readonly<Record<string, unknown>>, by: ChangedBy, how: Change = {}) => {
    const checked = Object.entries(wanted).map(([name, value]): [SettingName, unknown] => {
      if (!isSetting(name)) throw new WrongSetting(`There is no setting ${name}.`)
      refuseUnlessChoice(choices, name, value)
      return [name, checkSetting(name, value)]
    })
    const changed = await db.inTransaction((tx) => keepChanges(tx, { wanted: checked, shipped, by, ...how }))
    known = undefined
    return changed
  }
  return {
    all,
    async get(name) {
      return (await all())[name]
    },
    async change(name, value, by = 'command') {
      await changeAll({ [name]: value }, by)
    },
    changeAll,
    version: () => versionIn(db.q),
    choices: () => choices,
  }
}

/** What the code ships; where that counterparty is not configured, the first that can be chosen. */
function shippedValues(choices: Choices): Readonly<SettingValues> {
  const entries = settingNames.map((name) => {
    const { value } = knownSettings[name]
    const some = choices[name]
    const can = some?.find((choice) => choice.value === value && choice.why === null)
    const other = can ? undefined : some?.find(({ why }) => why === null)
    return [name, other?.value ?? value]
  })
  return Object.freeze(Object.fromEntries(entries) as SettingValues)
}

/** @throws WrongSetting with the sentence why it cannot be that now */
function refuseUnlessChoice(choices: Choices, name: SettingName, value: unknown): void {
  const why = choices[name]?.find((choice) => choice.value === value)?.why
  if (why) throw new WrongSetting(`${name} cannot be ${JSON.stringify(value)}: ${why}`)
}

/** Writes what is another than before, with what it was and who changed it. */
async function keepChanges(
  tx: Tx,
  {
    wanted,
    shipped,
    by,
    asOf,
    writeDown,
  }: Change & {
    wanted: readonly (readonly [SettingName, unknown])[]
    shipped: Readonly<SettingValues>
    by: ChangedBy
  },
): Promise<SettingName[]> {
  // One change at a time, so that each knows what it replaces.
  await sql`select pg_advisory_xact_lock(hashtextextended('settings', 3))`.execute(tx)
  if (asOf !== undefined && asOf !== (await versionIn(tx))) throw new SettingsMoved()
  const before = await read(tx, shipped)
  const changes = wanted.filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
  for (const [name, value] of changes) {
    const row = { key: name, value: JSON.stringify(value) }
    await tx
      .insertInto('settings')
      .values(row)
      .onConflict((it) => it.column('key').doUpdateSet({ value: row.value, updated_at: sql<Date>`now()` }))
      .execute()
    await tx
      .insertInto('setting_changes')
      .values({
        name,
        old: JSON.stringify(before[name]),
        new: row.value,
        changed_by: by === 'command' ? by : by.userId,
      })
      .execute()
  }
  const changed = changes.map(([name]) => name)
  if (changed.length > 0) await writeDown?.(tx, changed)
  return changed
}

async function versionIn(q: Kysely<Tables>): Promise<string> {
  const last = await q
    .selectFrom('setting_changes')
    .select((it) => it.fn.max('id').as('id'))
    .executeTakeFirst()
  return String(last?.id ?? 0)
}

/** What is stored, over what the code ships. A stored value that this version cannot read counts as not stored. */
async function read(q: Kysely<Tables>, shipped: Readonly<SettingValues>): Promise<SettingValues> {
  const stored = new Map<string, unknown>()
  for (const { key, value } of await q.selectFrom('settings').select(['key', 'value']).execute()) {
    if (isSetting(key) && knownSettings[key].reads.safeParse(value).success) stored.set(key, value)
  }
  const entries = settingNames.map((name) => [name, stored.has(name) ? stored.get(name) : shipped[name]])
  return Object.fromEntries(entries) as SettingValues
}
