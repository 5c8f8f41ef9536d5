import express, { type RequestHandler } from 'express'
import { ApiError } from './api-error.ts'
import { ipNetworkOf } from './ip-network.ts'

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

const raw = express.raw({ limit: maxWebhookBytes, type: () => true })

/** Bodies that one process reads concurrently before it can verify their signatures, and the time for each. */
export const maxWebhookReads = 100
/** Of them, those of one client. */
export const maxWebhookReadsOfClient = 20
const webhookReadTimeoutMs = 10_000
let webhookReads = 0
/** By IP network. */
const webhookReadsOfClients = new Map<string, number>()

/**
 * The raw request body, for signature verification. Any client can send one, so their number and duration are limited,
 * and no client can take all of them.
 * Polls and scans find payments and deposits whose webhook is not sent again.
 * @throws ApiError UNAVAILABLE, and the parser's 400 and 413
 */
export const rawBody: RequestHandler = (req, res, next) => {
  const client = ipNetworkOf(req.ip ?? '')
  const clientReads = webhookReadsOfClients.get(client) ?? 0
  if (webhookReads >= maxWebhookReads || clientReads >= maxWebhookReadsOfClient)
    return next(new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 }))
  startRead(client)
  const timeout = setTimeout(() => req.destroy(), webhookReadTimeoutMs)
  let isReading = true
  const end = () => {
    if (!isReading) return
    isReading = false
    clearTimeout(timeout)
    endRead(client)
  }
  // Also when the client closes the connection.
  res.once('close', end)
  raw(req, res, (error?: unknown) => {
    end()
    next(error)
  })
}

function startRead(client: string): void {
  webhookReads += 1
  webhookReadsOfClients.set(client, (webhookReadsOfClients.get(client) ?? 0) + 1)
}

function endRead(client: string): void {
  webhookReads -= 1
  const clientReads = (webhookReadsOfClients.get(client) ?? 0) - 1
  if (clientReads > 0) webhookReadsOfClients.set(client, clientReads)
  else webhookReadsOfClients.delete(client)
}

/**
 * Keeps a number as text if JavaScript would change its value (1e3, 100.00000000000000001), so that a money field
 * rejects it.
 */
function keepInexactNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && (/e/i.test(source) || source.length > 17) ? source : value
}
