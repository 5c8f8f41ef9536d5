import type { Request, Response } from 'express'
import { z } from 'zod'
import { koboOf } from '../../../shared/money.ts'
import { answer } from '../wire.ts'
import { refusal } from './answers.ts'
import type { Desk } from './desk.ts'

/** Naira as a number or as text, at most two decimals → whole kobo above 0. */
export const Naira = z
  .union([z.number(), z.string()])
  .transform((it) => Number(koboOf(it) ?? 0n))
  .pipe(z.int().positive())
export const TxRef = z.string().min(1).max(100)
export const Meta = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((it) => it ?? null)

/** What every route answers with. */
export function sayingOf({ ground }: Desk) {
  const say = (res: Response, status: number, body: unknown) => answer(ground, res, status, body)
  return {
    say,
    refuse: (res: Response, message: string, status = 400) => say(res, status, refusal(message)),
    invalid: (res: Response, { issues: [issue] }: z.ZodError) =>
      say(res, 400, refusal(`${issue?.path.join('.') || 'request'} is invalid: ${issue?.message}`)),
  }
}

/** So many rows stand on a page. */
const perPage = 10

export function pageOf<T>(rows: readonly T[], { query }: Request): { rows: T[]; meta: object } {
  const page = Math.max(1, Number(query.page ?? 1) || 1)
  const total_pages = Math.ceil(rows.length / perPage)
  return {
    rows: rows.slice((page - 1) * perPage, page * perPage),
    meta: { page_info: { total: rows.length, current_page: page, total_pages } },
  }
}
