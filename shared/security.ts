import * as z from 'zod/mini'
import { AuthPin } from './accounts.ts'
import { call } from './contract.ts'
import { Iso, LineCursor } from './fields.ts'

/**
 * Asks a manager for the own PIN. It opens nothing by itself: every call that needs the PIN takes it again.
 * Source: decisions E-002, E-003
 */
export const verifyPin = call({
  name: 'verifyPin',
  method: 'POST',
  path: '/management/user/pin/verify',
  audience: 'manager',
  summary: "Checks a manager's own PIN",
  body: z.object({ pin: AuthPin }),
  data: z.object({}),
  errors: ['PIN_NOT_SET', 'PIN_WRONG', 'PIN_LOCKED', 'UNAVAILABLE'],
})

/** Turns the activity log on or off: the stored value is flipped. Source: specification 2, section 7; E-054 */
export const toggleActivityLogs = call({
  name: 'toggleActivityLogs',
  method: 'PUT',
  path: '/account/user/profile/activity-logs/update',
  audience: 'user',
  summary: 'Turns the own activity log on or off',
  data: z.object({ save_activity_logs: z.boolean() }),
  errors: [],
})

/** Something that was done in an account. */
export const Activity = z.object({
  id: z.string(),
  /** In a few words: "Signed in". */
  what: z.string(),
  /** Where: "Chrome on Android"; null where nobody said it. */
  device: z.nullable(z.string()),
  at: Iso,
})
export type Activity = z.infer<typeof Activity>

/** Newest first. Nothing is added while the log is off. */
export const allActivity = call({
  name: 'allActivity',
  method: 'GET',
  path: '/account/activity-logs/all',
  audience: 'user',
  summary: 'What was done in the own account',
  query: z.object({ cursor: z.optional(LineCursor) }),
  data: z.object({
    list: z.array(Activity),
    /** Ask with it for the next part; null at the end. */
    next: z.nullable(z.string()),
  }),
  errors: [],
})

/** A browser or client that is signed in. */
export const Session = z.object({
  id: z.string(),
  device: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  created_at: Iso,
  /** To within ten minutes. */
  last_seen_at: Iso,
})
export type Session = z.infer<typeof Session>

export const allSessions = call({
  name: 'allSessions',
  method: 'GET',
  path: '/account/sessions/all',
  audience: 'user',
  summary: 'Where the own account is signed in',
  data: z.array(Session),
  errors: [],
})

/** Ends one session; the own one signs out. */
export const endSession = call({
  name: 'endSession',
  method: 'DELETE',
  path: '/account/sessions/{id}',
  audience: 'user',
  summary: 'Signs a browser of one’s own out',
  params: z.object({ id: z.string().check(z.uuid()) }),
  data: z.object({}),
  errors: ['NOT_FOUND'],
})

/** Ends every session but the one that asks. */
export const endOtherSessions = call({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/account/sessions/others',
  audience: 'user',
  summary: 'Signs out everywhere else',
  data: z.object({ ended: z.number() }),
  errors: [],
})
