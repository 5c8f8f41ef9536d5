import express, { type RequestHandler } from 'express'
import { ApiError } from './api-error.ts'

const maxBytes = 100 * 1024
/** A provider's webhook may contain a list of transactions. */
const maxWebhookBytes = 1024 * 1024

const json = express.json({ limit: maxBytes, type: () => true, reviver: keepInexactNumbers })

/** Parses a JSON body. @throws ApiError NOT_JSON, and the parser's 400 and 413 */
export const jsonBody: RequestHandler = (req, res, next) => {
  const isEmpty = !req.headers['transfer-encoding'] && Number(req.headers['content-length'] ?? 0) === 0
  if (isEmpty) {
    req.body = {}
    return next()
  }
  if (!req.is(['application/json', 'application/*+json'])) return next(new ApiError('NOT_JSON'))
  return json(req, res, next)
}

/** The raw request body, for signature verification. */
export const rawBody: RequestHandler = express.raw({ limit: maxWebhookBytes, type: () => true })

/**
 * Keeps a number as text if JavaScript would change its value (1e3, 100.00000000000000001), so that a money field
 * rejects it.
 */
function keepInexactNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && (/e/i.test(source) || source.length > 17) ? source : value
}
