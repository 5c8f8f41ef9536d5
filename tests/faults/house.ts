import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '../../server/config.ts'
import type { Counterparties } from '../../server/features.ts'
import { expectLawful } from '../support/audit.ts'
import { impatient, impatientWithAll } from '../support/counterparties.ts'
import { Crash, type Crashing, crashing } from '../support/crashing.ts'
import { openShop, type Reply, type Till } from '../support/shop.ts'
import type { DyingHouse, Setting } from './flow.ts'

/** How long nothing may have happened before we say that nobody does anything. */
const quietMs = 12
/** Looks at the clock's next deadline, or this many after nothing is due any more. */
const mostLooks = 250
const mostIdleLooks = 40
/** A press that is not answered is repeated so often. */
const mostPresses = 12

/**
 * A shop in this process, thrown away at the `at`-th boundary and made anew on the same database: at a
 * commit, or at a call of a counterparty. Nothing of it is stopped tidily.
 */
export async function openHouse(): Promise<DyingHouse> {
  const shop = await openShop({ shared: true, simulators: { speed: 100 } })
  let crash: Crashing = crashing(Number.POSITIVE_INFINITY)
  let died: string | null = null
  let alive: (config: Config) => Counterparties = impatient
  // The bouquets and plans of every vendor, for stories of several.
  await shop.features.catalogue.refresh()

  /** Another process, that lives, if the one before has died. */
  async function reviveIfDead(): Promise<void> {
    if (!crash.state.diedAt) return
    died = crash.state.diedAt
    await expectLawful(shop, `just dead ${died}`)
    await start(Number.POSITIVE_INFINITY)
    await abandonKeys(shop)
  }

  async function start(at: number): Promise<void> {
    crash = crashing(at, alive)
    await shop.restart(crash)
  }

  const sweep = () =>
    shop.sweep().catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })

  /** Waits until nobody does anything, or the process is dead. */
  async function quiet(): Promise<void> {
    for (let tries = 0; tries < 400 && !crash.state.diedAt && !crash.isQuiet(quietMs); tries++) await pause(3)
  }

  return {
    shop,
    async begin(at, setting) {
      died = null
      alive = setting.vendors === 'all' ? impatientWithAll : impatient
      await settle(shop, setting)
      await forgetUnpaid(shop)
      await shop.clockToStart()
      await start(at)
    },
    arm: () => crash.arm(),
    get diedAt() {
      return died ?? crash.state.diedAt
    },
    async press<T>(ask: () => Promise<Reply<T>>, isOver = async () => false) {
      let last: Reply<T> | undefined
      for (let presses = 0; presses < mostPresses; presses++) {
        last = await ask()
        if (last.http < 300 || (await isOver())) return last
        await reviveIfDead()
        await shop.clockAhead(20 * (1 + presses))
        await sweep()
        await quiet()
      }
      throw new Error(`It was never answered, at last: ${last?.http} ${last?.message}`)
    },
    async followTo(over) {
      for (let looks = 0, idle = 0; looks < mostLooks && idle < mostIdleLooks; looks++) {
        await quiet()
        await reviveIfDead()
        if (await over()) return
        const next = await secondsToNext(shop)
        if (next === null) idle++
        await shop.clockAhead(Math.max(1, Math.ceil(next ?? 60)))
        await sweep()
        await pause(next === null ? 20 : 2)
      }
      if (!(await over())) throw new Error('It came to no end')
    },
    async afterwards() {
      for (const seconds of [60, 3_600]) {
        await shop.clockAhead(seconds)
        await sweep()
        await quiet()
        await reviveIfDead()
      }
    },
    close: () => shop.close(),
  }
}

/** A vendor that lies in every story would be paused, and its service be off: that rule has stories of its own. */
const noPauses = { vendor_pause_silent: 0, vendor_pause_bad_of_ten: 0 }

/** Writes the settings of a story over those of the one before. */
export async function settle({ db }: Till, { settings = {} }: Setting): Promise<void> {
  await db.q.deleteFrom('settings').execute()
  const values = Object.entries({ ...noPauses, ...settings })
  await db.q
    .insertInto('settings')
    .values(values.map(([key, value]) => ({ key, value: JSON.stringify(value) })))
    .execute()
}

/** Tries to pay of earlier stories are young again when the clock goes back, and would be asked about each minute. */
const forgetUnpaid = ({ db }: Till) =>
  db.q.updateTable('payments').set({ due_at: null }).where('state', 'in', ['failed', 'expired']).execute()

/** Keys are held by the wall clock: a minute has passed since the process died with them. */
export const abandonKeys = (shop: Till) =>
  shop.db.q
    .updateTable('idempotency_keys')
    .set({ created_at: sql<Date>`created_at - interval '2 minutes'` })
    .where('http', 'is', null)
    .execute()

/** Seconds to the next deadline of any row; null when there is none within three days. */
export async function secondsToNext(shop: Till): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from min(due_at) - business_now())::float8 as seconds from (
      select due_at from orders where due_at is not null
      union all select due_at from payments where due_at is not null
      union all select due_at from refunds where due_at is not null
      union all select due_at from attempts where due_at is not null and state in ('sending', 'unknown')
      union all select due_at from webhook_inbox where handled_at is null
      union all select due_at from inflows where due_at is not null
      union all select due_at from virtual_accounts where due_at is not null
      union all select due_at from bulk_rows where due_at is not null
      union all select due_at from bulk_purchases where due_at is not null
    ) due where due_at < business_now() + interval '72 hours'`.execute(shop.db.q)
  return rows[0]?.seconds ?? null
}
