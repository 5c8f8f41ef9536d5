import { sql } from 'kysely'
import { isActive, serviceNames, type Tile } from '../../shared/constants.ts'
import { formPage, home } from '../../shared/pages.ts'
import type { Tx } from '../database/index.ts'
import { type Caller, Refused } from '../http/index.ts'
import { serviceBack } from '../messaging/index.ts'
import { putMail, putSms } from '../outbox/index.ts'
import { nigerianPhone } from '../purchase/index.ts'
import type { OperationsParts } from './parts.ts'

/** One round tells so many; the next follows with the next look. */
const atOnce = 200

/**
 * Writes down who is to be told when a service is back. Asking twice changes nothing.
 * @throws Refused SERVICE_ON when there is nothing to wait for, INVALID for a phone that is not Nigerian, TOO_MANY
 */
export async function waitForService(
  parts: OperationsParts,
  service: Tile,
  wish: { phone?: string | undefined; email?: string | undefined },
  caller: Caller,
): Promise<void> {
  if (await isOn(parts, service)) throw new Refused('SERVICE_ON')
  const ways = [
    ...(wish.phone === undefined
      ? []
      : [{ channel: 'sms' as const, recipient: nigerianPhone('phone', wish.phone) }]),
    ...(wish.email === undefined ? [] : [{ channel: 'mail' as const, recipient: wish.email }]),
  ]
  await parts.limits.spend('tell_client', caller.client)
  for (const { recipient } of ways) await parts.limits.spend('tell_recipient', recipient)
  await parts.db.q
    .insertInto('back_requests')
    .values(ways.map((it) => ({ ...it, service, told_at: null })))
    .onConflict((it) => it.doNothing())
    .execute()
}

async function isOn({ settings, selling }: OperationsParts, service: Tile): Promise<boolean> {
  if (!isActive(await settings.get(`${service}_status`))) return false
  return service === 'insurance' || (await selling.stopped(service)) === null
}

/** Tells those who wait for a service that takes orders again; each is told once. @returns how many were told */
export async function tellWhoWaits(parts: OperationsParts): Promise<number> {
  const waited = await parts.db.q
    .selectFrom('back_requests')
    .select('service')
    .distinct()
    .where('told_at', 'is', null)
    .execute()
  let told = 0
  for (const { service } of waited) {
    if (await isOn(parts, service)) told += await parts.db.inTransaction((tx) => tell(parts, tx, service))
  }
  if (told > 0) parts.wakeOutbox()
  return told
}

async function tell(parts: OperationsParts, tx: Tx, service: Tile): Promise<number> {
  const mine = await tx
    .updateTable('back_requests')
    .set({ told_at: sql<Date>`business_now()` })
    .where('id', 'in', (it) =>
      it
        .selectFrom('back_requests')
        .select('id')
        .where('service', '=', service)
        .where('told_at', 'is', null)
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'channel', 'recipient'])
    .execute()
  const news = serviceBack({
    brandName: parts.brandName,
    service: service === 'insurance' ? 'Insurance' : serviceNames[service],
    formUrl: `${parts.appUrl}${service === 'insurance' ? home : formPage(service)}`,
  })
  for (const { id, channel, recipient } of mine) {
    const onceKey = `back:${id}`
    if (channel === 'mail') await putMail(tx, { onceKey, to: recipient, mail: news.mail })
    else await putSms(tx, { onceKey, to: recipient, text: news.sms })
  }
  return mine.length
}
