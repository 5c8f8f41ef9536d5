import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { Logger } from 'pino'
import sirv from 'sirv'
import { apiPrefix } from '../../shared/constants.ts'
import { errors } from '../../shared/errors.ts'
import { dashboard, login } from '../../shared/pages.ts'
import type { Config } from '../config.ts'
import { isStranger, readShell, shellHeader, signShell } from '../http/index.ts'
import { apiClient } from './api-client.ts'
import { apiFront } from './api-front.ts'
import { type Assets, builtAssets } from './assets.ts'
import { csrf as csrfOf } from './csrf.ts'
import { pageHeaders } from './headers.ts'
import { noteOf } from './order-pages.ts'
import { isForeign } from './origin.ts'
import type { Fields, Form, Page, Shown, Site, Visit } from './page.ts'
import { forms, notFoundPage, pages, troublePage } from './pages.ts'
import { passOn } from './proxy.ts'
import { renderer, sendPage } from './render.ts'
import { type Session, sessions as sessionsOf } from './session.ts'
import { siteData } from './site-data.ts'
import { tokenKeeper } from './token-keeper.ts'
import { upstreamReady } from './upstream.ts'
import { wellKnown } from './well-known.ts'

export type { Assets } from './assets.ts'
export { builtAssets } from './assets.ts'

const root = join(import.meta.dirname, '../..')
/** A posted form of ours is far below this. */
const formLimit = '20kb'
/** A longer value is none of ours: in an address, and in a posted form, which may hold a report of a problem. */
const longestValue = { query: 500, field: 4_000 } as const

export interface ShellParts {
  config: Config
  /** Origin at which the shell calls the API: the upstream's, or this process's own loopback address. */
  apiOrigin: string
  /** The API mounted here; absent when `config.apiUpstream` names another origin. */
  api?: RequestHandler
  /** True while the API here can serve. With an upstream its own /readyz is asked. */
  ready?: () => Promise<boolean>
  log: Logger
  /** The built islands; read from dist unless given. */
  assets?: Assets
  /** The development server, which serves modules and reloads pages. */
  reload?: RequestHandler
}

