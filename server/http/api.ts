import { AsyncResource } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { Logger } from 'pino'
import { apiPrefix } from '../../shared/constants.ts'
import { accessTokenHeader, type Endpoint, versionHeader } from '../../shared/contract.ts'
import { type ErrorCode, errors } from '../../shared/errors.ts'
import { mayUseEndpoint } from '../../shared/management/endpoint-scopes.ts'
import { enrolmentEndpoints } from '../../shared/second-factor.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/index.ts'
import { inLanguage, requestedLanguage } from '../languages/index.ts'
import type { Actor } from './actor.ts'
import { ApiError } from './api-error.ts'
import { authenticate } from './authenticate.ts'
import { jsonBody, rawBody } from './body.ts'
import { compressedText, compressResponses } from './compression.ts'
import { envelopeOf, errorResponseOf, send, sendError, toApiError } from './envelope.ts'
import { idempotencyScope, parseIdempotencyKey, runIdempotent } from './idempotency.ts'
import {
  type InternalContext,
  internalHeader,
  isInvalidInternalHeader,
  verifyInternalHeader,
} from './internal-header.ts'
import { openapi } from './openapi/index.ts'
import type { Caller, FileResponse, HandlerResult, Route } from './route.ts'
import { setApiSecurityHeaders } from './security-headers.ts'
import { httpServerTexts } from './texts.ts'
import { readUpload, type Upload } from './upload.ts'
import type { Webhook } from './webhook.ts'

export interface ApiDeps {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  readonly routes: readonly Route[]
  readonly webhooks?: readonly Webhook[]
  /** Called before a stored response is replayed for a request that carries a PIN. */
  readonly assertPin: AssertPin
  /** False while the database cannot store rows. Default: always true. */
  readonly isWritable?: () => boolean
}

/** Verifies a user's PIN. @throws ApiError if it is wrong */
export type AssertPin = (actor: Actor, pin: string) => Promise<void>

/** Context attached to every API request. */
interface RequestContext {
  id: string
  log: Logger
  internalContext: InternalContext | null
}

/** The API as one handler, mounted at `/api/v1`. Every response is the envelope, including errors. */
export function createApiHandler(deps: ApiDeps): Express {
  const { config, db, log, routes, webhooks = [], assertPin, isWritable = () => true } = deps
  const api = express()
  api.disable('x-powered-by')
  api.disable('etag')
  api.set('trust proxy', config.trustProxy)
  api.set('query parser', 'simple')

  api.use(attachRequestContext(config, log))
  // The web server passes the language that its visitor chose; an API client may send one of our codes.
  api.use((req, _res, next) => inLanguage(requestedLanguage(req.get('accept-language'), config), next))
  api.use(compressResponses)

  const openapiJson = () => JSON.stringify(openapi({ routes, ...config }))
  registerPath(api, '/openapi.json', { GET: [compressedText(openapiJson, 'application/json')] })

  for (const webhook of webhooks)
    registerPath(api, `/webhooks/${webhook.path ?? webhook.provider}`, {
      POST: [rawBody, receiveWebhook(webhook)],
    })
  for (const [path, pathRoutes] of Object.entries(Object.groupBy(routes, ({ endpoint }) => endpoint.path))) {
    const handlers = (pathRoutes ?? []).map((route): [string, RequestHandler[]] => {
      const handler = handleRequest({ db, route, assertPin, requiresSecondFactor: config.mode === 'live' })
      // An upload is read only after the caller is authenticated.
      const bodyParsers = route.endpoint.method === 'GET' || route.endpoint.upload ? [] : [jsonBody]
      const writeChecks = route.endpoint.method === 'GET' ? [] : [requireWritableDatabase(isWritable)]
      return [route.endpoint.method, [...writeChecks, ...bodyParsers, handler]]
    })
    registerPath(api, path.replace(/\{(\w+)\}/g, ':$1'), Object.fromEntries(handlers))
  }

  api.use((_req, _res, next) => next(new ApiError('NOT_FOUND')))
  api.use(handleError)
  return api
}

/**
 * Rejects write requests while the database cannot store rows, so that no customer is sent to pay for an order that
 * cannot be saved.
 */
const requireWritableDatabase =
  (isWritable: () => boolean): RequestHandler =>
  (_req, _res, next) =>
    next(isWritable() ? undefined : new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 }))

