import * as z from 'zod/mini'
import { type Service, services } from '../../shared/constants.ts'
import { drop, read, write } from './storage.ts'

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

/** At login and logout: what belongs to a person, and the details of orders begun as somebody else. */
export function dropUserCaches(): void {
  drop('session', `cache:${ofUser}`)
  for (const service of services) forgetDetails(service)
}
