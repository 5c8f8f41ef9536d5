import type { Request, Response } from 'express'
import { z } from 'zod'
import { koboOf } from '../../../shared/money.ts'
import { sendJson } from '../wire.ts'
import { errorBody } from './responses.ts'
import type { FlutterwaveSimulator } from './simulator.ts'

/** Naira as a number or as text, at most two decimals → whole kobo above 0. */
export const Naira = z
  .union([z.number(), z.string()])
  .transform((value) => Number(koboOf(value) ?? 0n))
  .pipe(z.int().positive())
export const TxRef = z.string().min(1).max(100)
export const Meta = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null)

/** Response helpers of every route. */
export function createResponders({ context }: FlutterwaveSimulator) {
  const respond = (res: Response, status: number, body: unknown) => sendJson(context, res, status, body)
  return {
    respond,
    reject: (res: Response, message: string, status = 400) => respond(res, status, errorBody(message)),
    invalid: (res: Response, { issues: [issue] }: z.ZodError) =>
      respond(res, 400, errorBody(`${issue?.path.join('.') || 'request'} is invalid: ${issue?.message}`)),
  }
}

/** Rows per page. */
const perPage = 10

export function pageOf<T>(rows: readonly T[], { query }: Request): { rows: T[]; meta: object } {
  const page = Math.max(1, Number(query.page ?? 1) || 1)
  const total_pages = Math.ceil(rows.length / perPage)
  return {
    rows: rows.slice((page - 1) * perPage, page * perPage),
    meta: { page_info: { total: rows.length, current_page: page, total_pages } },
  }
}
