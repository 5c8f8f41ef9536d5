import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express, type Request, type Response } from 'express'
import pino from 'pino'
import { ensureBuilt } from '../../server/build.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { verifyInternalHeader } from '../../server/http/internal-header.ts'
import { createWebApp, type WebAppDeps } from '../../server/web/index.ts'
import { type Profile, Registration } from '../../shared/accounts.ts'
import type { ServiceStatus } from '../../shared/actions.ts'
import type { SavedCard } from '../../shared/cards.ts'
import type { OrderProgress } from '../../shared/orders.ts'
import { paymentFors } from '../../shared/payments.ts'
import { type Disco, type MeterInfo, PowerForm, type PowerOrder } from '../../shared/power.ts'

export const secret = 'a session secret of forty-three characters!'
export const reference = 'ABCDEFGH2345'
export const accessToken = 'a'.repeat(43)
export const linkCode = 'c'.repeat(22)
const log = pino({ level: 'silent' })

export const ikeja: Disco = {
  id: '1',
  code: 'ikeja',
  name: 'Ikeja Electric',
  abbr: 'IE',
  logo: '/logos/ikeja.svg',
  description: 'Ikeja Electric',
  company: { name: 'Ikeja Electric' },
  states: ['Lagos'],
}

export const meterInfo: MeterInfo = {
  order_reference: reference,
  service_id: reference,
  access_token: accessToken,
  disco: ikeja,
  meter_number: '11000000000',
  meter_type: 'prepaid',
  phone_number: '+2348012345678',
  customer_name: 'Ada <Obi>',
  customer_address: '1 Allen Avenue, Ikeja',
  state: null,
  outstanding: null,
  amount: 2000,
  service_charge: 100,
  total_amount: 2100,
  estimated_units: null,
  breakdown: null,
  first_time: true,
}

export const delivered: PowerOrder = {
  reference,
  meter_number: '11000000000',
  meter_type: 'prepaid',
  token: '12345678901234567890',
  tokens: [{ kind: 'main', digits: '12345678901234567890', label: 'Token', units: '30.5' }],
  units: '30.5',
  tariff: null,
  tariffDesc: null,
  tariffClass: null,
  amount: 2000,
  service_charge: 100,
  total_amount: 2100,
  vat: null,
  arrears: null,
  created_at: '2026-11-21T10:00:00.000Z',
  customer_name: 'Ada Obi',
  customer_address: '1 Allen Avenue, Ikeja',
  customer_email_address: null,
  paid_with: null,
  phone_number: '+2348012345678',
  disco: ikeja,
}

export const ada: Profile = {
  uniqueid: 'u'.repeat(20),
  name: 'Ada <Obi>',
  email: 'ada@example.com',
  phone: '+2348012345678',
  address: null,
  picture: null,
  bvn: null,
  bvn_account_name: null,
  save_activity_logs: true,
  is_company: false,
  company_name: null,
  website: null,
  rc_number: null,
  role: 'user',
  email_verified: true,
  has_pin: false,
  referral_code: 'ADA2345',
}
const adaSessionToken = 'session-token-of-ada'

export const statusOf = (state: OrderProgress['state'], page: OrderProgress['page']): OrderProgress => ({
  reference,
  service: 'power',
  state,
  page,
  money: { status: 'not_taken', message: 'No money was taken.', amount: 2100 },
  since: '2026-11-21T10:00:00.000Z',
  review: false,
  can_pay: state === 'quoted' || state === 'awaiting_payment',
  extra_refunds: [],
  steps: [{ state: 'quoted', at: '2026-11-21T10:00:00.000Z' }],
})

