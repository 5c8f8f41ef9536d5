import { randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { issueSessionToken, signInternalHeader } from '../../server/http/index.ts'
import { scopes } from '../../shared/scopes.ts'
import { expectInvariantsHold } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { hostileBodies, hostileText, hostileValue, type Operation, type ValidValues } from './hostile.ts'
import { mode, report, seed } from './mode.ts'

vi.setConfig({ testTimeout: 900_000 })

/** Requests per endpoint and kind of caller. */
const runs = mode === 'whole' ? 60 : 3

const pin = '246810'

let app: TestApp
let calls: readonly Call[]
let ids: Record<string, string | null>
let validValues: ValidValues
let before: unknown

interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

beforeAll(async () => {
  app = await startTestApp({ shared: true })
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const eve = await createCustomer(app, { walletKobo: 1_000_000n })
  const musa = await createCustomer(app, { walletKobo: 1_000_000n })
  await app.db.q
    .updateTable('users')
    .set({ role: 'manager', scopes: [...scopes], pin_hash: await hashSecret(pin) })
    .where('id', '=', musa.id)
    .execute()
  await app.db.q.updateTable('users').set({ is_company: true }).where('id', '=', eve.id).execute()
  const card = await ada.saveCard()
  const { data: paid } = await ada.lookUpMeter()
  await ada.payFromWallet(paid)
  await ada.processOrder(paid)
  const { data: open } = await ada.lookUpMeter()
  const [template, another] = await app.db.q
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('channel', '=', 'email')
    .where('type', '=', 'power')
    .execute()
  ids = { guest: null, user: eve.id, manager: musa.id }
  validValues = {
    order_reference: open.order_reference,
    service_id: open.order_reference,
    serviceId: open.order_reference,
    reference: paid.order_reference,
    accessToken: open.access_token,
    amount: open.total_amount,
    service_charge: open.service_charge,
    payment_for: 'electricity',
    payment_method: 'WALLET',
    payment_card_id: card.uniqueid,
    uniqueid: card.uniqueid,
    meter_number: '11000000099',
    meter_disco: 'ikeja',
    phone_number: '08031234567',
    email: ada.email,
    auth_pin: pin,
    // A valid form could send the other's name as well.
    id: template?.id,
    name: another?.name,
  }
  const document = (await (await fetch(`${app.origin}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  before = await readProtectedState()
})
afterAll(() => app.close())

/** State that no hostile request may change: money and roles. */
async function readProtectedState() {
  const [snapshot, owed, roles] = await Promise.all([
    app.accountBalances(),
    app.db.q
      .selectFrom('orders')
      .select(['reference', 'total_kobo', 'state'])
      .where('paid_at', 'is not', null)
      .execute(),
    app.db.q.selectFrom('users').select(['id', 'role']).where('role', '<>', 'user').execute(),
  ])
  return { balances: [...snapshot], owed, roles }
}

/** Signs in again with an unlocked PIN: an earlier request may have ended the session or locked the PIN. */
async function authorize(caller: string): Promise<Record<string, string>> {
  const id = ids[caller]
  if (!id) return {}
  await app.db.q.deleteFrom('pin_failures').where('user_id', '=', id).execute()
  return { authorization: `Bearer ${await issueSessionToken(app.db.q, id)}` }
}

/** A separate network per request, so that network limits do not interfere. */
const newNetworkHeaders = () => ({
  'x-sanwo-shell': signInternalHeader(app.config.sessionSecret, {
    ip: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    session: randomUUID(),
    at: Date.now(),
  }),
})

async function send(call: Call, path: string, body: string | undefined, headers: Record<string, string>) {
  const isFile = 'multipart/form-data' in (call.operation.requestBody?.content ?? {})
  const response = await fetch(`${app.origin}/api/v1${path}`, {
    method: call.method.toUpperCase(),
    headers: {
      ...headers,
      ...newNetworkHeaders(),
      ...(isFile ? {} : { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(20_000),
    ...(body === undefined ? {} : { body: isFile ? toFileForm(call, body) : body }),
  })
  const type = response.headers.get('content-type') ?? ''
  // A stream has no end to wait for.
  if (!type.startsWith('text/event-stream'))
    return { httpStatus: response.status, type, text: await response.text() }
  await response.body?.cancel()
  return { httpStatus: response.status, type, text: '' }
}

/** The same text as rows of an uploaded file, in the expected form field or another. */
function toFileForm({ operation }: Call, text: string): FormData {
  const schema = operation.requestBody?.content['multipart/form-data']?.schema
  const form = new FormData()
  const rows = `service,number,provider,type,plan,amount,phone\n${text}\npower,${text.slice(0, 300)}`
  const field =
    text.length % 5 === 0 ? text.slice(0, 50) : (Object.keys(schema?.properties ?? {})[0] ?? 'file')
  form.set(field, new Blob([text.length % 3 === 0 ? text : rows]), text.slice(0, 80))
  return form
}

/** Errors use the envelope; successes too, except files and streams. */
function expectEnvelope(
  call: Call,
  requests: string,
  { httpStatus, type, text }: { httpStatus: number; type: string; text: string },
) {
  expect(httpStatus, requests).toBeLessThan(500)
  if (httpStatus < 400 && !type.startsWith('application/json')) {
    expect(Object.keys(call.operation.responses['200']?.content ?? {}), requests).toContain(
      type.split(';')[0],
    )
    return
  }
  expect(text, requests).not.toBe('')
  const results = JSON.parse(text) as { status: unknown; message: unknown }
  expect(results, requests).toMatchObject({ message: expect.any(String) })
  expect(httpStatus < 400 ? ['success', 'created', 'pending'] : ['error'], requests).toContain(results.status)
  expect(text, requests).not.toMatch(/at .*\.ts:\d+|select .* from |syntax error|node_modules|violates/)
}

test.for(['guest', 'user', 'manager'])(
  'any request of a %s to any endpoint gets the response envelope and moves no money',
  async (caller) => {
    let requests = 0
    for (const call of calls) {
      const schema = Object.values(call.operation.requestBody?.content ?? {})[0]?.schema
      const parameters = (call.operation.parameters ?? []).filter((entry) => entry.in !== 'header')
      const request = fc.record({
        body: schema ? hostileBodies(schema, validValues) : fc.constant(undefined),
        parameters: fc.tuple(...parameters.map(({ name }) => hostileText(name, validValues[name]))),
        key: fc.option(fc.uuid(), { nil: null }),
        extra: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostileValue }),
      })
      for (const entry of fc.sample(request, { seed: Number(seed) + requests, numRuns: runs })) {
        const query = new URLSearchParams()
        let path = call.path
        parameters.forEach(({ name, in: label }, index) => {
          const value = (entry.parameters[index] ?? '').toWellFormed()
          if (label === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value) || '%20')
          else query.set(name, value)
        })
        if (entry.extra !== null) query.set('is_manager', String(JSON.stringify(entry.extra)))
        const line = `${caller}: ${call.method} ${path}?${query} ${entry.body?.slice(0, 400)}`
        const key: Record<string, string> = entry.key ? { 'idempotency-key': entry.key } : {}
        const headers = await authorize(caller)
        const response = await send(call, `${path}?${query}`, entry.body, { ...headers, ...key })
        expectEnvelope(call, line, response)
        if (caller !== 'guest') expect(response.httpStatus, line).not.toBe(401)
        requests++
      }
    }
    await app.runDueJobs()
    expect(await readProtectedState()).toEqual(before)
    await expectInvariantsHold(app)
    report({ hostile: caller, requests })
  },
)

test('an amount other than the order’s is rejected in any notation, and the wallet is not charged', async () => {
  // The manager of the other test app may have turned a service off.
  const ownApp = await startTestApp()
  const bola = await createCustomer(ownApp, { walletKobo: 1_000_000n })
  const { data: info } = await bola.lookUpMeter()
  const right = info.total_amount
  const wrong = fc.sample(
    fc.oneof(
      hostileValue,
      fc.constantFrom<unknown>(
        right - 0.01,
        right + 0.01,
        `${right}.001`,
        `0x${right.toString(16)}`,
        [right],
        { amount: right },
      ),
    ),
    { seed: Number(seed), numRuns: runs * 20 },
  )
  for (const amount of wrong) {
    const { httpStatus } = await bola.payFromWallet(info, { amount })
    expect(httpStatus, JSON.stringify(amount)).toBeGreaterThanOrEqual(400)
    expect(httpStatus, JSON.stringify(amount)).toBeLessThan(500)
  }
  expect(await bola.walletKobo()).toBe(1_000_000n)
  expect(await bola.holdKobo()).toBe(0n)
})
