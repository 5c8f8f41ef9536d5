import { sql } from 'kysely'
import type { Service, VendorName } from '../../shared/constants.ts'
import { formatMoney } from '../../shared/money.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { type FailureKind, storedFailureKinds } from '../../shared/vending.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { inSeconds, type Tx } from '../database/index.ts'
import { raiseAlert } from './alert.ts'
import { alertTexts } from './alert-texts.ts'
import {
  type BreakerPolicy,
  failureKindOf,
  openForSeconds,
  sampleSeconds,
  sampleSize,
} from './breaker-policy.ts'
import type { OperationsDeps } from './deps.ts'
import { secondsAgoSql } from './time.ts'

/** A vendor and one service that it provides. */
export interface VendorService {
  readonly vendor: VendorName
  readonly service: Service
}

/**
 * Evaluates recent failed attempts, opens the breakers of failing vendors and closes half-open breakers after
 * a delivery. It reads only stored attempts, so a crashed process loses nothing.
 * @returns the number of opened breakers
 */
export async function updateBreakers(deps: OperationsDeps): Promise<number> {
  const candidates = await findCandidates(deps)
  const halfOpenBreakers = await deps.db.q
    .selectFrom('circuit_breakers')
    .select(['vendor', 'service'])
    .where('state', '=', 'half_open')
    .execute()
  const policy: BreakerPolicy = {
    maxUnansweredInARow: await deps.settings.get('vendor_pause_silent'),
    maxFailuresOfTen: await deps.settings.get('vendor_pause_bad_of_ten'),
  }
  let openedCount = 0
  for (const vendorService of candidates)
    if (await evaluateBreaker(deps, vendorService, policy)) openedCount += 1
  for (const vendorService of halfOpenBreakers) await closeBreaker(deps, vendorService)
  if (openedCount > 0) {
    deps.availability.clearCache()
    deps.triggerOutbox()
  }
  return openedCount
}

/** Vendors with a recent failed attempt and no open breaker. Nearly always empty, so a check is one query. */
async function findCandidates({ db }: OperationsDeps): Promise<VendorService[]> {
  const { rows } = await sql<VendorService>`
    select distinct attempts.vendor, orders.service from attempts join orders on orders.id = attempts.order_id
    where attempts.state in ('failed', 'unknown')
      and attempts.created_at > ${secondsAgoSql(sampleSeconds)}
      and not exists (select from circuit_breakers as health where health.state = 'open'
        and health.vendor = attempts.vendor and health.service = orders.service)`.execute(db.q)
  return rows
}

interface AttemptRow {
  state: 'delivered' | 'failed' | 'unknown'
  reason: string | null
  beneficiary: string
  amount_kobo: bigint
}

async function evaluateBreaker(
  deps: OperationsDeps,
  vendorService: VendorService,
  policy: BreakerPolicy,
): Promise<boolean> {
  const breaker = await breakerOf(deps, vendorService)
  const { rows } = await sql<AttemptRow>`
    select attempts.state, attempts.failure_reason as reason, attempts.beneficiary, attempts.amount_kobo
    from attempts join orders on orders.id = attempts.order_id
    where attempts.vendor = ${vendorService.vendor} and orders.service = ${vendorService.service}
      and attempts.state in ('delivered', 'failed', 'unknown')
      and attempts.created_at > ${secondsAgoSql(sampleSeconds)}
      and attempts.created_at > ${breaker?.state_since ?? new Date(0)}
    order by attempts.created_at desc limit ${sampleSize}`.execute(deps.db.q)
  const failureKind = failureKindOf(rows, policy, breaker?.state === 'half_open')
  if (!failureKind) return false
  const shortfalls = rows.filter((row) => row.reason === 'float_empty').map((row) => row.amount_kobo)
  const minFloat = shortfalls.reduce<bigint | null>(
    (max, kobo) => (max === null || kobo > max ? kobo : max),
    null,
  )
  return openBreaker(deps, vendorService, failureKind, minFloat)
}

const breakerOf = (deps: OperationsDeps, { vendor, service }: VendorService) =>
  deps.db.q
    .selectFrom('circuit_breakers')
    .selectAll()
    .where('vendor', '=', vendor)
    .where('service', '=', service)
    .executeTakeFirst()

