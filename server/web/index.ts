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
import { apiPrefix } from '../../shared/constants.ts'
import { errors } from '../../shared/errors.ts'
import { dashboardPath, languagePath, loginPath, serviceWorkerPath } from '../../shared/pages.ts'
import type { Config } from '../config.ts'
import {
  ApiError,
  envelopeOf,
  httpServerTexts,
  internalHeader,
  isInvalidInternalHeader,
  send,
  sendError,
  setApiSecurityHeaders,
  signInternalHeader,
  verifyInternalHeader,
} from '../http/index.ts'
import { apiClients, guestCaller, type WebCaller } from './api-client.ts'
import { apiSessionMiddleware } from './api-session-middleware.ts'
import { type Assets, builtAssets } from './assets.ts'
import { browserErrorRoute } from './browser-errors.ts'
import { csrf as createCsrf } from './csrf.ts'
import { createDevices } from './device.ts'
import { assetHeaders, pageHeaders } from './headers.ts'
import { hasChosenLanguage, languageMiddleware, messagesPath, storeLanguage } from './language.ts'
import { languageForm, languageRoute } from './language-routes.ts'
import { findManagementError } from './management/error-page.ts'
import { maskSessionToken } from './mask.ts'
import { hasAccountNavigation } from './navigation.ts'
import { noteOf } from './order-pages.ts'
import { isCrossSite } from './origin.ts'
import type { Page, PageRequest, PageResult, PostedFields, PostedForm, WebContext } from './page.ts'
import { errorPage, forms, managementErrorPage, notFoundPage, pages } from './pages.ts'
import { proxyTo } from './proxy.ts'
import { createRenderer, sendPage } from './render.ts'
import { serviceWorkerRoute } from './service-worker.ts'
import { createSessions, type WebSession } from './session.ts'
import { createDataOfLanguage } from './site-data.ts'
import { staticFiles } from './static-files.ts'
import { webTexts } from './texts.ts'
import { tokenCookieMiddleware } from './token-cookie-middleware.ts'
import { createUpstreamCheck } from './upstream.ts'
import { wellKnownRoutes } from './well-known.ts'

export type { Assets } from './assets.ts'
export { upstreamTranslations } from './upstream-translations.ts'

/** The session of a page without one. */
const noSession: WebSession = { id: '', token: '', name: '', isCompany: false }
const root = join(import.meta.dirname, '../..')
/** The name of a built file contains a hash of its content. */
const immutableFiles = { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 }
/** Far above the size of the product's forms. */
const formLimit = '20kb'
/** Longer values are ignored: in a query string, and in a posted form, which may contain a support ticket. */
const maxValueLength = { query: 500, field: 4_000 } as const

export interface WebAppDeps {
  config: Config
  /** Origin of the API for the web server: the upstream's, or this process's loopback address. */
  apiOrigin: string
  /** The API, mounted here; absent if `config.apiUpstream` names another origin. */
  api?: RequestHandler
  /** True while the local API can serve. With an upstream, its /readyz is requested. */
  isReady?: () => Promise<boolean>
  log: Logger
  /** The built islands. Default: read from dist. */
  assets?: Assets
  /** The development server, which serves modules and reloads pages. */
  devServer?: RequestHandler
}

/** The forms that browsers post, each with the page that shows its errors. */
function listForms(): { form: PostedForm; page: Page }[] {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  return forms.flatMap((form) => {
    const page = byPath.get(form.page)
    return page ? [{ form, page }] : []
  })
}

const allowedMethods = ({ path }: { path: string }): string =>
  forms.some((form) => form.path === path) ? 'GET, HEAD, POST' : 'GET, HEAD'

const isPersonal = (page: Page, session: WebSession, req: Request): boolean =>
  page.isPersonal || session.token !== '' || req.method === 'POST'

const sendReadiness = (res: Response, isReady: boolean): void =>
  isReady
    ? send(res, envelopeOf({ message: httpServerTexts.ready() }))
    : sendError(res, new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 }))

