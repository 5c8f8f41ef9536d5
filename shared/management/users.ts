import * as z from 'zod/mini'
import { MeterBeneficiary, SmartcardBeneficiary } from '../beneficiaries.ts'
import { defineEndpoint } from '../contract.ts'
import { IsoTimestamp, NairaNumber } from '../fields.ts'
import { CursorParameter } from '../history.ts'
import { scopes } from '../scopes.ts'
import { managementFieldTexts } from './field-texts.ts'

/** User id in requests: the `uniqueid`. Source: ruling E-058 */
export const UserUniqueId = z
  .string({ error: managementFieldTexts.userMissing })
  .check(z.minLength(1, { error: managementFieldTexts.userMissing }), z.maxLength(40))

/**
 * A row of the user selection dialog. `id` equals `uniqueid`; without a picture the initials are shown. Source:
 * E-058, E-059
 */
export const PickedUser = z.object({
  uniqueid: UserUniqueId,
  id: UserUniqueId,
  name: z.string(),
  email: z.nullable(z.string()),
  picture: z.nullable(z.string()),
})
export type PickedUser = z.infer<typeof PickedUser>

/** At most fifty, by name; `search` narrows them by name, e-mail or phone. Reads are audited. */
export const getUserChoices = defineEndpoint({
  name: 'getUserChoices',
  method: 'GET',
  path: '/management/users/all',
  audience: 'manager',
  summary: 'Users to choose from',
  query: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(80))) }),
  data: z.array(PickedUser),
})

/** A user in the back office. Naira. */
export const UserDetails = z.object({
  ...PickedUser.shape,
  phone: z.nullable(z.string()),
  role: z.enum(['user', 'manager']),
  /** Areas of the back office that a manager may work in. */
  scopes: z.array(z.enum(scopes)),
  email_verified: z.boolean(),
  is_company: z.boolean(),
  company_name: z.nullable(z.string()),
  has_pin: z.boolean(),
  /** Null for an account that is not blocked. */
  blocked: z.nullable(z.object({ at: IsoTimestamp, reason: z.string() })),
  /** When the user closed the account; null for an open one. No action is allowed on a closed account. */
  closed_at: z.nullable(IsoTimestamp),
  /** The caller's own account: no action is allowed on it. */
  is_own: z.boolean(),
  created_at: IsoTimestamp,
  wallet_balance: NairaNumber,
  wallet_held: NairaNumber,
  bonus: NairaNumber,
  orders: z.number(),
  spent: NairaNumber,
  /** Number of records on the user's page; `orders` of every state. */
  record_counts: z.object({
    orders: z.number(),
    cards: z.number(),
    meters: z.number(),
    tickets: z.number(),
    notes: z.number(),
  }),
})
export type UserDetails = z.infer<typeof UserDetails>

const UserParams = z.object({ uniqueid: UserUniqueId })

/** Reads are audited. The user's orders come from `getManagedOrders` with `user_id`. */
export const getUserDetails = defineEndpoint({
  name: 'getUserDetails',
  method: 'GET',
  path: '/management/users/{uniqueid}',
  audience: 'manager',
  summary: 'One user: contact, wallet, sums',
  params: UserParams,
  data: UserDetails,
  errors: ['NOT_FOUND'],
})

/** All users, newest first. */
export const getUsers = defineEndpoint({
  name: 'getUsers',
  method: 'GET',
  path: '/management/users/list',
  audience: 'manager',
  summary: 'All users, page by page',
  query: z.object({
    search: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    cursor: z.optional(CursorParameter),
  }),
  data: z.object({
    list: z.array(
      z.object({
        ...PickedUser.shape,
        phone: z.nullable(z.string()),
        role: z.enum(['user', 'manager']),
        email_verified: z.boolean(),
        is_company: z.boolean(),
        is_blocked: z.boolean(),
        is_closed: z.boolean(),
        created_at: IsoTimestamp,
      }),
    ),
    next: z.nullable(z.string()),
  }),
})

export const getUserMeters = defineEndpoint({
  name: 'getUserMeters',
  method: 'GET',
  path: '/management/user/{uniqueid}/meter-numbers/all',
  audience: 'manager',
  summary: "A user's saved meters",
  params: UserParams,
  data: z.array(MeterBeneficiary),
  errors: ['NOT_FOUND'],
})

export const getUserSmartcards = defineEndpoint({
  name: 'getUserSmartcards',
  method: 'GET',
  path: '/management/user/{uniqueid}/smartcard-numbers/all',
  audience: 'manager',
  summary: "A user's saved smartcards",
  params: UserParams,
  data: z.array(SmartcardBeneficiary),
  errors: ['NOT_FOUND'],
})
