import metadata from 'libphonenumber-js/max/metadata'
import { Email } from '../../shared/fields.ts'
import type { userGroups } from '../../shared/management/messages.ts'
import { selectUserText } from '../../shared/management/messages.ts'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import type { Database } from '../database/index.ts'
import { Refused } from '../http/index.ts'

/** Who is to read a message: named ones, or everybody who is registered. */
export type Readers = { are: 'these'; to: readonly string[] } | { are: 'everybody' }

interface Wish {
  readonly group: (typeof userGroups)[number]
  readonly userId: string | null | undefined
  /** Comma separated. */
  readonly typed: string | null | undefined
}

/** @throws Refused INVALID naming the part that is wrong, NOT_FOUND for an unknown user. Source: E-067, E-071 */
export const mailReaders = (db: Database, wish: Wish): Promise<Readers> =>
  readers(db, wish, 'email_addresses', 'email', (part) => Email.safeParse(part).data)

/** @throws as `mailReaders` */
export const smsReaders = (db: Database, wish: Wish): Promise<Readers> =>
  readers(db, wish, 'phone_numbers', 'phone', (part) =>
    isNigerianPhone(part, metadata) ? normalisePhone(part) : undefined,
  )

async function readers(
  db: Database,
  { group, userId, typed }: Wish,
  field: string,
  column: 'email' | 'phone',
  read: (part: string) => string | undefined,
): Promise<Readers> {
  if (group === 'all_users') return { are: 'everybody' }
  if (group === 'registered_user') {
    if (!userId) throw new Refused('INVALID', { field: 'user_id', says: selectUserText })
    const user = await db.q
      .selectFrom('users')
      .select(column)
      .where('uniqueid', '=', userId)
      .executeTakeFirst()
    if (!user) throw new Refused('NOT_FOUND', { field: 'user_id' })
    const to = user[column]
    if (!to) throw new Refused('INVALID', { field: 'user_id', says: 'This user has left no phone number.' })
    return { are: 'these', to: [to] }
  }
  const parts = (typed ?? '').split(',').map((part) => part.trim())
  const to = parts.filter((part) => part !== '').map((part) => read(part) ?? refuse(field, part))
  if (to.length === 0) throw new Refused('INVALID', { field, says: 'Please say who is to get it.' })
  return { are: 'these', to: [...new Set(to)] }
}

function refuse(field: string, part: string): never {
  const shown = part.replace(/[\p{Cc}]+/gu, ' ').slice(0, 60)
  throw new Refused('INVALID', { field, says: `“${shown}” cannot be written to. Nothing was sent.` })
}
