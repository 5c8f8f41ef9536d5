import type { PowerRecord } from '../../shared/power.ts'
import { listDiscos } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../http/index.ts'
import { deliveriesOf } from '../purchase/index.ts'
import { recordOf } from './presenter.ts'
import { findRecordedPurchases, historyEntryOf } from './records.ts'

const maxRecords = 20

/** True when this browser or user made a purchase for the meter with this phone. */
export async function hasPurchased(
  db: Database,
  meterNumber: string,
  phone: string,
  { actor, sessionHash }: Pick<Caller, 'actor' | 'sessionHash'>,
): Promise<boolean> {
  const row = await db.q
    .selectFrom('orders')
    .select('id')
    .where('service', '=', 'power')
    .where('beneficiary', '=', meterNumber)
    .where('phone', '=', phone)
    .where('state', '=', 'delivered')
    .where((eb) => eb.or([eb('user_id', '=', actor?.userId ?? null), eb('session_hash', '=', sessionHash)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Past purchases for a meter with this phone, newest first: our own, and those that a manager recorded. A
 * wrong pair returns the same as no purchases.
 */
export async function pastPurchases(
  db: Database,
  meterNumber: string,
  phone: string,
): Promise<PowerRecord[]> {
  const orders = await db.q
    .selectFrom('orders')
    .selectAll()
    .where('service', '=', 'power')
    .where('beneficiary', '=', meterNumber)
    .where('phone', '=', phone)
    .where('state', '=', 'delivered')
    .orderBy('delivered_at', 'desc')
    .limit(maxRecords)
    .execute()
  const discos = new Map((await listDiscos(db)).map((disco) => [disco.code, disco]))
  const deliveries = await deliveriesOf(
    db.q,
    orders.map(({ id }) => id),
  )
  const records: PowerRecord[] = []
  for (const order of orders) {
    const delivery = deliveries.get(order.id)
    const disco = discos.get(order.code)
    if (delivery && disco) records.push(recordOf(order, delivery, disco))
  }
  for (const recorded of await findRecordedPurchases(db, meterNumber, phone)) {
    const disco = discos.get(recorded.disco)
    if (disco) records.push(historyEntryOf(recorded, disco))
  }
  return records.sort((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, maxRecords)
}
