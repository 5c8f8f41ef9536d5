import type { Request, Response } from 'express'
import { z } from 'zod'
import { sendText } from '../wire.ts'
import { jsonOf } from './json.ts'
import { errorBody } from './responses.ts'
import type { PaystackSimulator } from './simulator.ts'

/** Whole kobo: text in the documentation, a number in the specification. */
export const Kobo = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])

export const Metadata = z
  .union([z.record(z.string(), z.unknown()), z.string().transform(parseMetadata)])
  .nullish()
  .transform((value) => value ?? null)

function parseMetadata(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** One page of a list, with its metadata. */
export function pageOf<T>(all: readonly T[], { query }: Pick<Request, 'query'>) {
  const perPage = Math.min(Math.max(1, Number(query.perPage ?? 50) || 50), 100)
  const page = Math.max(1, Number(query.page ?? 1) || 1)
  const skippedCount = (page - 1) * perPage
  const pageCount = Math.ceil(all.length / perPage)
  return {
    rows: all.slice(skippedCount, skippedCount + perPage),
    meta: { total: all.length, skipped: skippedCount, perPage, page, pageCount },
  }
}

/** Response helpers of every route. */
export function createResponders({ context }: Pick<PaystackSimulator, 'context'>) {
  const respond = (res: Response, status: number, body: unknown) =>
    sendText(context, res, status, jsonOf(body))
  return {
    respond,
    invalid(res: Response, { issues: [issue] }: z.ZodError) {
      const path = issue?.path.join('.') || 'request'
      return respond(res, 400, errorBody(`Invalid ${path}: ${issue?.message}`, 'invalid_params'))
    },
  }
}