/** The web server: pages, sealed session cookie, CSRF, CSP, static files, and the API or a proxy to it. */
export async function createWebApp(deps: WebAppDeps): Promise<Express> {
  const { config, log } = deps
  const secure = config.appUrl.startsWith('https:')
  const assets = deps.assets ?? (await builtAssets(root))
  const sessions = createSessions({ secret: config.sessionSecret, secure })
  const devices = createDevices({ secure })
  const csrf = createCsrf(config.sessionSecret)
  const sign = ({ ip, session, device }: Omit<WebCaller, 'token'>) =>
    signInternalHeader(config.sessionSecret, { ip, session, device, at: Date.now() })
  const createApiClient = apiClients({ origin: deps.apiOrigin, sign, log })
  const reloadsTemplates = deps.devServer !== undefined
  const render = createRenderer({ root, config, assets, reloadsTemplates, log })
  const dataOf = createDataOfLanguage(createApiClient)
  const webOf = (caller: WebCaller): WebContext => ({
    config,
    api: createApiClient(caller),
    data: dataOf(),
    csrf: render.csrf,
  })

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustProxy)
  app.set('query parser', 'simple')
  app.use(languageMiddleware(config))

  const pageRequestOf = (req: Request, session: WebSession): PageRequest => {
    const query = shortTexts(req.query, maxValueLength.query)
    return {
      query,
      params: shortTexts(req.params, maxValueLength.query),
      caller: {
        ip: req.ip ?? '',
        session: session.id,
        device: req.method === 'POST' ? devices.readOrCreate(req) : devices.read(req),
        token: session.token,
      },
      baseProps: {
        signedIn: session.token !== '',
        simulated: config.mode === 'simulated',
        brandName: config.brandName,
        note: noteOf(query.note),
      },
    }
  }
  const redirect = (
    res: Response,
    pageRequest: PageRequest,
    { to, token, language }: Extract<PageResult, { type: 'redirect' }>,
  ): void => {
    if (language && language !== 'en' && !hasChosenLanguage(res.req)) storeLanguage(res, language, { secure })
    if (token) devices.store(res, pageRequest.caller.device)
    if (token !== undefined) sessions.replace(res, token)
    res.set('Cache-Control', 'no-store').redirect(303, to)
  }
  const respond = async (
    req: Request,
    res: Response,
    page: Page,
    session: WebSession,
    pageRequest: PageRequest,
    result: PageResult,
  ): Promise<void> => {
    if (result.type === 'missing') return respondWithError(req, res, notFoundPage, session, pageRequest)
    if (result.type === 'redirect') return redirect(res, pageRequest, result)
    const { refreshAlways: refresh } = result
    if (refresh) res.set('Refresh', `${refresh.seconds}; url=${refresh.to}`)
    const { name, isCompany } = result.user ? sessions.keepUser(res, session, result.user) : session
    const template = await render.make(page, pageRequest.baseProps, result, isCompany)
    const templateValues = {
      csrf: page.isSessionless ? '' : csrf.tokenFor(session.id),
      sessionToken: maskSessionToken(session.token),
      userName: name || webTexts.unnamedPerson(),
      url: req.originalUrl,
    }
    await sendPage(req, res, {
      httpStatus: result.httpStatus ?? 200,
      template,
      fillings: templateValues,
      personal: isPersonal(page, session, req),
      signedIn: pageRequest.baseProps.signedIn,
    })
  }
  const respondWithError = async (
    req: Request,
    res: Response,
    page: Page,
    session: WebSession,
    pageRequest: PageRequest,
  ): Promise<void> => {
    const web = webOf(pageRequest.caller)
    const error = await findManagementError(req.path, page, pageRequest, web)
    if (error) return respond(req, res, managementErrorPage, session, pageRequest, error)
    const result = await page.load(pageRequest, web)
    await respond(req, res, withAccountNavigation(req.path, page), session, pageRequest, result)
  }
  const showError = (req: Request, res: Response, page: Page): Promise<void> => {
    const session = sessions.open(req, res)
    return respondWithError(req, res, page, session, pageRequestOf(req, session))
  }
  const show = async (req: Request, res: Response, page: Page) => {
    const session = page.isSessionless ? noSession : sessions.open(req, res)
    const redirectTo = redirectByAudience(page, session)
    if (redirectTo) return void res.set('Cache-Control', 'no-store').redirect(303, redirectTo)
    const pageRequest = pageRequestOf(req, session)
    const result = await page.load(pageRequest, webOf(pageRequest.caller))
    await respond(req, res, page, session, pageRequest, result)
  }
  const submit = async (req: Request, res: Response, form: PostedForm, page: Page) => {
    const { isAuthorisedByUrl = false } = form
    if (!isAuthorisedByUrl && isCrossSite(req, config.appUrl))
      return showError(req, res, errorPage(errors.NOT_ALLOWED.status, errors.NOT_ALLOWED.message))
    const session = sessions.open(req, res)
    const pageRequest = pageRequestOf(req, session)
    const { _csrf, ...fields } = shortTexts(req.body, maxValueLength.field)
    const web = webOf(pageRequest.caller)
    const result =
      isAuthorisedByUrl || csrf.isValid(session.id, _csrf)
        ? await form.submit(pageRequest, fields, web)
        : await form.renderErrors(pageRequest, fields, web, {
            httpStatus: errors.PAGE_EXPIRED.status,
            message: errors.PAGE_EXPIRED.message,
            errors: {},
          })
    await respond(req, res, page, session, pageRequest, result)
  }

  app.use(['/healthz', '/readyz', apiPrefix], setApiSecurityHeaders(config))
  app.get('/healthz', (_, res) => send(res, envelopeOf({ message: httpServerTexts.alive() })))
  const isReady = deps.isReady ?? createUpstreamCheck({ origin: deps.apiOrigin, sign, log })
  app.get('/readyz', async (req, res) => {
    if (isInvalidInternalHeader(config.sessionSecret, req.get(internalHeader)))
      return sendError(res, new ApiError('NOT_ALLOWED'))
    sendReadiness(res, await isReady())
  })

  const apiSession = apiSessionMiddleware({
    appUrl: config.appUrl,
    sessions,
    devices,
    csrf,
    sign,
    mode: config.mode,
    isInternalHeader: (header) => verifyInternalHeader(config.sessionSecret, header) !== null,
  })
  const api = deps.api ?? proxyTo({ target: deps.apiOrigin, under: apiPrefix, log })
  app.use(apiPrefix, apiSession, tokenCookieMiddleware({ sessions, devices, secure }), api)
  if (config.mode === 'simulated')
    app.use('/simulators', proxyTo({ target: config.simulatorsUrl, under: '/simulators', log }))

  if (assets.folder)
    app.use('/assets', assetHeaders({ secure }), staticFiles(assets.folder, immutableFiles, log))
  app.use(pageHeaders({ secure, reloadsTemplates }))
  app.use(
    '/logos',
    staticFiles(join(import.meta.dirname, 'public/logos'), { maxAge: 86_400, etag: true }, log),
  )
  app.use(wellKnownRoutes(config))
  if (assets.serviceWorker)
    app.get(
      serviceWorkerPath,
      serviceWorkerRoute({ assets, script: assets.serviceWorker, pages, render, web: webOf(guestCaller) }),
    )
  app.use(browserErrorRoute({ appUrl: config.appUrl, pages, release: assets.entry, log }))
  if (deps.devServer) app.use(deps.devServer)

  app.get(`${messagesPath}:file`, languageRoute(config))
  app.get('/session', (req, res) => {
    res.set('Cache-Control', 'no-store')
    if (isCrossSite(req, config.appUrl)) return sendError(res, new ApiError('NOT_ALLOWED'))
    const session = sessions.open(req, res)
    const tokens = { csrf: csrf.tokenFor(session.id), session_token: session.token }
    // `token` is read by open pages of release 0.2.0.
    res.json({ ...tokens, token: session.token })
  })

  const body = express.urlencoded({ extended: false, limit: formLimit })
  for (const { form, page } of listForms())
    app.post(form.path, body, (req, res) => submit(req, res, form, page))
  app.post(
    languagePath,
    body,
    languageForm({ sessions, csrf, secure, createApiClient, appUrl: config.appUrl }),
  )
  for (const page of pages) app.get(page.path, (req, res) => show(req, res, page))
  for (const page of pages) {
    const allow = allowedMethods(page)
    app.all(page.path, (req, res) =>
      showError(req, res.set('Allow', allow), errorPage(405, webTexts.methodNotAllowed())),
    )
  }
  app.use((req, res) => showError(req, res, notFoundPage))

  const onError: ErrorRequestHandler = async (error, req, res, _next) => {
    const httpStatus = statusOfError(error)
    // Short, because the user may have to type it.
    const incident = httpStatus === 500 ? randomUUID().slice(0, 8) : null
    if (incident) log.error({ err: error, incident, path: routeOf(req) }, 'page request failed')
    if (res.headersSent) return void res.destroy()
    try {
      await showError(
        req,
        res,
        errorPage(httpStatus, incident ? errors.INTERNAL_ERROR.message : errors.MALFORMED.message, incident),
      )
    } catch {
      res.status(httpStatus).type('text').send(errors.INTERNAL_ERROR.message)
    }
  }
  app.use(onError)
  return app
}

/** An error page with the account navigation for a path that has it. */
const withAccountNavigation = (path: string, page: Page): Page =>
  hasAccountNavigation(path) ? { ...page, path: `/account${page.path}` } : page

/** `guest` pages require a signed-out visitor, `user` pages a signed-in one. Returns the redirect, or null. */
function redirectByAudience({ audience }: Page, { token }: WebSession): string | null {
  if (audience === 'user' && !token) return loginPath
  if (audience === 'guest' && token) return dashboardPath
  return null
}

/** The first value of each parameter, if it is short text; other values are ignored. */
function shortTexts(values: unknown, maxLength: number): PostedFields {
  const texts: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(values ?? {})) {
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (typeof first === 'string' && first.length <= maxLength) texts[name] = first
  }
  return texts
}

/** The pattern of the page: a path may contain the code of an order or a token. */
const routeOf = ({ route }: Request): string => route?.path ?? '(none)'

function statusOfError(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 500
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500
}
