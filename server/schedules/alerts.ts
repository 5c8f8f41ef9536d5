import type { Selectable } from 'kysely'
import { formatDate } from '../../shared/dates.ts'
import type { UserId } from '../../shared/ids.ts'
import { formPageUrl } from '../../shared/pages.ts'
import type { NotifyChannel } from '../../shared/schedules.ts'
import { applicationTime, type Database, inSeconds, type Tables } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import type { ScheduleDeps } from './deps.ts'
import { notifyScheduleOwner } from './messages.ts'
import { scheduleServerTexts } from './texts.ts'
import { usageOf } from './usage.ts'

const checkSeconds = 6 * 60 * 60
/** The message is sent this long before the likely day. */
const aheadMs = 36 * 60 * 60 * 1_000

/** Chooses the channel of the message for a meter of the user. @throws ApiError NOT_FOUND for a meter without forecast */
export async function setAlert(
  db: Database,
  { userId, number, channel }: { userId: UserId; number: string; channel: NotifyChannel | null },
): Promise<void> {
  if (channel === null) {
    await db.q
      .deleteFrom('low_units_alerts')
      .where('user_id', '=', userId)
      .where('number', '=', number)
      .execute()
    return
  }
  const [usage] = await usageOf(db.q, userId, number)
  if (!usage) throw new ApiError('NOT_FOUND')
  await db.q
    .insertInto('low_units_alerts')
    .values({ user_id: userId, number, channel, due_at: inSeconds(0) })
    .onConflict((alert) =>
      alert.columns(['user_id', 'number']).doUpdateSet({ channel, due_at: inSeconds(0) }),
    )
    .execute()
}

/** Tells the owner of a meter, once per purchase, that its units are about to run low. */
export async function processAlert(
  deps: ScheduleDeps,
  alert: Selectable<Tables['low_units_alerts']>,
): Promise<void> {
  const { db } = deps
  const [usage] = await usageOf(db.q, alert.user_id, alert.number)
  const now = await applicationTime(db.q)
  const isLow = usage !== undefined && usage.lowAt.getTime() - aheadMs <= now.getTime()
  const isNotified = alert.alerted_purchase_at?.getTime() === usage?.lastPurchaseAt.getTime()
  await db.inTransaction(async (tx) => {
    await tx
      .updateTable('low_units_alerts')
      .set({
        due_at: inSeconds(checkSeconds),
        ...(isLow && { alerted_purchase_at: usage.lastPurchaseAt }),
      })
      .where('id', '=', alert.id)
      .execute()
    if (!isLow || isNotified) return
    const { number } = alert
    await notifyScheduleOwner(deps, tx, {
      userId: alert.user_id,
      channel: alert.channel,
      key: `low-units:${alert.user_id}:${number}:${usage.lastPurchaseAt.getTime()}`,
      subject: scheduleServerTexts.lowUnitsSubject({ number }),
      body: scheduleServerTexts.lowUnits({
        number,
        from: formatDate(usage.earliest, 'day'),
        to: formatDate(usage.latest, 'day'),
      }),
      link: { label: scheduleServerTexts.buyNow(), path: formPageUrl('power') },
    })
  })
  deps.triggerOutbox()
}
