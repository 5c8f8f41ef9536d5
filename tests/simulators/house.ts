import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type SimulatorsOptions, startSimulators } from '../../server/simulators/start.ts'

export const paystackKey = { authorization: 'Bearer sk_test_simulated' }
export const vtpassGet = { 'api-key': 'simulated-api-key', 'public-key': 'PK_simulated' }
export const vtpassPost = { 'api-key': 'simulated-api-key', 'secret-key': 'SK_simulated' }

export async function dataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'sanwo-simulators-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** Simulators on free ports, ten times faster than life, closed when the test ends. */
export async function simulators(options: Partial<SimulatorsOptions> = {}) {
  const started = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    dataDir: options.dataDir ?? (await dataDir()),
    appUrl: 'http://127.0.0.1:9',
    speed: 10,
    ...options,
  })
  let open = true
  const close = async () => {
    if (open) await started.close()
    open = false
  }
  onTestFinished(close)
  return { ...started, close, ...asking(started.url) }
}

/** What a test says to a simulator. */
export function asking(url: string) {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) }
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return {
    ask,
    post,
    truth: async () => (await ask('/simulators/truth.json')).json(),
    fault: (party: string, behaviour: string, times = 1) =>
      post('/simulators/faults', { party, behaviour, times }),
    paystack: (path: string, body?: unknown) =>
      body === undefined
        ? ask(`/paystack${path}`, { headers: paystackKey })
        : post(`/paystack${path}`, body, paystackKey),
    opens: async (reference: string, more: object = {}) => {
      const answer = await post(
        '/paystack/transaction/initialize',
        {
          email: 'ada@example.com',
          amount: 210_000,
          reference,
          callback_url: 'http://localhost:3000/payments/callback/paystack?nonce=n1',
          metadata: { order_reference: 'ABCDEFGH2345' },
          ...more,
        },
        paystackKey,
      )
      return answer.json().data as { authorization_url: string; access_code: string }
    },
    pays: async (reference: string, more: object = {}) =>
      (await post('/simulators/pay', { reference, ...more })).json(),
    verified: async (reference: string) =>
      (await ask(`/paystack/transaction/verify/${reference}`, { headers: paystackKey })).json().data,
    vtpass: (path: string, body?: unknown) =>
      body === undefined
        ? ask(`/vtpass/api${path}`, { headers: vtpassGet })
        : post(`/vtpass/api${path}`, body, vtpassPost),
  }
}

let minted = 0
const lagosDay = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 16).replace(/\D/g, '')
export function requestId(): string {
  minted += 1
  return `${lagosDay()}t${process.pid}x${minted}`
}

export const power = (more: object = {}) => ({
  request_id: requestId(),
  serviceID: 'ikeja-electric',
  billersCode: '1111111111111',
  variation_code: 'prepaid',
  amount: '2000.00',
  phone: '08031234567',
  ...more,
})

export interface Heard {
  body: string
  headers: IncomingHttpHeaders
}

/** An app that hears webhooks; `answers` are its first statuses, then 200. */
export async function listeningApp(answers: number[] = []) {
  const heard: Heard[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const part of req) body += part
    heard.push({ body, headers: req.headers })
    res.writeHead(answers.shift() ?? 200).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}
