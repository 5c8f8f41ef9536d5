import * as z from 'zod/mini'
import { defineEndpoint } from '../contract.ts'
import { IsoTimestamp } from '../fields.ts'
import { OrderReference } from '../references.ts'

/** Kinds of results, in the order of their groups. */
export const searchKinds = [
  'order',
  'payment',
  'top_up',
  'user',
  'meter',
  'phone',
  'ticket',
  'record',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** The longest group of results. */
export const maxSearchResults = 5
/** A text with fewer letters and digits is not searched. */
export const minSearchLength = 3
export const isSearchable = (text: string): boolean => text.replace(/[\s-]/g, '').length >= minSearchLength

export const SearchResult = z.object({
  kind: z.enum(searchKinds),
  /** Reference, uniqueid or number: what the result is found and named by. */
  key: z.string(),
  /** Product, customer, number: what distinguishes the result from others. */
  details: z.array(z.string()),
  /** The order that the result belongs to; null without one. */
  order_reference: z.nullable(OrderReference),
  created_at: z.nullable(IsoTimestamp),
})
export type SearchResult = z.infer<typeof SearchResult>

/**
 * Searches everything that a customer can quote, by any part and in any word order, in the whole history. A new row is
 * found immediately. Kinds whose list the manager's scopes do not admit are left out.
 */
export const searchRecords = defineEndpoint({
  name: 'searchRecords',
  method: 'GET',
  path: '/management/search',
  audience: 'manager',
  summary: 'Searches orders, payments, top-ups, users, meters, phones, tickets and manual records',
  query: z.object({
    q: z.string().check(z.trim(), z.minLength(minSearchLength), z.maxLength(100), z.refine(isSearchable)),
  }),
  data: z.array(SearchResult),
})
