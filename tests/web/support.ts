import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express, type Request, type Response } from 'express'
import pino from 'pino'
import { ensureBuilt } from '../../server/build.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { readShell } from '../../server/http/shell-header.ts'
import { webShell } from '../../server/web/index.ts'
import { type Profile, Registration } from '../../shared/accounts.ts'
import type { ServiceStatus } from '../../shared/actions.ts'
import type { SavedCard } from '../../shared/cards.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import { paymentFors } from '../../shared/payments.ts'
import { type Disco, type MeterInfo, PowerForm, type PowerOrder } from '../../shared/power.ts'

export const secret = 'a session secret of forty-three characters!'
export const reference = 'ABCDEFGH2345'
export const accessToken = 'a'.repeat(43)
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
const bearerOfAda = 'bearer-of-ada'

export const statusOf = (state: OrderStatus['state'], page: OrderStatus['page']): OrderStatus => ({
  reference,
  service: 'power',
  state,
  page,
  money: { is: 'not_taken', says: 'No money was taken.', amount: 2100 },
  since: '2026-11-21T10:00:00.000Z',
  review: false,
  may_pay: state === 'quoted' || state === 'awaiting_payment',
})

/** What the API under the shell answers; tests change it. */
export interface Backend {
  status: OrderStatus
  tiles: ServiceStatus[]
  process: { http: number; status: string; message: string }
  checkoutUrl: string
  /** The one account; null when its bearer has ended. */
  profile: Profile | null
  /** What registering answers besides a refusal. */
  registration: 'success' | 'created'
  /** Saved cards of the one account. */
  cards: SavedCard[]
  /** Session that made the order; null until the lookup. */
  owner: string | null
  /** More calls: "GET /path" → what is answered. */
  answers: Record<string, { http?: number; message?: string; data?: unknown; errors?: object }>
  readonly seen: {
    path: string
    session: string | null
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
    process: { http: 200, status: 'success', message: 'Delivered.' },
    checkoutUrl: 'https://checkout.example/pay/1',
    profile: ada,
    registration: 'success',
    cards: [],
    owner: null,
    answers: {},
    seen: [],
  }
}

