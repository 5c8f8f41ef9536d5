import { sql } from 'kysely'
import { type Service, serviceNames, type VendorName } from '../../shared/constants.ts'
import { formatMoney } from '../../shared/money.ts'
import { audit } from '../audit/index.ts'
import { inSeconds, type Tx } from '../database/index.ts'
import { ago } from './ago.ts'
import { raiseAlarm } from './alarm.ts'
import {
  type Ailment,
  ailmentOf,
  type HealthRule,
  restSeconds,
  sampleSeconds,
  sampleSize,
} from './health-rule.ts'
import type { OperationsParts } from './parts.ts'

/** A vendor and one service it sells. */
export interface Counter {
  readonly vendor: VendorName
  readonly service: Service
}

/**
 * Looks at the tries that went wrong lately and pauses whoever is ill; a trial that went well ends. The
 * tries themselves are the record: a process that dies forgets nothing. @returns how many were paused
 */
export async function watchHealth(parts: OperationsParts): Promise<number> {
  const suspects = await suspectsNow(parts)
  const trials = await parts.db.q
    .selectFrom('vendor_health')
    .select(['vendor', 'service'])
    .where('state', '=', 'trial')
    .execute()
  const rule: HealthRule = {
    silentInARow: await parts.settings.get('vendor_pause_silent'),
    badOfTen: await parts.settings.get('vendor_pause_bad_of_ten'),
  }
  let paused = 0
  for (const it of suspects) if (await judge(parts, it, rule)) paused += 1
  for (const it of trials) await endTrial(parts, it)
  if (paused > 0) {
    parts.selling.forget()
    parts.wakeOutbox()
  }
  return paused
}

/** Whoever had a try go wrong lately and is not paused. Nearly always nobody, and then this is all that health costs. */
async function suspectsNow({ db }: OperationsParts): Promise<Counter[]> {
  const { rows } = await sql<Counter>`
    select distinct attempts.vendor, orders.service from attempts join orders on orders.id = attempts.order_id
    where attempts.state in ('failed', 'unknown')
      and attempts.created_at > ${ago(sampleSeconds)}
      and not exists (select from vendor_health as health where health.state = 'paused'
        and health.vendor = attempts.vendor and health.service = orders.service)`.execute(db.q)
  return rows
}

interface Tried {
  state: 'delivered' | 'failed' | 'unknown'
  because: string | null
  beneficiary: string
  amount_kobo: bigint
}

async function judge(parts: OperationsParts, it: Counter, rule: HealthRule): Promise<boolean> {
  const health = await healthOf(parts, it)
  const { rows } = await sql<Tried>`
    select attempts.state, attempts.because, attempts.beneficiary, attempts.amount_kobo
    from attempts join orders on orders.id = attempts.order_id
    where attempts.vendor = ${it.vendor} and orders.service = ${it.service}
      and attempts.state in ('delivered', 'failed', 'unknown')
      and attempts.created_at > ${ago(sampleSeconds)}
      and attempts.created_at > ${health?.since ?? new Date(0)}
    order by attempts.created_at desc limit ${sampleSize}`.execute(parts.db.q)
  const ailment = ailmentOf(rows, rule, health?.state === 'trial')
  if (!ailment) return false
  const short = rows.filter((row) => row.because === 'float_empty').map((row) => row.amount_kobo)
  const needs = short.reduce<bigint | null>(
    (most, kobo) => (most === null || kobo > most ? kobo : most),
    null,
  )
  return pause(parts, it, ailment, needs)
}

const healthOf = (parts: OperationsParts, { vendor, service }: Counter) =>
  parts.db.q
    .selectFrom('vendor_health')
    .selectAll()
    .where('vendor', '=', vendor)
    .where('service', '=', service)
    .executeTakeFirst()

const why: Record<Ailment, string> = {
  silent: 'it does not answer',
  failing: 'its deliveries fail, and the fault is not the customers’',
}

/** Takes a vendor off one service until it is well. Of several processes that see it ill, one does. */
const pause = (parts: OperationsParts, it: Counter, ailment: Ailment, needsKobo: bigint | null) =>
  parts.db.inTransaction(async (tx) => {
    const row = await tx
      .insertInto('vendor_health')
      .values({
        ...it,
        state: 'paused',
        reason: ailment,
        pauses: 1,
        probe_at: inSeconds(restSeconds(1)),
        needs_kobo: needsKobo,
      })
      .onConflict((known) =>
        known
          .columns(['vendor', 'service'])
          .doUpdateSet({
            state: 'paused',
            since: sql<Date>`business_now()`,
            reason: ailment,
            // A failed trial is the same illness; one that was over begins a new count.
            pauses: sql<number>`case vendor_health.state when 'trial' then vendor_health.pauses + 1 else 1 end`,
            good_probes: 0,
            needs_kobo: needsKobo,
          })
          .where('vendor_health.state', '!=', 'paused'),
      )
      .returning(['pauses', 'since'])
      .executeTakeFirst()
    if (!row) return false
    await tx
      .updateTable('vendor_health')
      .set({ probe_at: inSeconds(restSeconds(row.pauses)) })
      .where('vendor', '=', it.vendor)
      .where('service', '=', it.service)
      .execute()
    await audit(tx, {
      by: 'system',
      action: 'vendor.pause',
      subject: nameOf(it),
      detail: { because: ailment },
    })
    await raiseAlarm(parts, tx, {
      onceKey: `pause:${nameOf(it)}:${row.since.toISOString()}`,
      subject: `${it.vendor} is paused for ${serviceNames[it.service]}`,
      says: [
        `${it.vendor} sells no more ${serviceNames[it.service]} for now: ${why[ailment]}.`,
        ...(needsKobo === null ? [] : [`Our float there must hold at least ${formatMoney(needsKobo)}.`]),
        'New orders go to another vendor that sells it; with none, the service is off and says so. We keep asking, and it comes back by itself.',
      ],
    })
    return true
  })

/** After a pause the first delivery says that it is well again. */
async function endTrial(parts: OperationsParts, it: Counter): Promise<void> {
  await sql`
    update vendor_health as health set state = 'selling', since = business_now(), probe_at = null
    where health.vendor = ${it.vendor} and health.service = ${it.service} and health.state = 'trial' and exists (
      select from attempts join orders on orders.id = attempts.order_id
      where attempts.vendor = health.vendor and orders.service = health.service
        and attempts.state = 'delivered' and attempts.created_at > health.since)`.execute(parts.db.q)
}

/** Lets a paused vendor sell on trial. */
export async function resume(parts: OperationsParts, tx: Tx, it: Counter): Promise<void> {
  const row = await tx
    .updateTable('vendor_health')
    .set({ state: 'trial', since: sql<Date>`business_now()`, probe_at: null })
    .where('vendor', '=', it.vendor)
    .where('service', '=', it.service)
    .where('state', '=', 'paused')
    .returning('since')
    .executeTakeFirst()
  if (!row) return
  await audit(tx, { by: 'system', action: 'vendor.resume', subject: nameOf(it) })
  await raiseAlarm(parts, tx, {
    onceKey: `resume:${nameOf(it)}:${row.since.toISOString()}`,
    subject: `${it.vendor} sells ${serviceNames[it.service]} again`,
    says: [`${it.vendor} answered twice as it should. The next orders are its trial.`],
  })
}

const nameOf = ({ vendor, service }: Counter): string => `${vendor}.${service}`
