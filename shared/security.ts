import * as z from 'zod/mini'
import { AuthPin } from './auth-pin.ts'
import { defineEndpoint } from './contract.ts'
import { IsoTimestamp, LineCursor } from './fields.ts'
import { languages } from './languages.ts'

/**
 * Checks a manager's own PIN. It authorises nothing: every endpoint that needs the PIN takes it again. Source: decisions
 * E-002, E-003
 */
export const verifyPin = defineEndpoint({
  name: 'verifyPin',
  method: 'POST',
  path: '/management/user/pin/verify',
  audience: 'manager',
  summary: "Checks a manager's own PIN",
  body: z.object({ pin: AuthPin }),
  data: z.object({}),
  errors: ['PIN_NOT_SET', 'PIN_WRONG', 'PIN_LOCKED', 'UNAVAILABLE'],
})

/** Stores the language that the user chose in a browser, for messages and for other browsers of the user. */
export const updateUserLanguage = defineEndpoint({
  name: 'updateUserLanguage',
  method: 'PUT',
  path: '/account/user/language',
  audience: 'user',
  summary: 'Keeps the language of the user',
  body: z.object({ language: z.enum(languages) }),
  data: z.object({ language: z.enum(languages) }),
})

/** Switches the activity log on or off: the stored value is toggled. Source: specification 2, section 7; E-054 */
export const toggleActivityLogs = defineEndpoint({
  name: 'toggleActivityLogs',
  method: 'PUT',
  path: '/account/user/profile/activity-logs/update',
  audience: 'user',
  summary: 'Switches the user’s activity log on or off',
  data: z.object({ save_activity_logs: z.boolean() }),
})

/** One event in the account's activity log. */
export const Activity = z.object({
  id: z.string(),
  /** Short description: "Signed in". */
  description: z.string(),
  /** Device: "Chrome on Android"; null when unknown. */
  device: z.nullable(z.string()),
  at: IsoTimestamp,
})
export type Activity = z.infer<typeof Activity>

/** Newest first. Nothing is added while the log is off. */
export const getActivityLogs = defineEndpoint({
  name: 'getActivityLogs',
  method: 'GET',
  path: '/account/activity-logs/all',
  audience: 'user',
  summary: 'The user’s account activity',
  query: z.object({ cursor: z.optional(LineCursor) }),
  data: z.object({
    list: z.array(Activity),
    /** Cursor of the next page; null on the last page. */
    next: z.nullable(z.string()),
  }),
})

/** A signed-in browser or client. */
export const Session = z.object({
  id: z.string(),
  device: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  created_at: IsoTimestamp,
  /** Accurate to ten minutes. */
  last_seen_at: IsoTimestamp,
})
export type Session = z.infer<typeof Session>

export const getSessions = defineEndpoint({
  name: 'getSessions',
  method: 'GET',
  path: '/account/sessions/all',
  audience: 'user',
  summary: 'The user’s sessions',
  data: z.array(Session),
})

/** Ends one session; ending the current one signs out. */
export const endSession = defineEndpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/account/sessions/{id}',
  audience: 'user',
  summary: 'Signs out one of the user’s sessions',
  params: z.object({ id: z.string().check(z.uuid()) }),
  data: z.object({}),
  errors: ['NOT_FOUND'],
})

/** Ends every session except the current one. */
export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/account/sessions/others',
  audience: 'user',
  summary: 'Signs out everywhere else',
  data: z.object({ ended: z.number() }),
})