/** A small real API of the same contract, so that the shell is tested alone. */
export function contractApi(it: Backend): Express {
  const app = express()
  const say = (res: Response, data: unknown, http = 200, status = 'success', message = 'OK') =>
    void res.status(http).json({ status, message, data })
  const refuse = (res: Response, http: number, message: string, errors?: object) =>
    void res.status(http).json({ status: 'error', message, errors })
  const shellOf = (req: Request) => readShell(secret, String(req.headers['x-sanwo-shell'] ?? ''))
  const owns = (req: Request, token?: unknown) =>
    token === accessToken || (it.owner !== null && shellOf(req)?.session === it.owner)

  app.post('/webhooks/:party', express.raw({ type: () => true }), (req, res) => {
    it.seen.push({
      path: req.path,
      session: shellOf(req)?.session ?? null,
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
    req.on('end', () => say(res, { bytes }))
  })
  app.get('/drip', async (_, res) => {
    res.type('text')
    for (const word of ['one ', 'two ', 'three']) {
      res.write(word)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    res.end()
  })
  app.use(express.json())
  app.use((req, _, next) => {
    const shell = shellOf(req)
    it.seen.push({
      path: req.path,
      session: shell?.session ?? null,
      ip: shell?.ip ?? null,
      headers: { ...req.headers },
      body: req.body,
    })
    next()
  })
  app.get('/services/statuses/all', (_, res) => say(res, it.tiles))
  app.get('/services/electricity/discos/company/all', (_, res) => say(res, [ikeja]))
  app.get('/actions/get-payment-options', (_, res) =>
    say(res, [
      { identifier: 'ACCOUNT_TRANSFER', title: 'Bank transfer', description: 'From any bank' },
      { identifier: 'WALLET', title: 'Wallet', description: 'Your balance' },
      { identifier: 'CARD', title: 'Card', description: 'Debit card' },
      { identifier: 'SAVED_CARD', title: 'Saved card', description: 'A card you kept' },
    ]),
  )
  app.post('/services/electricity/get-meter-info', (req, res) => {
    const read = PowerForm.safeParse(req.body)
    if (!read.success) {
      const errors = Object.fromEntries(
        read.error.issues.map((issue) => [String(issue.path[0]), [issue.message]]),
      )
      return refuse(res, 422, 'Please check the form and try again.', errors)
    }
    it.owner = shellOf(req)?.session ?? ''
    say(res, meterInfo)
  })
  app.get('/services/electricity/get-customer-info/:reference', (req, res) =>
    req.params.reference === reference && owns(req)
      ? say(res, meterInfo)
      : refuse(res, 404, 'No record found'),
  )
  app.get('/orders/:reference/state', (req, res) =>
    req.params.reference === reference && owns(req, req.query.access_token)
      ? say(res, it.status)
      : refuse(res, 404, 'No record found'),
  )
  app.post('/payments/initiate', (req, res) =>
    paymentFors.includes(req.body.payment_for) && req.body.payment_method
      ? say(res, { checkoutUrl: it.checkoutUrl })
      : refuse(res, 422, 'That way to pay is not available. Please choose another.'),
  )
  app.post('/payments/return', (req, res) =>
    req.body.reference === 'TOPUP-1'
      ? say(res, { service: 'wallet_topup', reference: 'TOPUP-1' })
      : req.body.reference === 'PAY-1'
        ? say(res, {
            service: 'power',
            reference,
            access_token: req.body.nonce === 'right' ? accessToken : null,
          })
        : refuse(res, 404, 'No record found'),
  )
  app.post('/services/electricity/process-subscription', (_, res) =>
    say(
      res,
      { reference, access_token: accessToken },
      it.process.http,
      it.process.status,
      it.process.message,
    ),
  )
  app.get('/services/electricity/transaction/:accessToken/order/:serviceId/details', (req, res) =>
    req.params.accessToken === accessToken && it.status.state === 'delivered'
      ? say(res, delivered)
      : refuse(res, 404, 'No record found'),
  )
  app.post('/actions/get-power-history', (req, res) =>
    req.body.meter_number
      ? say(res, [])
      : refuse(res, 422, 'Please check the form and try again.', { meter_number: ['Please enter it.'] }),
  )
  app.post('/auth/login', (req, res) =>
    req.body.password === 'right'
      ? say(res, { ...it.profile, api_token: bearerOfAda })
      : refuse(res, 422, 'Wrong e-mail or password.'),
  )
  app.post('/auth/logout', (_, res) => say(res, {}))
  app.post('/auth/register', (req, res) => {
    const read = Registration.safeParse(req.body)
    if (read.success) return say(res, { email: req.body.email }, 200, it.registration)
    const errors = Object.fromEntries(
      read.error.issues.map((issue) => [String(issue.path[0]), [issue.message]]),
    )
    refuse(res, 422, 'Please check the form and try again.', errors)
  })
  app.post('/auth/verify-email', (req, res) =>
    req.body.token === '1234'
      ? say(res, { email: req.body.email, api_token: bearerOfAda })
      : refuse(res, 422, 'That code is not right.'),
  )
  app.post('/auth/resend-email-verification-token', (req, res) =>
    say(res, { email: req.body.email }, 200, 'success', 'A code is on its way.'),
  )
  app.post('/auth/forgot-password', (req, res) =>
    say(res, { email: req.body.email }, 200, 'success', 'A link is on its way.'),
  )
  app.post('/auth/reset-password', (req, res) =>
    req.body.token === 'right' ? say(res, {}) : refuse(res, 422, 'This link has expired.'),
  )
  app.use('/account', (req, res, next) => {
    if (req.headers.authorization !== `Bearer ${bearerOfAda}`)
      return refuse(res, 403, 'Please sign in to continue.')
    if (!it.profile) return refuse(res, 401, 'Your session has ended. Please sign in again.')
    if (!it.profile.email_verified && req.path !== '/user/profile')
      return refuse(res, 403, 'Verify your e-mail first.')
    next()
  })
  app.get('/account/user/profile', (req, res) =>
    say(res, req.query.field === 'picture' ? it.profile?.picture : it.profile),
  )
  app.get('/account/user/wallet/balance', (_, res) =>
    say(res, { balance: 12_500, held: 0, bonus: 0, currency: 'NGN', top_up: { min: 1_000, max: 500_000 } }),
  )
  app.get('/account/wallet/movements/all', (_, res) => say(res, { list: [], next: null }))
  app.get('/account/user/payment-cards/all', (_, res) => say(res, it.cards))
  app.get(
    '/openapi.json',
    (_, res) =>
      void res.json({
        openapi: '3.1.0',
        info: { title: 'API', description: 'Calls <for> programs' },
        paths: {
          '/payments/initiate': {
            post: { summary: 'Starts a payment', responses: { 200: { description: 'OK' } } },
          },
        },
      }),
  )
  app.use((req, res) => {
    const more = it.answers[`${req.method} ${req.path}`]
    if (!more) return refuse(res, 404, 'No record found')
    const { http = 200, message = 'OK', data, errors } = more
    if (http >= 400) return refuse(res, http, message, errors)
    say(res, data, http, http === 202 ? 'pending' : 'success', message)
  })
  return app
}

export interface TestShell extends AsyncDisposable {
  url: string
  backend: Backend
  /** Ends the other server, as if its machine had died. */
  stopApi(): Promise<void>
}

/** The shell over the small API: mounted in the same process, or proxied to another server. */
export async function startShell({
  proxied = false,
  env = {},
}: {
  proxied?: boolean
  env?: Record<string, string>
} = {}): Promise<TestShell> {
  await ensureBuilt()
  const it = backend()
  const api = contractApi(it)
  const upstream = proxied ? await listening(createServer(express().use('/api/v1', api))) : null
  const server = createServer()
  await listening(server)
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
  const app = await webShell({
    config,
    log,
    apiOrigin: upstream ? urlOf(upstream) : url,
    ...(!upstream && { api, ready: async () => true }),
  })
  server.on('request', app)
  return {
    url,
    backend: it,
    stopApi: () => ended(upstream),
    async [Symbol.asyncDispose]() {
      await Promise.all([ended(server), ended(upstream)])
    },
  }
}

async function ended(server: Server | null): Promise<void> {
  if (!server?.listening) return
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}
const listening = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A browser as far as the shell can tell: keeps its cookie, says where its requests began. */
export function browser(base: string) {
  let cookie = ''
  const go = async (path: string, init: RequestInit = {}) => {
    const reply = await fetch(base + path, {
      redirect: 'manual',
      ...init,
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...init.headers },
    })
    for (const line of reply.headers.getSetCookie()) cookie = line.split(';')[0] ?? ''
    return reply
  }
  const page = async (path: string, init?: RequestInit) => {
    const reply = await go(path, init)
    return { reply, html: await reply.text() }
  }
  return {
    go,
    page,
    cookie: () => cookie,
    /** Opens a page and gives its CSRF token. */
    async csrfOf(path = '/electricity/subscription') {
      const { html } = await page(path)
      return /name="csrf-token" content="([^"]*)"/.exec(html)?.[1] ?? ''
    },
    post: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      page(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
    call: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      go(`/api/v1${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}