/** The API as a standalone server (ROLE=api), with the health and readiness endpoints of a load balancer. */
export function createApiServer({
  api,
  config,
  isReady,
}: {
  api: Express
  config: Config
  isReady: () => Promise<boolean>
}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustProxy)
  app.use(setApiSecurityHeaders(config))
  app.get('/healthz', (_req, res) => send(res, envelopeOf({ message: httpServerTexts.alive() })))
  app.get('/readyz', async (req, res) => {
    if (isInvalidInternalHeader(config.sessionSecret, req.get(internalHeader)))
      sendError(res, new ApiError('NOT_ALLOWED'))
    else if (await isReady()) send(res, envelopeOf({ message: httpServerTexts.ready() }))
    else sendError(res, new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 }))
  })
  app.use(apiPrefix, api)
  app.use((_req, res) => sendError(res, new ApiError('NOT_FOUND')))
  return app
}

/** Registers a path with its methods. Another method gets 405 with `Allow`. */
function registerPath(api: Express, path: string, methods: Partial<Record<string, RequestHandler[]>>): void {
  const apiRoute = api.route(path)
  for (const [method, handlers] of Object.entries(methods)) {
    const name = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    apiRoute[name](setPathPattern(path), ...(handlers ?? []))
  }
  const allow = [...Object.keys(methods), ...(methods.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  apiRoute.all(setPathPattern(path), (req, res, next) => {
    res.set('Allow', allow)
    if (req.method === 'OPTIONS') res.status(204).end()
    else next(new ApiError('METHOD'))
  })
}

/** Logs show the path's pattern only, because a path may contain a secret. */
const setPathPattern =
  (pattern: string): RequestHandler =>
  (_req, res, next) => {
    res.locals.pattern = pattern
    next()
  }

/** Assigns a request id, verifies the internal header and logs the response. */
function attachRequestContext(config: Config, log: Logger): RequestHandler {
  return (req, res, next) => {
    const signedHeader = req.get(internalHeader)
    const internalContext = signedHeader ? verifyInternalHeader(config.sessionSecret, signedHeader) : null
    const clientRequestId = req.get('x-request-id')
    const id =
      internalContext && clientRequestId && /^[\w-]{8,64}$/.test(clientRequestId)
        ? clientRequestId
        : randomUUID()
    const context: RequestContext = { id, log: log.child({ request: id }), internalContext }
    Object.assign(res.locals, context)
    res.set('X-Request-Id', id)
    const startedAt = performance.now()
    // Bound to the request, so that the line names its trace and order.
    const logResponse = AsyncResource.bind(() => {
      const fields = {
        method: req.method,
        path: res.locals.pattern ?? '(none)',
        http: res.statusCode,
        ms: Math.round(performance.now() - startedAt),
      }
      if (!res.writableFinished) context.log.info(fields, 'client disconnected before the response was sent')
      else context.log.info(fields, 'request completed')
    })
    res.once('close', logResponse)
    next()
  }
}

const requestContextOf = (res: Response): RequestContext => res.locals as RequestContext

function receiveWebhook(webhook: Webhook): RequestHandler {
  return async (req, res) => {
    const { id, log, internalContext } = requestContextOf(res)
    const raw = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
    const {
      http,
      text = '',
      type = 'text',
    } = await webhook.receive({
      raw,
      headers: req.headers,
      params: req.params as Record<string, string>,
      ip: internalContext?.ip || (req.ip ?? ''),
      requestId: id,
      log,
    })
    res.status(http).set('Cache-Control', 'no-store').type(type).send(text)
  }
}

/** The value of an entity tag, without quotes. */
const withoutQuotes = (tag: string | undefined): string | undefined => tag?.replace(/^"(.*)"$/, '$1')

function handleRequest({
  db,
  route,
  assertPin,
  requiresSecondFactor,
}: Pick<ApiDeps, 'db' | 'assertPin'> & {
  route: Route
  /** Managers without a second factor can only set it up. */
  requiresSecondFactor: boolean
}): RequestHandler {
  const { endpoint } = route
  return async (req, res) => {
    const { id, log, internalContext } = requestContextOf(res)
    const actor = await authenticate(db.q, req.get('authorization'))
    assertAudience(endpoint, actor, { requiresSecondFactor })
    const caller: Caller = {
      actor,
      sessionHash: digestOf(internalContext?.session),
      deviceIdHash: digestOf(internalContext?.device),
      ip: internalContext?.ip || (req.ip ?? ''),
      accessToken: (endpoint.acceptsAccessToken && req.get(accessTokenHeader)) || null,
      version: (endpoint.requiresVersion && withoutQuotes(req.get(versionHeader))) || null,
      idempotencyKey: endpoint.requiresIdempotencyKey
        ? parseIdempotencyKey(req.get('idempotency-key'))
        : null,
      requestId: id,
      log,
      ...(endpoint.upload && {
        file: await readUpload(req, res, endpoint.upload, endpoint.body !== undefined),
      }),
    }
    if (caller.idempotencyKey === null) return sendResult(res, await route.handle(req, res, caller))
    const fingerprint = {
      params: req.params,
      query: req.query,
      body: withoutPin(req.body),
      ...(caller.file && { file: contentOf(caller.file) }),
    }
    const { allowsConcurrentRetry = false } = endpoint
    const beforeReplay = () => assertPinBeforeReplay(req.body, actor, assertPin)
    const idempotentRequest = {
      scope: idempotencyScope(endpoint.name, callerScope(caller)),
      key: caller.idempotencyKey,
      fingerprint,
      allowsConcurrentRetry,
      beforeReplay,
    }
    send(res, await runIdempotent(db, idempotentRequest, () => toStoredResponse(route, req, res, caller)))
  }
}

const digestOf = (id: string | undefined): Buffer | null =>
  id ? createHash('sha256').update(id).digest() : null

/** A file in the request's digest: its name and the digest of its bytes. */
const contentOf = ({ name, bytes }: Upload) => ({
  name,
  sha256: createHash('sha256').update(bytes).digest('base64url'),
})

/**
 * Replaces the PIN by a flag: the request's digest is stored with its key, and a PIN could be guessed from a digest.
 */
function withoutPin(body: unknown): unknown {
  return hasPin(body) ? { ...body, auth_pin: true } : body
}

/** A stored response to a request with a PIN is replayed to its owner only. @throws ApiError for a wrong PIN */
async function assertPinBeforeReplay(
  body: unknown,
  actor: Actor | null,
  assertPin: AssertPin,
): Promise<void> {
  if (!hasPin(body)) return
  if (!actor || typeof body.auth_pin !== 'string') throw new ApiError('PIN_WRONG', { field: 'auth_pin' })
  await assertPin(actor, body.auth_pin)
}

const hasPin = (body: unknown): body is { auth_pin: unknown } =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && 'auth_pin' in body

function assertAudience(
  endpoint: Endpoint,
  actor: Actor | null,
  { requiresSecondFactor }: { requiresSecondFactor: boolean },
): void {
  if (endpoint.audience === 'anyone') return
  if (!actor) throw new ApiError('SIGN_IN')
  if (endpoint.audience === 'verified' && !actor.emailVerified) throw new ApiError('VERIFY_FIRST')
  if (endpoint.audience !== 'manager') return
  if (actor.role !== 'manager') throw new ApiError('NOT_ALLOWED')
  if (requiresSecondFactor && actor.lacksSecondFactor && !enrolmentEndpoints.includes(endpoint.name))
    throw new ApiError('SECOND_FACTOR_REQUIRED')
  if (!mayUseEndpoint(actor.scopes ?? [], endpoint.name)) throw new ApiError('SCOPE_MISSING')
}

const callerScope = ({ actor, sessionHash }: Caller): string =>
  actor ? `user ${actor.userId}` : sessionHash ? `session ${sessionHash.toString('base64url')}` : 'anonymous'

/** Errors that are not final: the same request can be repeated with the right PIN. */
const nonFinalCodes: readonly ErrorCode[] = ['PIN_WRONG', 'PIN_NOT_SET', 'PIN_LOCKED']

/**
 * The response to store for an idempotent request. An ApiError is a final response; an internal error or wrong PIN is
 * not.
 */
async function toStoredResponse(route: Route, req: Request, res: Response, caller: Caller) {
  try {
    const result = await route.handle(req, res, caller)
    if ('file' in result) throw new Error(`${route.endpoint.name} is idempotent and cannot return a file`)
    return envelopeOf(result)
  } catch (error) {
    if (!(error instanceof ApiError) || error.retryAfterSeconds !== undefined) throw error
    if (nonFinalCodes.includes(error.code)) throw error
    return errorResponseOf(error)
  }
}

function sendResult(res: Response, result: HandlerResult | FileResponse): void {
  if (res.headersSent) return
  if ('file' in result) {
    res.set('Cache-Control', 'no-store').attachment(result.name).type(result.type).send(result.file)
  } else {
    send(res, envelopeOf(result), result.cacheSeconds)
  }
}

/** Error handler: responds with the envelope and without internal details. */
const handleError: ErrorRequestHandler = (error, _req, res, _next) => {
  const apiError = toApiError(error)
  if (apiError.http === errors.INTERNAL_ERROR.status)
    requestContextOf(res).log.error({ err: error }, 'request failed')
  if (res.headersSent) res.destroy()
  else sendError(res, apiError)
}
