import express, { type RequestHandler } from 'express'
import { Refused } from './refused.ts'

const mostBytes = 100 * 1024
/** A provider's webhook may bring a list of transactions. */
const mostWebhookBytes = 1024 * 1024

const json = express.json({ limit: mostBytes, type: () => true, reviver: exact })

/** Reads a JSON body. @throws Refused NOT_JSON, and the parser's 400 and 413 */
export const jsonBody: RequestHandler = (req, res, next) => {
  const empty = !req.headers['transfer-encoding'] && Number(req.headers['content-length'] ?? 0) === 0
  if (empty) {
    req.body = {}
    return next()
  }
  if (!req.is(['application/json', 'application/*+json'])) return next(new Refused('NOT_JSON'))
  return json(req, res, next)
}

/** The bytes as they came, for a signature over them. */
export const rawBody: RequestHandler = express.raw({ limit: mostWebhookBytes, type: () => true })

/**
 * A number that JavaScript would read as something else than was written (1e3, 100.00000000000000001)
 * stays text, so that a field of money refuses it instead of guessing.
 */
function exact(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && (/e/i.test(source) || source.length > 17) ? source : value
}
