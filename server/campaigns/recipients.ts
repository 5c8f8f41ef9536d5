import metadata from 'libphonenumber-js/max/metadata'
import { Email } from '../../shared/fields.ts'
import type { UserId } from '../../shared/ids.ts'
import type { InvalidReason } from '../../shared/management/campaigns.ts'
import { managementFieldTexts } from '../../shared/management/field-texts.ts'
import type { userGroups } from '../../shared/management/messages.ts'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import { truncate } from '../../shared/text.ts'
import type { Database } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { campaignTexts } from './texts.ts'

/** Recipients of a campaign: the given addresses, or all registered users. */
export type Recipients = { type: 'addresses'; addresses: readonly string[] } | { type: 'all_users' }

interface RecipientRequest {
  readonly group: (typeof userGroups)[number]
  readonly userId: UserId | null | undefined
  /** Comma separated. */
  readonly input: string | null | undefined
}

export interface InvalidRecipient {
  readonly address: string
  readonly reason: InvalidReason
}
type Channel = 'email' | 'sms'
const columns = { email: 'email', sms: 'phone' } as const
const fields = { email: 'email_addresses', sms: 'phone_numbers' } as const

/**
 * @throws ApiError INVALID naming every invalid address, NOT_FOUND for an unknown user. Source: E-067, E-071
 */
export async function recipientsOf(
  db: Database,
  channel: Channel,
  request: RecipientRequest,
): Promise<Recipients> {
  const { recipients, invalid } = await resolveRecipients(db, channel, request)
  const field = fields[channel]
  if (invalid.length > 0) rejectInvalid(field, invalid)
  if (recipients.type === 'addresses' && recipients.addresses.length === 0)
    throw new ApiError('INVALID', { field, message: campaignTexts.recipientsMissing() })
  return recipients
}

/** The valid recipients, and the invalid ones as typed. @throws ApiError as `recipientsOf`, for the user */
export async function resolveRecipients(
  db: Database,
  channel: Channel,
  { group, userId, input }: RecipientRequest,
): Promise<{ recipients: Recipients; invalid: readonly InvalidRecipient[] }> {
  const column = columns[channel]
  if (group === 'all_users') return { recipients: { type: 'all_users' }, invalid: [] }
  if (group === 'registered_user') {
    if (!userId)
      throw new ApiError('INVALID', { field: 'user_id', message: managementFieldTexts.userMissing() })
    const user = await db.q
      .selectFrom('users')
      .select(column)
      .where('uniqueid', '=', userId)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (!user) throw new ApiError('NOT_FOUND', { field: 'user_id' })
    const valid = user[column] && parsers[channel](user[column])
    if (!valid)
      throw new ApiError('INVALID', {
        field: 'user_id',
        message: campaignTexts.noNigerianPhone(),
      })
    return { recipients: { type: 'addresses', addresses: [valid] }, invalid: [] }
  }
  const entries = (input ?? '').split(',').map((address) => address.trim())
  const addresses = [...new Set(entries.filter((address) => address !== ''))]
  const parsedAddresses = addresses.map((address) => ({ address, valid: parsers[channel](address) }))
  const invalid = parsedAddresses
    .filter(({ valid }) => valid === undefined)
    .map(({ address }) => ({ address, reason: reasonOf(channel, address) }))
  const valid = parsedAddresses.flatMap((entry) => entry.valid ?? [])
  return { recipients: { type: 'addresses', addresses: [...new Set(valid)] }, invalid }
}

const parsers: Readonly<Record<Channel, (address: string) => string | undefined>> = {
  email: (address) => Email.safeParse(address).data,
  sms: nigerianPhoneOf,
}

/** The phone (E.164) if an SMS to it has the usual price: one abroad costs a multiple, and premium numbers pay their owner for it. */
export function nigerianPhoneOf(input: string): string | undefined {
  return isNigerianPhone(input, metadata) ? normalisePhone(input) : undefined
}

/** A number with the digits of a phone number that no Nigerian network has is unknown. */
const reasonOf = (channel: Channel, address: string): InvalidReason =>
  channel === 'sms' && /^\+[1-9]\d{9,14}$/.test(normalisePhone(address)) ? 'unknown' : 'malformed'

function rejectInvalid(field: string, invalid: readonly InvalidRecipient[]): never {
  const quoted = invalid
    .map(({ address }) => `“${truncate(address.replace(/[\p{Cc}]+/gu, ' '), 60)}”`)
    .join(', ')
  throw new ApiError('INVALID', { field, message: campaignTexts.recipientsInvalid({ addresses: quoted }) })
}
