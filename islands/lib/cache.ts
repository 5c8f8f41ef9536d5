import * as z from 'zod/mini'
import { type Service, services } from '../../shared/constants.ts'
import { fingerprint } from './idempotency-keys.ts'
import { readMeta } from './meta.ts'
import { deleteStoredReceipts, readStored, removeStored, type StorageArea, writeStored } from './storage.ts'

const Entry = z.object({ until: z.number(), value: z.unknown() })
const StoredForm = z.record(z.string(), z.string())

/** Names with this prefix belong to a user and are removed at login and logout. */
export const userPrefix = 'user:'

/** A cached response; null when there is none, it has expired or is invalid. */
export function readCache<T extends z.ZodMiniType>(name: string, schema: T): z.output<T> | null {
  const entry = z.safeParse(Entry, readStored('session', `cache:${name}`))
  if (!entry.success || entry.data.until <= Date.now()) return null
  const value = z.safeParse(schema, entry.data.value)
  return value.success ? value.data : null
}

/** Caches a response in session storage. Empty ones are never cached: they would hide a service for hours. */
export function writeCache(name: string, lifetimeMs: number, value: unknown): void {
  if (isEmpty(value)) return
  writeStored('session', `cache:${name}`, { until: Date.now() + lifetimeMs, value })
}

export const clearCache = (name: string): void => removeStored('session', `cache:${name}`)

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The last sent form, per service: prefills the next one. Source: specification 1, section 3. */
export const saveFormValues = (service: Service, values: Record<string, string>): void =>
  writeStored('local', `form:${service}`, values)

export function readFormValues(service: Service): Record<string, string> | null {
  const form = z.safeParse(StoredForm, readStored('local', `form:${service}`))
  return form.success ? form.data : null
}

/** The last quoted order with its customer's details, per service. */
export const saveOrderDetails = (service: Service, details: unknown): void =>
  writeStored('local', `details:${service}`, details)

export function readOrderDetails<T extends z.ZodMiniType>(service: Service, schema: T): z.output<T> | null {
  const details = z.safeParse(schema, readStored('local', `details:${service}`))
  return details.success ? details.data : null
}

/** Removed once the success page has loaded, so that Back cannot pay the same order again. Source: D-044. */
export const clearOrderDetails = (service: Service): void => removeStored('local', `details:${service}`)

/**
 * Removes a user's cached data, kept receipts and order details as soon as the page belongs to another user: after login, logout or
 * an ended session, in every tab, with or without JavaScript.
 * Source: rulings D-044, D-084.
 */
export function clearCacheOnUserChange(): void {
  const user = fingerprint(readMeta('session-token') ?? '')
  if (isUserChanged('session', user)) removeStored('session', `cache:${userPrefix}`)
  if (!isUserChanged('local', user)) return
  for (const service of services) clearOrderDetails(service)
  removeStored('local', userPrefix)
  deleteStoredReceipts()
}

/** True when another user last used this storage; a new one belongs to a guest. */
function isUserChanged(area: StorageArea, user: string): boolean {
  if ((readStored(area, 'person') ?? fingerprint('')) === user) return false
  writeStored(area, 'person', user)
  return true
}

const Verification = z.object({ email: z.string(), until: z.nullable(z.number()) })
/** The e-mail that waits for its code, and until when no other code is sent: ms since 1970, null afterwards. */
export type Verification = z.infer<typeof Verification>

/** Stored until the e-mail is verified, so that the countdown survives a reload. Source: ruling D-019. */
export const saveVerification = (verification: Verification): void =>
  writeStored('local', 'verification', verification)

export function readVerification(): Verification | null {
  const verification = z.safeParse(Verification, readStored('local', 'verification'))
  return verification.success ? verification.data : null
}

export const clearVerification = (): void => removeStored('local', 'verification')
