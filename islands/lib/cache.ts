import type * as z from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import { fingerprint } from './idempotency-keys.ts'
import { isRecord } from './is-record.ts'
import { readMeta } from './meta.ts'
import { deleteStoredReceipts, readStored, removeStored, type StorageArea, writeStored } from './storage.ts'

/** Names with this prefix belong to a user and are removed at login and logout. */
export const userPrefix = 'user:'

/** A cached response; null when there is none, it has expired or is invalid. */
export function readCache<T extends z.ZodMiniType>(name: string, schema: T): z.output<T> | null {
  const entry = readStored('session', `cache:${name}`)
  if (!isRecord(entry) || typeof entry.until !== 'number' || entry.until <= Date.now()) return null
  return parseStored(entry.value, schema)
}

function parseStored<T extends z.ZodMiniType>(stored: unknown, schema: T): z.output<T> | null {
  const parsed = schema.safeParse(stored)
  return parsed.success ? parsed.data : null
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
  const form = readStored('local', `form:${service}`)
  return isRecordOfTexts(form) ? form : null
}

const isRecordOfTexts = (stored: unknown): stored is Record<string, string> =>
  isRecord(stored) && Object.values(stored).every((value) => typeof value === 'string')

/** The last quoted order with its customer's details, per service. */
export const saveOrderDetails = (service: Service, details: unknown): void =>
  writeStored('local', `details:${service}`, details)

export function readOrderDetails<T extends z.ZodMiniType>(service: Service, schema: T): z.output<T> | null {
  return parseStored(readStored('local', `details:${service}`), schema)
}

/**
 * Removed once the success page of the order has loaded, so that Back cannot pay it again. The details of another order
 * remain: it may not be paid yet. Source: ruling D-044.
 */
export function clearOrderDetails(service: Service, reference: string): void {
  const stored = readStored('local', `details:${service}`)
  if (isRecord(stored) && stored.order_reference === reference) removeStored('local', `details:${service}`)
}

/**
 * Removes a user's cached data, kept receipts and order details as soon as the page belongs to another user: after login, logout or
 * an ended session, in every tab, with or without JavaScript.
 * Source: rulings D-044, D-084.
 */
export function clearCacheOnUserChange(): void {
  const user = fingerprint(readMeta('session-token') ?? '')
  if (isUserChanged('session', user)) removeStored('session', `cache:${userPrefix}`)
  if (!isUserChanged('local', user)) return
  removeStored('local', 'details:')
  removeStored('local', userPrefix)
  deleteStoredReceipts()
}

/** True when another user last used this storage; a new one belongs to a guest. */
function isUserChanged(area: StorageArea, user: string): boolean {
  if ((readStored(area, 'person') ?? fingerprint('')) === user) return false
  writeStored(area, 'person', user)
  return true
}

export interface Verification {
  /** The e-mail that waits for its code. */
  email: string
  /** Until when no other code is sent: ms since 1970, null afterwards. */
  until: number | null
}

/** Stored until the e-mail is verified, so that the countdown survives a reload. Source: ruling D-019. */
export const saveVerification = (verification: Verification): void =>
  writeStored('local', 'verification', verification)

export function readVerification(): Verification | null {
  const stored = readStored('local', 'verification')
  if (!isRecord(stored) || typeof stored.email !== 'string') return null
  return { email: stored.email, until: typeof stored.until === 'number' ? stored.until : null }
}

export const clearVerification = (): void => removeStored('local', 'verification')