const failureTexts = {
  no_response: alertTexts.pausedNoResponse,
  failing: alertTexts.pausedFailing,
} as const satisfies Record<FailureKind, unknown>

/** Pauses a vendor for one service. Of concurrent processes exactly one opens the breaker. */
const openBreaker = (
  deps: OperationsDeps,
  vendorService: VendorService,
  failureKind: FailureKind,
  minFloatKobo: bigint | null,
) =>
  deps.db.inTransaction(async (tx) => {
    const row = await tx
      .insertInto('circuit_breakers')
      .values({
        ...vendorService,
        state: 'open',
        reason: storedFailureKinds[failureKind],
        open_count: 1,
        probe_at: inSeconds(openForSeconds(1)),
        min_float_kobo: minFloatKobo,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['vendor', 'service'])
          .doUpdateSet({
            state: 'open',
            state_since: sql<Date>`app_now()`,
            reason: storedFailureKinds[failureKind],
            // A failure in half-open state continues the count; a closed breaker starts a new one.
            open_count: sql<number>`case circuit_breakers.state when 'half_open' then circuit_breakers.open_count + 1 else 1 end`,
            consecutive_successes: 0,
            min_float_kobo: minFloatKobo,
          })
          .where('circuit_breakers.state', '!=', 'open'),
      )
      .returning(['open_count', 'state_since'])
      .executeTakeFirst()
    if (!row) return false
    await tx
      .updateTable('circuit_breakers')
      .set({ probe_at: inSeconds(openForSeconds(row.open_count)) })
      .where('vendor', '=', vendorService.vendor)
      .where('service', '=', vendorService.service)
      .execute()
    await recordAuditEvent(tx, {
      actor: 'system',
      action: 'vendor.pause',
      subject: breakerName(vendorService),
      detail: { reason: storedFailureKinds[failureKind] },
    })
    const { vendor } = vendorService
    const service = serviceContracts[vendorService.service].name
    await raiseAlert(deps, tx, {
      dedupeKey: `pause:${breakerName(vendorService)}:${row.state_since.toISOString()}`,
      subject: alertTexts.pausedSubject({ vendor, service }),
      message: [
        alertTexts.paused({ vendor, service, cause: failureTexts[failureKind]() }),
        ...(minFloatKobo === null ? [] : [alertTexts.floatNeeded({ amount: formatMoney(minFloatKobo) })]),
        alertTexts.pausedNext(),
      ],
    })
    return true
  })

/** Closes a half-open breaker after its first delivery. */
async function closeBreaker(deps: OperationsDeps, vendorService: VendorService): Promise<void> {
  await sql`
    update circuit_breakers as health set state = 'closed', state_since = app_now(), probe_at = null
    where health.vendor = ${vendorService.vendor} and health.service = ${vendorService.service} and health.state = 'half_open' and exists (
      select from attempts join orders on orders.id = attempts.order_id
      where attempts.vendor = health.vendor and orders.service = health.service
        and attempts.state = 'delivered' and attempts.created_at > health.state_since)`.execute(deps.db.q)
}

/** Changes an open breaker to half-open, so that the vendor gets orders again. */
export async function halfOpenBreaker(
  deps: OperationsDeps,
  tx: Tx,
  vendorService: VendorService,
): Promise<void> {
  const row = await tx
    .updateTable('circuit_breakers')
    .set({ state: 'half_open', state_since: sql<Date>`app_now()`, probe_at: null })
    .where('vendor', '=', vendorService.vendor)
    .where('service', '=', vendorService.service)
    .where('state', '=', 'open')
    .returning('state_since')
    .executeTakeFirst()
  if (!row) return
  await recordAuditEvent(tx, {
    actor: 'system',
    action: 'vendor.resume',
    subject: breakerName(vendorService),
  })
  await raiseAlert(deps, tx, {
    dedupeKey: `resume:${breakerName(vendorService)}:${row.state_since.toISOString()}`,
    subject: alertTexts.resumedSubject({
      vendor: vendorService.vendor,
      service: serviceContracts[vendorService.service].name,
    }),
    message: [alertTexts.resumed({ vendor: vendorService.vendor })],
  })
}

const breakerName = ({ vendor, service }: VendorService): string => `${vendor}.${service}`
