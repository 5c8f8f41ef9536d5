import * as z from 'zod/mini'
import { SavedCard } from '../cards.ts'
import { defineEndpoint } from '../contract.ts'
import { IsoTimestamp, LineCursor, requiredText } from '../fields.ts'
import { Session } from '../security.ts'
import { Ticket } from '../tickets.ts'
import { WalletTransaction } from '../wallet.ts'
import { managementFieldTexts } from './field-texts.ts'
import { UserUniqueId } from './users.ts'

const userRecordEndpoint = {
  method: 'GET',
  audience: 'manager',
  params: z.object({ uniqueid: UserUniqueId }),
  errors: ['NOT_FOUND'],
} as const
const page = z.object({ cursor: z.optional(LineCursor) })

/** The user's wallet history, newest first. Naira. */
export const getUserWalletTransactions = defineEndpoint({
  ...userRecordEndpoint,
  name: 'getUserWalletTransactions',
  path: '/management/users/{uniqueid}/wallet/movements',
  summary: "A user's wallet history",
  query: page,
  data: z.object({ list: z.array(WalletTransaction), next: z.nullable(z.string()) }),
})

/** A saved card, masked to its last four digits. */
const MaskedCard = z.pick(SavedCard, { last_digits: true, expiry: true, issuer: true, type: true })

export const getUserCards = defineEndpoint({
  ...userRecordEndpoint,
  name: 'getUserCards',
  path: '/management/users/{uniqueid}/payment-cards',
  summary: "A user's saved cards, masked",
  data: z.array(MaskedCard),
})

export const getUserTickets = defineEndpoint({
  ...userRecordEndpoint,
  name: 'getUserTickets',
  path: '/management/users/{uniqueid}/tickets',
  summary: "A user's tickets, newest first",
  data: z.array(Ticket),
})

/** An open session of a user. */
const UserSession = z.omit(Session, { current: true })

export const getUserSessions = defineEndpoint({
  ...userRecordEndpoint,
  name: 'getUserSessions',
  path: '/management/users/{uniqueid}/sessions',
  summary: "A user's open sessions",
  data: z.array(UserSession),
})

/** A manager's note about a user. Notes are never changed or deleted, and the user does not see them. */
const UserNote = z.object({ id: z.string(), author: z.string(), text: z.string(), at: IsoTimestamp })

export const getUserNotes = defineEndpoint({
  ...userRecordEndpoint,
  name: 'getUserNotes',
  path: '/management/users/{uniqueid}/notes',
  summary: "Managers' notes about a user, newest first",
  query: page,
  data: z.object({ list: z.array(UserNote), next: z.nullable(z.string()) }),
})

export const addUserNote = defineEndpoint({
  ...userRecordEndpoint,
  name: 'addUserNote',
  method: 'POST',
  path: '/management/users/{uniqueid}/notes/create',
  summary: 'Adds a note about a user',
  body: z.object({ text: requiredText(managementFieldTexts.noteMissing, 2_000) }),
  data: UserNote,
})
