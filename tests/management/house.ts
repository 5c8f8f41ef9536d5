import { sql } from 'kysely'
import { hashSecret } from '../../server/accounts/password.ts'
import { type Person, personOf } from '../support/account.ts'
import type { Shop } from '../support/shop.ts'

export const rightPin = '246810'
/** Made once, since that is slow by design. */
let kept: Promise<string> | undefined

/** A manager with a PIN. */
export async function managerOf(shop: Shop): Promise<Person> {
  const person = await personOf(shop)
  kept ??= hashSecret(rightPin)
  await shop.db.q
    .updateTable('users')
    .set({ role: 'manager', name: 'Musa Danjuma', pin_hash: await kept })
    .where('id', '=', person.id)
    .execute()
  return person
}

/** Meanwhile the database keeps no line of the audit log. */
export async function whileNothingIsWrittenDown<T>({ db }: Shop, work: () => Promise<T>): Promise<T> {
  await sql`create function writes_nothing() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is full'; end $$`.execute(db.q)
  await sql`create trigger writes_nothing before insert on audit_log
    for each row execute function writes_nothing()`.execute(db.q)
  try {
    return await work()
  } finally {
    await sql`drop function writes_nothing() cascade`.execute(db.q)
  }
}

/** How often a deed on this subject was written down. */
export async function timesWrittenDown({ db }: Shop, action: string, subject: string): Promise<number> {
  const deeds = await db.q
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', action)
    .where('subject', '=', subject)
    .execute()
  return deeds.length
}
