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
