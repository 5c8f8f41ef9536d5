import * as z from 'zod/mini'
import { type Service, services } from '../../shared/constants.ts'
import { fingerprint } from './keys.ts'
import { readMeta } from './meta.ts'
import { type Area, drop, read, write } from './storage.ts'

const Entry = z.object({ until: z.number(), value: z.unknown() })
const StoredForm = z.record(z.string(), z.string())

/** Names that begin with this belong to a person and go at login and logout. */
export const ofUser = 'user:'

/** A remembered answer, while it lives; null when there is none, it is too old or it cannot be read. */
export function recall<T extends z.ZodMiniType>(name: string, schema: T): z.output<T> | null {
  const entry = z.safeParse(Entry, read('session', `cache:${name}`))
  if (!entry.success || entry.data.until <= Date.now()) return null
  const value = z.safeParse(schema, entry.data.value)
  return value.success ? value.data : null
}

/** Remembers an answer in session storage. An empty one is never kept: it would hide a service for hours. */
export function remember(name: string, lifetimeMs: number, value: unknown): void {
  if (isEmpty(value)) return
  write('session', `cache:${name}`, { until: Date.now() + lifetimeMs, value })
}

export const forget = (name: string): void => drop('session', `cache:${name}`)

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The last form sent, per service: prefills the next one. Source: specification 1, section 3. */
export const saveForm = (service: Service, values: Record<string, string>): void =>
  write('local', `form:${service}`, values)

export function readForm(service: Service): Record<string, string> | null {
  const form = z.safeParse(StoredForm, read('local', `form:${service}`))
  return form.success ? form.data : null
}

/** The customer details of the last lookup, per service. */
export const saveDetails = (service: Service, details: unknown): void =>
  write('local', `details:${service}`, details)

export function readDetails<T extends z.ZodMiniType>(service: Service, schema: T): z.output<T> | null {
  const details = z.safeParse(schema, read('local', `details:${service}`))
  return details.success ? details.data : null
}

/** Dropped once the success page has loaded, so that Back cannot pay the same order again. Source: D-044. */
export const forgetDetails = (service: Service): void => drop('local', `details:${service}`)

/**
 * Drops what belongs to a person, and the details of orders begun as somebody else, as soon as this page
 * is somebody else's: after a login, a logout, an ended session, in every tab, with script or without.
 * Source: decisions D-044, D-084.
 */
export function noticePerson(): void {
  const now = fingerprint(readMeta('api-token') ?? '')
  if (isNews('session', now)) drop('session', `cache:${ofUser}`)
  if (!isNews('local', now)) return
  for (const service of services) forgetDetails(service)
  drop('local', ofUser)
}

/** True when this storage was last used by somebody else; a new one is a guest's. */
function isNews(area: Area, now: string): boolean {
  if ((read(area, 'person') ?? fingerprint('')) === now) return false
  write(area, 'person', now)
  return true
}

const Verification = z.object({ email: z.string(), until: z.nullable(z.number()) })
/** Which e-mail waits for its code, and until when no other is sent: ms since 1970, null once it is over. */
export type Verification = z.infer<typeof Verification>

/** Kept until the e-mail is proved, so that the countdown survives a reload. Source: decision D-019. */
export const saveVerification = (verification: Verification): void =>
  write('local', 'verification', verification)

export function readVerification(): Verification | null {
  const verification = z.safeParse(Verification, read('local', 'verification'))
  return verification.success ? verification.data : null
}

export const forgetVerification = (): void => drop('local', 'verification')
