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
import type { Call } from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/index.ts'
import type { Actor } from './actor.ts'
import { authenticate } from './authenticate.ts'
import { jsonBody, rawBody } from './body.ts'
import { envelopeOf, refusalOf, refusedBy, send, sendRefused } from './envelope.ts'
import { once, readKey } from './idempotency.ts'
import { openapi } from './openapi.ts'
import { answersPacked, packs } from './packed.ts'
import { Refused } from './refused.ts'
import type { Caller, Document, Route, Told } from './route.ts'
import { isStranger, readShell, type ShellWord, shellHeader } from './shell-header.ts'
import { readUpload } from './upload.ts'
import type { Webhook } from './webhook.ts'

export interface ApiParts {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  readonly routes: readonly Route[]
  readonly webhooks?: readonly Webhook[]
}

/** What every request of the API carries from its first moment. */
interface Carried {
  id: string
  log: Logger
  shell: ShellWord | null
}

/** The API as one handler, to be mounted at `/api/v1`. Every answer is the envelope, errors included. */
export function createApi({ config, db, log, routes, webhooks = [] }: ApiParts): Express {
  const api = express()
  api.disable('x-powered-by')
  api.disable('etag')
  api.set('trust proxy', config.trustProxy)
  api.set('query parser', 'simple')

  api.use(carry(config, log))
  api.use((_req, res, next) => {
    res.set('X-Content-Type-Options', 'nosniff')
    next()
  })

  api.use(packs)

  const document = openapi({ routes, brandName: config.brandName, appUrl: config.appUrl })
  atPath(api, '/openapi.json', { GET: [answersPacked(JSON.stringify(document), 'application/json')] })

  for (const webhook of webhooks)
    atPath(api, `/webhooks/${webhook.party}`, { POST: [rawBody, receives(webhook)] })
  for (const [path, some] of Object.entries(Object.groupBy(routes, ({ call }) => call.path))) {
    const handlers = (some ?? []).map((route): [string, RequestHandler[]] => {
      const answers = answersCall({ db, route })
      // A file is read only once it is known who sends it.
      const reads = route.call.method === 'GET' || route.call.upload ? [] : [jsonBody]
      return [route.call.method, [...reads, answers]]
    })
    atPath(api, path.replace(/\{(\w+)\}/g, ':$1'), Object.fromEntries(handlers))
  }

  api.use((_req, _res, next) => next(new Refused('NOT_FOUND')))
  api.use(answersFailure)
  return api
}

/** The API as a server of its own (ROLE=api): mounted, with the two questions that a load balancer asks. */
export function apiAlone({
  api,
  config,
  ready,
}: {
  api: Express
  config: Config
  ready: () => Promise<boolean>
}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustProxy)
  app.get('/healthz', (_req, res) => send(res, envelopeOf({ message: 'The process is up.' })))
  app.get('/readyz', async (req, res) => {
    if (isStranger(config.sessionSecret, req.get(shellHeader))) sendRefused(res, new Refused('NOT_ALLOWED'))
    else if (await ready()) send(res, envelopeOf({ message: 'Ready.' }))
    else sendRefused(res, new Refused('UNAVAILABLE', { retryAfterSeconds: 5 }))
  })
  app.use(apiPrefix, api)
  app.use((_req, res) => sendRefused(res, new Refused('NOT_FOUND')))
  return app
}

