import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Database, Tx } from '../database/index.ts'

/** True when the device has signed in to this account before. */
export async function isKnownDevice(db: Database, userId: UserId, device: Buffer): Promise<boolean> {
  const row = await db.q
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('device_hash', '=', device)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberDevice(tx: Tx, userId: UserId, device: Buffer): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: device })
    .onConflict((oc) =>
      oc.columns(['user_id', 'device_hash']).doUpdateSet({ last_used_at: sql<Date>`app_now()` }),
    )
    .execute()
}

export const deleteKnownDevices = (tx: Tx, userId: UserId) =>
  tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
