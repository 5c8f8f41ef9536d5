import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { type SimulatorsOptions, startSimulators } from '../../server/simulators/start.ts'

export const paystackKey = { authorization: 'Bearer sk_test_simulated' }
export const vtpassGet = { 'api-key': 'simulated-api-key', 'public-key': 'PK_simulated' }
export const vtpassPost = { 'api-key': 'simulated-api-key', 'secret-key': 'SK_simulated' }

/** Waits up to 8 s for a check to pass. A busy machine takes longer than the default of one second. */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 8_000 })

export async function dataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'sanwo-simulators-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** Starts simulators on free ports at ten times real speed; closed when the test ends. */
export async function simulators(options: Partial<SimulatorsOptions> = {}) {
  const instance = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    dataDir: options.dataDir ?? (await dataDir()),
    appUrl: 'http://127.0.0.1:9',
    speed: 10,
    ...options,
  })
  let open = true
  const close = async () => {
    if (open) await instance.close()
    open = false
  }
  onTestFinished(close)
  return { ...instance, close, ...simulatorClient(instance.url) }
}

/** HTTP client of a test for the simulators. */
export function simulatorClient(url: string) {
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return {
    request,
    post,
    providerRecords: async () => (await request('/simulators/records.json')).json(),
    fault: (provider: string, behaviour: string, times = 1) =>
      post('/simulators/faults', { party: provider, behaviour, times }),
    paystack: (path: string, body?: unknown) =>
      body === undefined
        ? request(`/paystack${path}`, { headers: paystackKey })
        : post(`/paystack${path}`, body, paystackKey),
    initialize: async (reference: string, overrides: object = {}) => {
      const response = await post(
        '/paystack/transaction/initialize',
        {
          email: 'ada@example.com',
          amount: 210_000,
          reference,
          callback_url: 'http://localhost:3000/payments/callback/paystack?nonce=n1',
          metadata: { order_reference: 'ABCDEFGH2345' },
          ...overrides,
        },
        paystackKey,
      )
      return response.json().data as { authorization_url: string; access_code: string }
    },
    pay: async (reference: string, overrides: object = {}) =>
      (await post('/simulators/pay', { reference, ...overrides })).json(),
    verified: async (reference: string) =>
      (await request(`/paystack/transaction/verify/${reference}`, { headers: paystackKey })).json().data,
    vtpass: (path: string, body?: unknown) =>
      body === undefined
        ? request(`/vtpass/api${path}`, { headers: vtpassGet })
        : post(`/vtpass/api${path}`, body, vtpassPost),
  }
}

let lastRequestId = 0
const toLagosDateTimeInput = () =>
  new Date(Date.now() + 3_600_000).toISOString().slice(0, 16).replace(/\D/g, '')
export function requestId(): string {
  lastRequestId += 1
  return `${toLagosDateTimeInput()}t${process.pid}x${lastRequestId}`
}

export const power = (overrides: object = {}) => ({
  request_id: requestId(),
  serviceID: 'ikeja-electric',
  billersCode: '1111111111111',
  variation_code: 'prepaid',
  amount: '2000.00',
  phone: '08031234567',
  ...overrides,
})

export interface ReceivedWebhook {
  body: string
  headers: IncomingHttpHeaders
}

/** Starts an app that records webhooks; responds with `statuses` first, then 200. */
export async function listeningApp(statuses: number[] = []) {
  const received: ReceivedWebhook[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    received.push({ body, headers: req.headers })
    res.writeHead(statuses.shift() ?? 200).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, webhooks: received }
}