/** The web shell: pages, sealed session, CSRF, CSP, static files, and the way to the API. */
export async function webShell(parts: ShellParts): Promise<Express> {
  const { config, log } = parts
  const secure = config.appUrl.startsWith('https:')
  const assets = parts.assets ?? (await builtAssets(root))
  const sessions = sessionsOf({ secret: config.sessionSecret, secure })
  const csrf = csrfOf(config.sessionSecret)
  const sign = ({ ip, session }: { ip: string; session: string }) =>
    signShell(config.sessionSecret, { ip, session, at: Date.now() })
  const client = apiClient({ origin: parts.apiOrigin, sign, log })
  const reloading = parts.reload !== undefined
  const render = renderer({ root, config, assets, reloading, log })
  const site: Site = { config, api: client, data: siteData(client), csrf: render.csrf }

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustProxy)
  app.set('query parser', 'simple')

  const visitOf = (req: Request, session: Session): Visit => {
    const query = shortTexts(req.query, longestValue.query)
    return {
      query,
      params: shortTexts(req.params, longestValue.query),
      caller: { ip: req.ip ?? '', session: session.id, token: session.token },
      every: {
        signedIn: session.token !== '',
        simulated: config.mode === 'simulated',
        brandName: config.brandName,
        note: noteOf(query.note),
      },
    }
  }
  const answer = async (
    req: Request,
    res: Response,
    page: Page,
    session: Session,
    visit: Visit,
    shown: Shown,
  ) => {
    if (shown.is === 'elsewhere') {
      if (shown.token !== undefined) sessions.replace(res, shown.token)
      return void res.set('Cache-Control', 'no-store').redirect(303, shown.to)
    }
    const { refreshAlways: again } = shown
    if (again) res.set('Refresh', `${again.seconds}; url=${again.to}`)
    const template = await render.make(page, visit.every, shown)
    const { name } = shown.person ? sessions.rename(res, session, shown.person) : session
    const fillings = { csrf: csrf.tokenFor(session.id), token: session.token, person: name || 'Your account' }
    const personal = page.personal || session.token !== '' || req.method === 'POST'
    await sendPage(req, res, { http: shown.http ?? 200, template, fillings, personal })
  }
  const show = async (req: Request, res: Response, page: Page) => {
    const session = sessions.open(req, res)
    const lead = leadByAudience(page, session)
    if (lead) return void res.set('Cache-Control', 'no-store').redirect(303, lead)
    const visit = visitOf(req, session)
    await answer(req, res, page, session, visit, await page.load(visit, site))
  }
  const submit = async (req: Request, res: Response, form: Form, page: Page) => {
    if (isForeign(req, config.appUrl))
      return show(req, res, troublePage(errors.NOT_ALLOWED.status, errors.NOT_ALLOWED.says))
    const session = sessions.open(req, res)
    const visit = visitOf(req, session)
    const { _csrf, ...fields } = shortTexts(req.body, longestValue.field)
    const shown = csrf.fits(session.id, _csrf)
      ? await form.submit(visit, fields, site)
      : await form.again(visit, fields, site, {
          http: errors.PAGE_EXPIRED.status,
          message: errors.PAGE_EXPIRED.says,
          errors: {},
        })
    await answer(req, res, page, session, visit, shown)
  }

  app.get('/healthz', (_, res) => void res.json({ status: 'success', message: 'The process is up.' }))
  const ready = parts.ready ?? upstreamReady({ origin: parts.apiOrigin, sign, log })
  app.get('/readyz', async (req, res) => {
    const { status, says } = errors.UNAVAILABLE
    if (isStranger(config.sessionSecret, req.get(shellHeader)))
      res.status(errors.NOT_ALLOWED.status).json({ status: 'error', message: errors.NOT_ALLOWED.says })
    else if (await ready()) res.json({ status: 'success', message: 'Ready.' })
    else res.status(status).json({ status: 'error', message: says })
  })

  const front = apiFront({
    appUrl: config.appUrl,
    sessions,
    csrf,
    sign,
    isOurs: (header) => readShell(config.sessionSecret, header) !== null,
  })
  const api = parts.api ?? passOn({ target: parts.apiOrigin, under: apiPrefix, log })
  app.use(apiPrefix, front, tokenKeeper(sessions), api)
  if (config.mode === 'simulated')
    app.use('/simulators', passOn({ target: config.simulatorsUrl, under: '/simulators', log }))

  app.use(pageHeaders({ secure, reloading }))
  if (assets.folder)
    app.use(
      '/assets',
      sirv(assets.folder, { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000, etag: true }),
    )
  app.use('/logos', sirv(join(import.meta.dirname, 'public/logos'), { maxAge: 86_400, etag: true }))
  app.use(wellKnown(config))
  if (parts.reload) app.use(parts.reload)

  app.get('/session', (req, res) => {
    res.set('Cache-Control', 'no-store')
    if (isForeign(req, config.appUrl))
      return void res.status(403).json({ status: 'error', message: errors.NOT_ALLOWED.says })
    const session = sessions.open(req, res)
    res.json({ csrf: csrf.tokenFor(session.id), token: session.token })
  })

  const byPath = new Map(pages.map((page) => [page.path, page]))
  const body = express.urlencoded({ extended: false, limit: formLimit })
  for (const form of forms) {
    const page = byPath.get(form.page)
    if (page) app.post(form.path, body, (req, res) => submit(req, res, form, page))
  }
  for (const page of pages) app.get(page.path, (req, res) => show(req, res, page))
  for (const page of pages) {
    const allow = forms.some((form) => form.path === page.path) ? 'GET, HEAD, POST' : 'GET, HEAD'
    app.all(page.path, (req, res) =>
      show(req, res.set('Allow', allow), troublePage(405, 'This page cannot be used that way.')),
    )
  }
  app.use((req, res) => show(req, res, notFoundPage))

  const onError: ErrorRequestHandler = async (error, req, res, _next) => {
    const http = statusOfError(error)
    const incident = randomUUID()
    if (http === 500) log.error({ err: error, incident, path: req.path }, 'a page failed')
    if (res.headersSent) return void res.destroy()
    try {
      await show(req, res, troublePage(http, http === 500 ? errors.OURS.says : errors.MALFORMED.says))
    } catch {
      res.status(http).type('text').send(errors.OURS.says)
    }
  }
  app.use(onError)
  return app
}

/** `guest` pages are for people without an account session, `user` pages for those with one. */
function leadByAudience({ audience }: Page, { token }: Session): string | null {
  if (audience === 'user' && !token) return login
  if (audience === 'guest' && token) return dashboard
  return null
}

/** First values that are short text; anything else is as if it were not there. */
function shortTexts(given: unknown, longest: number): Fields {
  const found: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(given ?? {})) {
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (typeof first === 'string' && first.length <= longest) found[name] = first
  }
  return found
}

function statusOfError(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 500
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500
}
