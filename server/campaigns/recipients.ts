import metadata from 'libphonenumber-js/max/metadata'
import { Email } from '../../shared/fields.ts'
import { managementFieldTexts } from '../../shared/management/field-texts.ts'
import type { userGroups } from '../../shared/management/messages.ts'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import { truncate } from '../../shared/text.ts'
import type { Database } from '../database/index.ts'
import { ApiError } from '../http/index.ts'

/** Recipients of a campaign: the given addresses, or all registered users. */
export type Recipients = { type: 'these'; addresses: readonly string[] } | { type: 'all_users' }

interface RecipientRequest {
  readonly group: (typeof userGroups)[number]
  readonly userId: string | null | undefined
  /** Comma separated. */
  readonly typed: string | null | undefined
}

/**
 * @throws ApiError INVALID naming every invalid address, NOT_FOUND for an unknown user. Source: E-067, E-071
 */
export const emailRecipients = (db: Database, request: RecipientRequest): Promise<Recipients> =>
  parseRecipients(db, request, 'email_addresses', 'email', (address) => Email.safeParse(address).data)

/** @throws ApiError as `emailRecipients` */
export const smsRecipients = (db: Database, request: RecipientRequest): Promise<Recipients> =>
  parseRecipients(db, request, 'phone_numbers', 'phone', (address) =>
    isNigerianPhone(address, metadata) ? normalisePhone(address) : undefined,
  )

async function parseRecipients(
  db: Database,
  { group, userId, typed }: RecipientRequest,
  field: string,
  column: 'email' | 'phone',
  parseAddress: (address: string) => string | undefined,
): Promise<Recipients> {
  if (group === 'all_users') return { type: 'all_users' }
  if (group === 'registered_user') {
    if (!userId)
      throw new ApiError('INVALID', { field: 'user_id', message: managementFieldTexts.userMissing() })
    const user = await db.q
      .selectFrom('users')
      .select(column)
      .where('uniqueid', '=', userId)
      .executeTakeFirst()
    if (!user) throw new ApiError('NOT_FOUND', { field: 'user_id' })
    const valid = user[column]
    if (!valid)
      throw new ApiError('INVALID', { field: 'user_id', message: 'This customer has no phone number.' })
    return { type: 'these', addresses: [valid] }
  }
  const entries = (typed ?? '').split(',').map((address) => address.trim())
  const addresses = [...new Set(entries.filter((address) => address !== ''))]
  const invalid = addresses.filter((address) => parseAddress(address) === undefined)
  if (invalid.length > 0) rejectInvalid(field, invalid)
  const valid = addresses.flatMap((address) => parseAddress(address) ?? [])
  if (valid.length === 0) throw new ApiError('INVALID', { field, message: 'Choose who should receive this.' })
  return { type: 'these', addresses: [...new Set(valid)] }
}

function rejectInvalid(field: string, invalid: readonly string[]): never {
  const quoted = invalid.map((address) => `“${truncate(address.replace(/[\p{Cc}]+/gu, ' '), 60)}”`).join(', ')
  throw new ApiError('INVALID', { field, message: `${quoted} cannot receive messages. Nothing was sent.` })
}