/** State and responses of the fake API; tests change it. */
export interface Backend {
  status: OrderProgress
  tiles: ServiceStatus[]
  process: { httpStatus: number; status: string; message: string }
  checkoutUrl: string
  /** The only account; null if its session token is revoked. */
  profile: Profile | null
  /** Status of a successful registration. */
  registration: 'success' | 'created'
  /** Saved cards of the account. */
  cards: SavedCard[]
  /** Session that created the order; null until the lookup. */
  owner: string | null
  /** The path whose next request fails; null for none. */
  failsOnce: string | null
  /** Overrides: "GET /path" → response. */
  responses: Record<string, { httpStatus?: number; message?: string; data?: unknown; errors?: object }>
  readonly requests: {
    path: string
    session: string | null
    device: string
    ip: string | null
    headers: Request['headers']
    body: unknown
  }[]
}

export function backend(): Backend {
  return {
    status: statusOf('quoted', 'details'),
    tiles: [
      { service: 'power', status: 1, reason: null },
      { service: 'cabletv', status: 0, reason: 'Back on Monday.' },
    ],
    process: { httpStatus: 200, status: 'success', message: 'Delivered.' },
    checkoutUrl: 'https://checkout.example/pay/1',
    profile: ada,
    registration: 'success',
    cards: [],
    owner: null,
    failsOnce: null,
    responses: { 'GET /services/status': { data: { updated_at: '2026-11-23T12:05:00.000Z', services: [] } } },
    requests: [],
  }
}

