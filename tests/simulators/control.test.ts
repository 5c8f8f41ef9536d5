import { execFile, spawn } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import nodemailer from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { dataDir, listeningApp, power, simulatorClient, simulators, waitFor } from './setup.ts'

const sms = (overrides: object = {}) => ({
  api_key: 'simulated-termii-key',
  to: '2348031234567',
  from: 'Sanwo',
  sms: 'Your token: 1234 <b>',
  type: 'plain',
  channel: 'dnd',
  ...overrides,
})

test('the control API and the records are reachable only from this machine', async () => {
  const { request } = await simulators()
  const statusFor = async (address: string) =>
    (await request('/simulators/records.json', { headers: { 'x-forwarded-for': address } })).status
  expect(await statusFor('127.0.0.1')).toBe(200)
  expect(await statusFor('::1')).toBe(200)
  expect(await statusFor('102.89.1.1')).toBe(403)
  expect(await statusFor('127.0.0.1, 102.89.1.1')).toBe(403)
  const crossSiteRequest = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
  expect((await request('/simulators/reset', crossSiteRequest)).status).toBe(403)
})

test('a mail is stored with subject, texts and attachments', async () => {
  const { request, smtpUrl } = await simulators()
  const start = new Date().toISOString()
  const transport = nodemailer.createTransport(smtpUrl)
  await transport.sendMail({
    from: 'Sanwo <no-reply@sanwo.example>',
    to: 'ada@example.com',
    subject: 'Your receipt, ₦2,000',
    text: 'Thank you',
    html: '<p>Thank you</p>',
    attachments: [{ filename: 'receipt.pdf', content: Buffer.from('%PDF-1.7') }],
  })
  const mails = (await request(`/simulators/mail.json?since=${start}`)).json()
  expect(mails).toEqual([
    {
      to: 'ada@example.com',
      subject: 'Your receipt, ₦2,000',
      text: expect.stringContaining('Thank you'),
      html: expect.stringContaining('<p>Thank you</p>'),
      attachments: [{ name: 'receipt.pdf', bytes: 8 }],
      headers: {},
      at: expect.any(String),
    },
  ])
  expect((await request('/simulators/mail.json?since=2999-01-01T00:00:00Z')).json()).toEqual([])
  expect((await request('/simulators/mail.json?since=yesterday')).status).toBe(422)
})

test('a rejected mail is an error for the sender and is not stored', async () => {
  const { request, smtpUrl, fault } = await simulators()
  await fault('smtp', 'reject')
  const transport = nodemailer.createTransport(smtpUrl)
  await expect(transport.sendMail({ from: 'a@b.ng', to: 'c@d.ng', text: 'x' })).rejects.toThrow('550')
  expect((await request('/simulators/mail.json')).json()).toEqual([])
})

test('an SMS is stored and displayed as escaped text', async () => {
  const { request, post, fault } = await simulators()
  expect((await post('/termii/api/sms/send', sms({ api_key: 'x' }))).status).toBe(401)
  expect((await post('/termii/api/sms/send', sms({ channel: 'pigeon' }))).status).toBe(400)
  await fault('termii', 'reject')
  expect((await post('/termii/api/sms/send', sms())).status).toBe(400)
  const response = await post('/termii/api/sms/send', sms())
  expect(response.json()).toMatchObject({ message_id: expect.any(String), balance: expect.any(Number) })
  expect((await request('/simulators/sms.json')).json()).toEqual([
    { to: '2348031234567', text: 'Your token: 1234 <b>', attachments: [], at: expect.any(String) },
  ])
  const page = await request('/simulators/')
  expect(page.text).toContain('Your token: 1234 &lt;b&gt;')
})

test('a fault is injected as many times as it was armed for; an unknown fault is rejected with a list of the known ones', async () => {
  const { request, fault, paystack, post } = await simulators()
  expect((await fault('paystack', 'verify_500', 2)).json()).toMatchObject({ left: 2 })
  const statuses = []
  for (let i = 0; i < 3; i += 1) statuses.push((await paystack('/transaction/verify/x')).status)
  expect(statuses).toEqual([500, 500, 404])

  const unknown = await fault('paystack', 'explode')
  expect(unknown.status).toBe(422)
  expect(unknown.json().known).toContainEqual(expect.objectContaining({ party: 'vtpass', behaviour: 'html' }))
  expect((await post('/simulators/faults', { party: 'vtpass', behaviour: 'html', times: 0 })).status).toBe(
    422,
  )

  await fault('vtpass', 'html', 5)
  await post('/simulators/faults', { party: 'vtpass', behaviour: 'none' })
  const faults = (await request('/simulators/faults')).json()
  expect(faults).toContainEqual({ party: 'vtpass', behaviour: 'html', message: expect.any(String), left: 0 })
})

