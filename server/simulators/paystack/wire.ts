import type { Response } from 'express'
import { z } from 'zod'
import { answerText } from '../wire.ts'
import { refusal } from './answers.ts'
import type { Desk } from './desk.ts'
import { jsonOf } from './json.ts'

/** Whole kobo: their documents show it as text, their specification as a number. */
export const Kobo = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])

export const Metadata = z
  .union([z.record(z.string(), z.unknown()), z.string().transform(readMetadata)])
  .nullish()
  .transform((it) => it ?? null)

function readMetadata(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** What every route answers with. */
export function sayingOf({ ground }: Desk) {
  const say = (res: Response, status: number, body: unknown) => answerText(ground, res, status, jsonOf(body))
  return {
    say,
    invalid(res: Response, { issues: [issue] }: z.ZodError) {
      const where = issue?.path.join('.') || 'request'
      return say(res, 400, refusal(`Invalid ${where}: ${issue?.message}`, 'invalid_params'))
    },
  }
}