/** A small fake API with the real contracts, so that the web server is tested in isolation. */
export function contractApi(state: Backend): Express {
  const app = express()
  const respond = (res: Response, data: unknown, httpStatus = 200, status = 'success', message = 'OK') =>
    void res.status(httpStatus).json({ status, message, data })
  const respondError = (res: Response, httpStatus: number, message: string, errors?: object) =>
    void res.status(httpStatus).json({ status: 'error', message, errors })
  const internalContextOf = (req: Request) =>
    verifyInternalHeader(secret, String(req.headers['x-sanwo-shell'] ?? ''))
  const ownsOrder = (req: Request, token?: unknown) =>
    token === accessToken || (state.owner !== null && internalContextOf(req)?.session === state.owner)

  app.post('/webhooks/:party', express.raw({ type: () => true }), (req, res) => {
    state.requests.push({
      path: req.path,
      session: internalContextOf(req)?.session ?? null,
      device: internalContextOf(req)?.device ?? '',
      ip: null,
      headers: req.headers,
      body: req.body.toString(),
    })
    res.sendStatus(200)
  })
  app.post('/big', (req, res) => {
    let bytes = 0
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    req.on('end', () => respond(res, { bytes }))
  })
  app.get('/slow-body', async (_, res) => {
    res.type('text')
    for (const word of ['one ', 'two ', 'three']) {
      res.write(word)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    res.end()
  })
  app.use(express.json())
  app.use((req, res, next) => {
    const context = internalContextOf(req)
    state.requests.push({
      path: req.path,
      session: context?.session ?? null,
      device: context?.device ?? '',
      ip: context?.ip ?? null,
      headers: { ...req.headers },
      body: req.body,
    })
    if (req.path !== state.failsOnce) return next()
    state.failsOnce = null
    respondError(res, 503, 'Please try again later.')
  })
  app.get('/services/statuses/all', (_, res) => respond(res, state.tiles))
  app.get('/services/electricity/discos/company/all', (_, res) => respond(res, [ikeja]))
  app.get('/actions/get-payment-options', (_, res) =>
    respond(res, [
      { identifier: 'ACCOUNT_TRANSFER', title: 'Bank transfer', description: 'From any bank' },
      { identifier: 'WALLET', title: 'Wallet', description: 'Your balance' },
      { identifier: 'CARD', title: 'Card', description: 'Debit card' },
      { identifier: 'SAVED_CARD', title: 'Saved card', description: 'A card you kept' },
    ]),
  )
  app.post('/services/electricity/get-meter-info', (req, res) => {
    const parsed = PowerForm.safeParse(req.body)
    if (!parsed.success) {
      const errors = Object.fromEntries(
        parsed.error.issues.map((issue) => [String(issue.path[0]), [issue.message]]),
      )
      return respondError(res, 422, 'Please check the form and try again.', errors)
    }
    state.owner = internalContextOf(req)?.session ?? ''
    respond(res, meterInfo)
  })
  app.get('/services/electricity/get-customer-info/:reference', (req, res) =>
    req.params.reference === reference && ownsOrder(req)
      ? respond(res, meterInfo)
      : respondError(res, 404, 'No record found'),
  )
  app.get('/orders/:reference/state', (req, res) =>
    req.params.reference === reference && ownsOrder(req, req.query.access_token)
      ? respond(res, state.status)
      : respondError(res, 404, 'No record found'),
  )
  app.post('/payments/initiate', (req, res) =>
    paymentFors.includes(req.body.payment_for) && req.body.payment_method
      ? respond(res, { checkoutUrl: state.checkoutUrl })
      : respondError(res, 422, 'This payment method is unavailable. Choose another.'),
  )
  app.post('/payments/return', (req, res) =>
    req.body.reference === 'TOPUP-1'
      ? respond(res, { service: 'wallet_topup', reference: 'TOPUP-1' })
      : req.body.reference === 'PAY-1'
        ? respond(res, {
            service: 'power',
            reference,
            access_token: req.body.nonce === 'right' ? accessToken : null,
            payment_request: false,
          })
        : respondError(res, 404, 'No record found'),
  )
  app.post('/orders/open-link', (req, res) =>
    req.body.code === linkCode
      ? respond(res, {
          reference,
          service: 'power',
          page: 'success',
          access_token: accessToken,
          language: 'ha',
        })
      : respondError(res, 404, 'No record found'),
  )
  app.post('/services/electricity/process-subscription', (_, res) =>
    respond(
      res,
      { reference, access_token: accessToken },
      state.process.httpStatus,
      state.process.status,
      state.process.message,
    ),
  )
  app.get('/services/electricity/transaction/:accessToken/order/:serviceId/details', (req, res) =>
    req.params.accessToken === accessToken && state.status.state === 'delivered'
      ? respond(res, delivered)
      : respondError(res, 404, 'No record found'),
  )
  app.post('/actions/get-power-history', (req, res) =>
    req.body.meter_number
      ? respond(res, [])
      : respondError(res, 422, 'Please check the form and try again.', {
          meter_number: ['Please enter it.'],
        }),
  )
  app.post('/auth/login', (req, res) =>
    req.body.password === 'right'
      ? respond(res, { ...state.profile, api_token: adaSessionToken })
      : respondError(res, 422, 'Wrong e-mail or password.'),
  )
  app.post('/auth/logout', (_, res) => respond(res, {}))
  app.post('/auth/register', (req, res) => {
    const parsed = Registration.safeParse(req.body)
    if (parsed.success) return respond(res, { email: req.body.email }, 200, state.registration)
    const errors = Object.fromEntries(
      parsed.error.issues.map((issue) => [String(issue.path[0]), [issue.message]]),
    )
    respondError(res, 422, 'Please check the form and try again.', errors)
  })
  app.post('/auth/verify-email', (req, res) =>
    req.body.token === '1234'
      ? respond(res, { email: req.body.email, api_token: adaSessionToken })
      : respondError(res, 422, 'That code is not right.'),
  )
  app.post('/auth/resend-email-verification-token', (req, res) =>
    respond(res, { email: req.body.email }, 200, 'success', 'A code is on its way.'),
  )
  app.post('/auth/forgot-password', (req, res) =>
    respond(res, { email: req.body.email }, 200, 'success', 'A link is on its way.'),
  )
  app.post('/auth/reset-password', (req, res) =>
    req.body.token === 'right' ? respond(res, {}) : respondError(res, 422, 'This link has expired.'),
  )
  app.use('/account', (req, res, next) => {
    if (req.headers.authorization !== `Bearer ${adaSessionToken}`)
      return respondError(res, 403, 'Please sign in to continue.')
    if (!state.profile) return respondError(res, 401, 'Your session has ended. Please sign in again.')
    if (!state.profile.email_verified && req.path !== '/user/profile')
      return respondError(res, 403, 'Verify your e-mail first.')
    next()
  })
  app.get('/account/user/profile', (req, res) =>
    respond(res, req.query.field === 'picture' ? state.profile?.picture : state.profile),
  )
  app.get('/account/user/wallet/balance', (_, res) =>
    respond(res, {
      balance: 12_500,
      held: 0,
      bonus: 0,
      currency: 'NGN',
      top_up: { min: 1_000, max: 500_000 },
    }),
  )
  app.get('/account/wallet/movements/all', (_, res) => respond(res, { list: [], next: null }))
  app.get('/account/user/payment-cards/all', (_, res) => respond(res, state.cards))
  app.get(
    '/openapi.json',
    (_, res) =>
      void res.json({
        openapi: '3.1.0',
        info: { title: 'API' },
        tags: [{ name: 'Payments', description: 'Calls <for> programs' }],
        paths: {
          '/payments/initiate': {
            post: {
              tags: ['Payments'],
              summary: 'Starts a payment',
              requestBody: {
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Payment' } } },
              },
              responses: { 429: { $ref: '#/components/responses/TooMany' } },
            },
          },
        },
        components: {
          schemas: { Payment: { properties: { amount: { description: 'In naira.' } } } },
          responses: { TooMany: { description: '`TOO_MANY`: wait a little.' } },
        },
      }),
  )
  app.use((req, res) => {
    const override = state.responses[`${req.method} ${req.path}`]
    if (!override) return respondError(res, 404, 'No record found')
    const { httpStatus = 200, message = 'OK', data, errors } = override
    if (httpStatus >= 400) return respondError(res, httpStatus, message, errors)
    respond(res, data, httpStatus, httpStatus === 202 ? 'pending' : 'success', message)
  })
  return app
}

export interface TestWebServer extends AsyncDisposable {
  url: string
  backend: Backend
  /** Stops the API server, as if its machine had failed. */
  stopApi(): Promise<void>
}

/** Starts the web server with the fake API: mounted in the same process, or proxied to another server. */
export async function startTestWeb({
  proxied = false,
  env = {},
  ...overrides
}: {
  proxied?: boolean
  env?: Record<string, string>
} & Partial<Pick<WebAppDeps, 'log' | 'assets'>> = {}): Promise<TestWebServer> {
  await ensureBuilt()
  const state = backend()
  const api = contractApi(state)
  const upstream = proxied ? await listenLocally(createServer(express().use('/api/v1', api))) : null
  const server = createServer()
  await listenLocally(server)
  const url = urlOf(server)
  const config: Config = {
    ...readConfig({
      SESSION_SECRET: secret,
      DATA_KEYS: 'a key of the tests that is of no value',
      APP_URL: url,
      LOG_LEVEL: 'silent',
      ...env,
    }),
    apiUpstream: upstream && urlOf(upstream),
  }
  const app = await createWebApp({
    config,
    log,
    apiOrigin: upstream ? urlOf(upstream) : url,
    ...(!upstream && { api, isReady: async () => true }),
    ...overrides,
  })
  server.on('request', app)
  return {
    url,
    backend: state,
    stopApi: () => closeServer(upstream),
    async [Symbol.asyncDispose]() {
      await Promise.all([closeServer(server), closeServer(upstream)])
    },
  }
}

async function closeServer(server: Server | null): Promise<void> {
  if (!server?.listening) return
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}
const listenLocally = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A minimal browser: keeps cookies and sends fetch metadata. */
export function browser(base: string) {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(base + path, {
      redirect: 'manual',
      ...init,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(cookies.size > 0 && { cookie: cookie() }),
        ...init.headers,
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const page = async (path: string, init?: RequestInit) => {
    const response = await request(path, init)
    return { response, html: await response.text() }
  }
  return {
    go: request,
    page,
    cookie,
    /** Opens a page and returns its CSRF token. */
    async csrfOf(path = '/electricity/subscription') {
      const { html } = await page(path)
      return /name="csrf-token" content="([^"]*)"/.exec(html)?.[1] ?? ''
    },
    post: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      page(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
    call: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request(`/api/v1${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}