test('a reset deletes all data, on disk too', async () => {
  const dir = await dataDir()
  const first = await simulators({ dataDir: dir })
  await first.initialize('pay-1')
  await first.pay('pay-1')
  await first.vtpass('/pay', power())
  await first.post('/simulators/reset', {})
  expect(await first.providerRecords()).toEqual({ captures: [], refunds: [], deliveries: [] })
  await first.close()
  const second = await simulators({ dataDir: dir })
  expect(await second.providerRecords()).toEqual({ captures: [], refunds: [], deliveries: [] })
})

test("the vendor's processing time is configurable", async () => {
  const { post, vtpass } = await simulators()
  expect((await post('/simulators/settings', { vendMs: 300 })).json()).toMatchObject({ vendMs: 300 })
  const start = performance.now()
  await vtpass('/pay', power())
  expect(performance.now() - start).toBeGreaterThan(290)
  expect((await post('/simulators/settings', { vendMs: -1 })).status).toBe(422)
})

/** Starts the simulators in a process of their own, as the app does. */
async function startSimulatorProcess(env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/simulators/main.ts'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const line = await new Promise<string>((done) => child.stdout.once('data', (data) => done(String(data))))
  const exitCode = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  return { child, exitCode, ...(JSON.parse(line) as { listening: string; smtp: string }) }
}

test('a killed process keeps all acknowledged data and its pending webhooks', async () => {
  const dir = await dataDir()
  const app = await listeningApp()
  const port = await freePort(2)
  const env = { SIMULATORS_URL: `http://127.0.0.1:${port}`, DATA_DIR: dir, APP_URL: 'http://127.0.0.1:9' }

  const first = await startSimulatorProcess(env)
  const { initialize, pay, vtpass, post, providerRecords } = simulatorClient(first.listening)
  await Promise.all(['k-1', 'k-2', 'k-3'].map((reference) => initialize(reference)))
  await pay('k-1')
  await pay('k-2', { decline: true })
  const order = power()
  await vtpass('/pay', order)
  await post('/termii/api/sms/send', sms())
  const before = await providerRecords()
  first.child.kill('SIGKILL')
  await first.exitCode
  await appendFile(join(dir, 'simulators.jsonl'), '{"party":"paystack","event":{"kind":"end')

  const second = await startSimulatorProcess({ ...env, APP_URL: app.url })
  const restarted = simulatorClient(second.listening)
  expect(await restarted.providerRecords()).toEqual(before)
  expect(before.captures).toHaveLength(1)
  expect(before.deliveries).toMatchObject([{ requestId: order.request_id }])
  expect(await restarted.verified('k-2')).toMatchObject({ status: 'failed' })
  expect(await restarted.verified('k-3')).toMatchObject({ status: 'abandoned' })
  expect((await restarted.request('/simulators/sms.json')).json()).toHaveLength(1)
  await waitFor(() =>
    expect(app.webhooks.map(({ body }) => JSON.parse(body).data.reference)).toEqual(['k-1']),
  )
  await restarted.pay('k-3')
  expect((await restarted.providerRecords()).captures).toHaveLength(2)

  second.child.kill('SIGTERM')
  expect(await second.exitCode).toBe(0)
})

test('a second process exits silently when simulators use the port, and reports another program on it', async () => {
  const dir = await dataDir()
  const port = await freePort(2)
  const env = { PATH: process.env.PATH, DATA_DIR: dir, SIMULATORS_URL: `http://127.0.0.1:${port}` }
  const start = () => promisify(execFile)(process.execPath, ['server/simulators/main.ts'], { env })

  const first = await startSimulatorProcess({ SIMULATORS_URL: env.SIMULATORS_URL, DATA_DIR: dir })
  const health = await simulatorClient(first.listening).request('/simulators/health')
  expect(health.json()).toEqual({ ok: true, type: 'sanwo-simulators', smtpPort: port + 1 })
  expect(await start()).toEqual({ stdout: '', stderr: '' })
  first.child.kill('SIGTERM')
  await first.exitCode

  const other = createServer((socket) => void socket.end()).listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  await expect(start()).rejects.toThrow(/taken by another program/)
})

test('an invalid address stops the start with an error that names the variable', async () => {
  const child = spawn(process.execPath, ['server/simulators/main.ts'], {
    env: { PATH: process.env.PATH, SIMULATORS_URL: 'nonsense' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  expect(await text(child.stderr)).toBe('SIMULATORS_URL must be an http:// address.\n')
})

test('two hundred concurrent purchases all get a response and are stored', async () => {
  const { vtpass, providerRecords } = await simulators({ duplicateWindowSeconds: 0 })
  const codes = await Promise.all(
    Array.from({ length: 200 }, async () => (await vtpass('/pay', power())).json().code),
  )
  expect(new Set(codes)).toEqual(new Set(['000']))
  expect((await providerRecords()).deliveries).toHaveLength(200)
})
