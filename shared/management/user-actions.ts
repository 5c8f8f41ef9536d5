import * as z from 'zod/mini'
import { AuthPin, pinErrors } from '../auth-pin.ts'
import { defineEndpoint } from '../contract.ts'
import { fieldTexts } from '../field-texts.ts'
import { requiredText } from '../fields.ts'
import { scopes } from '../scopes.ts'
import { UserUniqueId } from './users.ts'

/** Common part of the actions on a user's account. The server rejects an action on the manager's own account. */
const userActionEndpoint = {
  method: 'POST',
  audience: 'manager',
  params: z.object({ uniqueid: UserUniqueId }),
  body: z.object({ auth_pin: AuthPin, reason: requiredText(fieldTexts.reasonMissing, 300) }),
  data: z.object({}),
  errors: [...pinErrors, 'NOT_FOUND', 'NOT_ALLOWED', 'NOT_NOW'],
} as const

/**
 * Blocks an account: its sessions end and it cannot sign in. Paid orders continue until they are delivered or
 * refunded, and the wallet keeps its money.
 */
export const blockUser = defineEndpoint({
  ...userActionEndpoint,
  name: 'blockUser',
  path: '/management/users/{uniqueid}/block',
  summary: 'Blocks an account',
})

export const unblockUser = defineEndpoint({
  ...userActionEndpoint,
  name: 'unblockUser',
  path: '/management/users/{uniqueid}/unblock',
  summary: 'Unblocks an account',
})

export const signOutUser = defineEndpoint({
  ...userActionEndpoint,
  name: 'signOutUser',
  path: '/management/users/{uniqueid}/sessions/end',
  summary: 'Ends every session of a user',
})

/** Removes the PIN. The user is notified by e-mail and sets a new one, with the password. No manager learns a PIN. */
export const resetUserPin = defineEndpoint({
  ...userActionEndpoint,
  name: 'resetUserPin',
  path: '/management/users/{uniqueid}/pin/reset',
  summary: "Removes a user's PIN",
})

/**
 * Requests other scopes for a user: those of a manager, or none for an ordinary user. Another admin approves it;
 * then the user's sessions end.
 */
export const requestUserScopes = defineEndpoint({
  ...userActionEndpoint,
  name: 'requestUserScopes',
  path: '/management/users/{uniqueid}/scopes',
  summary: "Requests a change of a user's scopes",
  mayRespondPending: true,
  body: z.extend(userActionEndpoint.body, {
    scopes: z.array(z.enum(scopes)).check(z.maxLength(scopes.length)),
  }),
  errors: [...userActionEndpoint.errors, 'NO_CHANGES'],
})
