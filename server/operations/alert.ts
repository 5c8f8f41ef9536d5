import { formatDate } from '../../shared/dates.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { providerNames } from '../../shared/providers.ts'
import { currentDays, type Tx } from '../database/index.ts'
import { alertMail } from '../messaging/index.ts'
import { enqueueMail } from '../outbox/index.ts'
import { alertTexts } from './alert-texts.ts'
import type { OperationsDeps } from './deps.ts'

/**
 * Sends an alert to ALERT_TO, once per `dedupeKey`, in the transaction of the change it reports, and
 * logs it.
 * @param alert.message the event and the next step, in sentences; no customer data
 */
export async function raiseAlert(
  deps: Pick<OperationsDeps, 'log' | 'alertTo' | 'brandName' | 'appUrl'>,
  tx: Tx,
  alert: { dedupeKey: string; subject: string; message: readonly string[] },
): Promise<void> {
  deps.log.error({ alert: alert.dedupeKey, message: alert.message.join(' ') }, alert.subject)
  if (!deps.alertTo) return
  const mail = alertMail({
    ...alert,
    brandName: deps.brandName,
    at: formatDate(new Date()),
    url: deps.appUrl,
  })
  await enqueueMail(tx, { dedupeKey: `alarm:${alert.dedupeKey}`, to: deps.alertTo, mail })
}

/** Alerts ALERT_TO, once a day, that a gateway rejects our API key. */
export async function alertKeyRejected(deps: OperationsDeps, gateway: GatewayName): Promise<void> {
  const { today } = await currentDays(deps.db)
  await deps.db.inTransaction((tx) =>
    raiseAlert(deps, tx, {
      dedupeKey: `refused-key:${gateway}:${today}`,
      subject: alertTexts.keyRejectedSubject({ gateway: providerNames[gateway] }),
      message: [alertTexts.keyRejected(), alertTexts.keyRejectedNext()],
    }),
  )
}

/** Alerts ALERT_TO, once a day, that a scheduled job failed. */
export async function alertJobFailed(deps: OperationsDeps, jobName: string): Promise<void> {
  const { today } = await currentDays(deps.db)
  await deps.db.inTransaction((tx) =>
    raiseAlert(deps, tx, {
      dedupeKey: `work:${jobName}:${today}`,
      subject: alertTexts.jobFailedSubject({ job: jobName }),
      message: [alertTexts.jobFailed()],
    }),
  )
}
