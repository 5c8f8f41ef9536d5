import { type Kysely, sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import { cachedRead, type Database, type Tables, type Tx } from '../database/index.ts'
import {
  checkSetting,
  InvalidSettingError,
  isSetting,
  type SettingName,
  type SettingValues,
  settingDefinitions,
  settingNames,
} from './definitions.ts'
import { type ConfiguredProviders, choicesFrom, type ProviderChoices } from './provider-choices.ts'
import { settingTexts } from './texts.ts'

/** Every process sees a change made by another one within this time. */
const cacheTtlMs = 250

/** Actor of a change: the command line, or a manager's user id. */
type ChangedBy = 'command' | { readonly userId: UserId }

/** A setting was changed since the caller read it. */
export class SettingsConflictError extends Error {}

interface ChangeOptions {
  /** The version that the caller read; a newer version is a conflict. */
  readonly asOf?: string | undefined
  /** Runs in the transaction of the change; not called when no value differs. */
  readonly audit?: (tx: Tx, changed: readonly SettingName[]) => Promise<void>
}

/** A change from the expected current value to the new one. */
interface SettingStep {
  readonly from: unknown
  readonly to: unknown
}

/** The current site settings. Only `changeIn` may be called inside a transaction. */
export interface Settings {
  get<N extends SettingName>(name: N): Promise<SettingValues[N]>
  all(): Promise<Readonly<SettingValues>>
  /** Changes one setting. @throws InvalidSettingError */
  change<N extends SettingName>(name: N, value: SettingValues[N], changedBy?: ChangedBy): Promise<void>
  /**
   * Changes several settings, or none of them.
   * @param values unvalidated names and values
   * @returns the names of the settings whose value changed
   * @throws InvalidSettingError for the first unknown name or invalid value, SettingsConflictError
   */
  changeAll(
    values: Readonly<Record<string, unknown>>,
    changedBy: ChangedBy,
    options?: ChangeOptions,
  ): Promise<SettingName[]>
  /**
   * Changes several settings in the caller's transaction.
   * @returns a function that clears the cache; call it after the commit
   * @throws InvalidSettingError, SettingsConflictError
   */
  changeIn(tx: Tx, steps: Readonly<Record<string, SettingStep>>, changedBy: ChangedBy): Promise<() => void>
  /** The current version; it differs after every change. */
  version(): Promise<string>
  /** The choices of the settings that select a provider. */
  choices(): ProviderChoices
}

/** @param configured the providers that can be selected; all when absent */
export function createSettings(db: Database, configured?: ConfiguredProviders): Settings {
  const choices = configured ? choicesFrom(configured) : {}
  const defaults = defaultValues(choices)
  const { get: all, clear } = cachedRead(cacheTtlMs, () => loadSettings(db.q, defaults))
  const checkAll = (values: Readonly<Record<string, unknown>>) =>
    Object.entries(values).map(([name, value]): [SettingName, unknown] => {
      if (!isSetting(name)) throw new InvalidSettingError(settingTexts.unknown({ name }))
      assertAvailableChoice(choices, name, value)
      return [name, checkSetting(name, value)]
    })
  const changeAll = async (
    values: Readonly<Record<string, unknown>>,
    changedBy: ChangedBy,
    options: ChangeOptions = {},
  ) => {
    const newValues = checkAll(values)
    const changedNames = await db.inTransaction((tx) =>
      saveChanges(tx, { newValues, defaults, changedBy, ...options }),
    )
    clear()
    return changedNames
  }
  return {
    all,
    async get(name) {
      return (await all())[name]
    },
    async change(name, value, changedBy = 'command') {
      await changeAll({ [name]: value }, changedBy)
    },
    changeAll,
    async changeIn(tx, steps, changedBy) {
      const entries = Object.entries(steps)
      const values = checkAll(Object.fromEntries(entries.map(([name, { to }]) => [name, to])))
      const expected = checkAll(Object.fromEntries(entries.map(([name, { from }]) => [name, from])))
      await saveChanges(tx, { newValues: values, expected, defaults, changedBy })
      return clear
    },
    version: () => currentVersion(db.q),
    choices: () => choices,
  }
}

/** Default values; for a provider that is not configured, the first available one. */
function defaultValues(choices: ProviderChoices): Readonly<SettingValues> {
  const entries = settingNames.map((name) => {
    const { value } = settingDefinitions[name]
    const providerChoices = choices[name]
    const isAvailable = providerChoices?.find(
      (choice) => choice.value === value && choice.unavailableReason === null,
    )
    const other = isAvailable
      ? undefined
      : providerChoices?.find(({ unavailableReason }) => unavailableReason === null)
    return [name, other?.value ?? value]
  })
  return Object.freeze(Object.fromEntries(entries) as SettingValues)
}

/** @throws InvalidSettingError with the reason why the provider is unavailable */
function assertAvailableChoice(choices: ProviderChoices, name: SettingName, value: unknown): void {
  const unavailableReason = choices[name]?.find((choice) => choice.value === value)?.unavailableReason
  if (unavailableReason)
    throw new InvalidSettingError(
      settingTexts.unavailable({ name, value: JSON.stringify(value), reason: unavailableReason }),
    )
}

/** Stores the changed values, and records the old value, the new value and the actor of each. */
async function saveChanges(
  tx: Tx,
  {
    newValues: values,
    expected = [],
    defaults,
    changedBy,
    asOf,
    audit,
  }: ChangeOptions & {
    newValues: readonly (readonly [SettingName, unknown])[]
    expected?: readonly (readonly [SettingName, unknown])[]
    defaults: Readonly<SettingValues>
    changedBy: ChangedBy
  },
): Promise<SettingName[]> {
  // One change at a time, so that each records the value it replaces.
  await sql`select pg_advisory_xact_lock(hashtextextended('settings', 3))`.execute(tx)
  if (asOf !== undefined && asOf !== (await currentVersion(tx))) throw new SettingsConflictError()
  const before = await loadSettings(tx, defaults)
  const hasConflict = expected.some(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
  if (hasConflict) throw new SettingsConflictError()
  const changes = values.filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
  for (const [name, value] of changes) {
    const row = { key: name, value: JSON.stringify(value) }
    await tx
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: row.value, updated_at: sql<Date>`now()` }),
      )
      .execute()
    await tx
      .insertInto('setting_changes')
      .values({
        name,
        old: JSON.stringify(before[name]),
        new: row.value,
        changed_by: changedBy === 'command' ? changedBy : changedBy.userId,
        changed_at: sql<Date>`app_now()`,
      })
      .execute()
  }
  const changedNames = changes.map(([name]) => name)
  if (changedNames.length > 0) await audit?.(tx, changedNames)
  return changedNames
}

async function currentVersion(q: Kysely<Tables>): Promise<string> {
  const last = await q
    .selectFrom('setting_changes')
    .select((query) => query.fn.max('id').as('id'))
    .executeTakeFirst()
  return String(last?.id ?? 0)
}

/** Stored values over the defaults. A stored value that this version cannot parse is ignored. */
async function loadSettings(q: Kysely<Tables>, defaults: Readonly<SettingValues>): Promise<SettingValues> {
  const storedValues = new Map<string, unknown>()
  for (const { key, value } of await q.selectFrom('settings').select(['key', 'value']).execute()) {
    if (isSetting(key) && settingDefinitions[key].schema.safeParse(value).success)
      storedValues.set(key, value)
  }
  const entries = settingNames.map((name) => [
    name,
    storedValues.has(name) ? storedValues.get(name) : defaults[name],
  ])
  return Object.fromEntries(entries) as SettingValues
}
