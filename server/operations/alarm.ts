import { formatDate } from '../../shared/dates.ts'
import { daysNow, type Tx } from '../database/index.ts'
import { alarmMail } from '../messaging/index.ts'
import { putMail } from '../outbox/index.ts'
import type { OperationsParts } from './parts.ts'

/**
 * Tells ALERT_TO, once for each `onceKey`, with the change that it is about. The log says it in any case.
 * @param says what happened and what happens next, in sentences; no customer's data
 */
export async function raiseAlarm(
  parts: Pick<OperationsParts, 'log' | 'alertTo' | 'brandName' | 'appUrl'>,
  tx: Tx,
  alarm: { onceKey: string; subject: string; says: readonly string[] },
): Promise<void> {
  parts.log.error({ alarm: alarm.onceKey, says: alarm.says.join(' ') }, alarm.subject)
  if (!parts.alertTo) return
  const mail = alarmMail({
    ...alarm,
    brandName: parts.brandName,
    at: formatDate(new Date()),
    url: parts.appUrl,
  })
  await putMail(tx, { onceKey: `alarm:${alarm.onceKey}`, to: parts.alertTo, mail })
}

/** Tells ALERT_TO, once a day, that a work of the calendar failed. */
export async function alarmOfWork(parts: OperationsParts, work: string): Promise<void> {
  const { today } = await daysNow(parts.db)
  await parts.db.inTransaction((tx) =>
    raiseAlarm(parts, tx, {
      onceKey: `work:${work}:${today}`,
      subject: `the work ${work} failed`,
      says: ['The log says why. It is done again at its next turn; you hear of it once a day.'],
    }),
  )
}