/** One path and its methods; another method is told which there are. */
function atPath(api: Express, path: string, methods: Partial<Record<string, RequestHandler[]>>): void {
  const at = api.route(path)
  for (const [method, handlers] of Object.entries(methods)) {
    const name = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    at[name](names(path), ...(handlers ?? []))
  }
  const allow = [...Object.keys(methods), ...(methods.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  at.all(names(path), (req, res, next) => {
    res.set('Allow', allow)
    if (req.method === 'OPTIONS') res.status(204).end()
    else next(new Refused('METHOD'))
  })
}

/** A path may hold a secret, so the log knows it by its pattern alone. */
const names =
  (pattern: string): RequestHandler =>
  (_req, res, next) => {
    res.locals.pattern = pattern
    next()
  }

/** Gives the request an id, reads what the shell says of the browser, and logs how it ended. */
function carry(config: Config, log: Logger): RequestHandler {
  return (req, res, next) => {
    const signed = req.get(shellHeader)
    const shell = signed ? readShell(config.sessionSecret, signed) : null
    const given = req.get('x-request-id')
    const id = shell && given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    const carried: Carried = { id, log: log.child({ request: id }), shell }
    Object.assign(res.locals, carried)
    res.set('X-Request-Id', id)
    const began = performance.now()
    res.once('close', () => {
      const line = {
        method: req.method,
        path: res.locals.pattern ?? '(none)',
        http: res.statusCode,
        ms: Math.round(performance.now() - began),
      }
      if (!res.writableFinished) carried.log.info(line, 'the caller left before the answer')
      else carried.log.info(line, 'answered')
    })
    next()
  }
}

const carriedBy = (res: Response): Carried => res.locals as Carried

function receives(webhook: Webhook): RequestHandler {
  return async (req, res) => {
    const { log } = carriedBy(res)
    const raw = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
    const { http, text = '', type = 'text' } = await webhook.receive({ raw, headers: req.headers, log })
    res.status(http).set('Cache-Control', 'no-store').type(type).send(text)
  }
}

function answersCall({ db, route }: { db: Database; route: Route }): RequestHandler {
  const { call } = route
  return async (req, res) => {
    const { id, log, shell } = carriedBy(res)
    const actor = await authenticate(db.q, req.get('authorization'))
    guard(call, actor)
    const caller: Caller = {
      actor,
      session: shell?.session ? createHash('sha256').update(shell.session).digest() : null,
      client: shell?.ip || (req.ip ?? ''),
      key: call.keyed ? readKey(req.get('idempotency-key')) : null,
      request: id,
      log,
      ...(call.upload && { file: await readUpload(req, res, call.upload, call.body !== undefined) }),
    }
    if (caller.key === null) return finish(res, await route.answer(req, res, caller))
    const asked = { params: req.params, query: req.query, body: withoutPin(req.body) }
    const { repeatable = false } = call
    const intention = { scope: `${call.name} ${whose(caller)}`, key: caller.key, asked, repeatable }
    send(res, await once(db, intention, () => sentBy(route, req, res, caller)))
  }
}

/** A digest of a request is kept with its key, and a PIN is short enough to be guessed from one. */
function withoutPin(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { auth_pin: _, ...rest } = body as Record<string, unknown>
  return rest
}

function guard(call: Call, actor: Actor | null): void {
  if (call.audience === 'anyone') return
  if (!actor) throw new Refused('SIGN_IN')
  if (call.audience === 'verified' && !actor.verified) throw new Refused('VERIFY_FIRST')
  if (call.audience === 'manager' && actor.role !== 'manager') throw new Refused('NOT_ALLOWED')
}

const whose = ({ actor, session }: Caller): string =>
  actor ? `user ${actor.userId}` : session ? `session ${session.toString('base64url')}` : 'nobody'

/** A keyed call's answer as it will be remembered: a refusal is an answer, a failure is not. */
async function sentBy(route: Route, req: Request, res: Response, caller: Caller) {
  try {
    const told = await route.answer(req, res, caller)
    if ('file' in told) throw new Error(`${route.call.name} takes a key and answers a file`)
    return envelopeOf(told)
  } catch (error) {
    if (error instanceof Refused && error.retryAfterSeconds === undefined) return refusalOf(error)
    throw error
  }
}

function finish(res: Response, told: Told | Document): void {
  if (res.headersSent) return
  if ('file' in told) {
    res.set('Cache-Control', 'no-store').attachment(told.name).type(told.type).send(told.file)
  } else {
    send(res, envelopeOf(told), told.keepSeconds)
  }
}

/** The last word of every request that did not answer: the envelope, and nothing that tells how we work. */
const answersFailure: ErrorRequestHandler = (error, _req, res, _next) => {
  const refused = refusedBy(error)
  if (refused.http === errors.OURS.status) carriedBy(res).log.error({ err: error }, 'a call failed')
  if (res.headersSent) res.destroy()
  else sendRefused(res, refused)
}
