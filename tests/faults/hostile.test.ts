import { randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { issueBearer, signShell } from '../../server/http/index.ts'
import { expectLawful } from '../support/audit.ts'
import { customerOf } from '../support/customer.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { hostileBodies, hostileText, hostileValue, type Operation, type Plausible } from './hostile.ts'
import { mode, report, seed } from './mode.ts'

vi.setConfig({ testTimeout: 900_000 })

/** Requests of each call by each kind of caller. */
const runs = mode === 'whole' ? 60 : 3

const pin = '246810'

let shop: Shop
let calls: readonly Call[]
let ids: Record<string, string | null>
let plausible: Plausible
let before: unknown

interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

beforeAll(async () => {
  shop = await openShop({ shared: true })
  const ada = await customerOf(shop, { walletKobo: 1_000_000n })
  const eve = await customerOf(shop, { walletKobo: 1_000_000n })
  const musa = await customerOf(shop, { walletKobo: 1_000_000n })
  await shop.db.q
    .updateTable('users')
    .set({ role: 'manager', pin_hash: await hashSecret(pin) })
    .where('id', '=', musa.id)
    .execute()
  await shop.db.q.updateTable('users').set({ is_company: true }).where('id', '=', eve.id).execute()
  const card = await ada.savesCard()
  const { data: paid } = await ada.looksUp()
  await ada.paysFromWallet(paid)
  await ada.processes(paid)
  const { data: open } = await ada.looksUp()
  const [template, another] = await shop.db.q
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('channel', '=', 'email')
    .where('type', '=', 'power')
    .execute()
  ids = { guest: null, user: eve.id, manager: musa.id }
  plausible = {
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
    // Renaming the one to the other's name is what an honest form would send.
    id: template?.id,
    name: another?.name,
  }
  const document = (await (await fetch(`${shop.origin}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  before = await unmoved()
})
afterAll(() => shop.close())

/** What no hostile request may change: money, and who may do what. */
async function unmoved() {
  const [books, owed, roles] = await Promise.all([
    shop.books(),
    shop.db.q
      .selectFrom('orders')
      .select(['reference', 'total_kobo', 'state'])
      .where('paid_at', 'is not', null)
      .execute(),
    shop.db.q.selectFrom('users').select(['id', 'role']).where('role', '<>', 'user').execute(),
  ])
  return { books: [...books], owed, roles }
}

/** Signed in anew, with a PIN that is not locked: a call that was made before may have ended either. */
async function signedIn(who: string): Promise<Record<string, string>> {
  const id = ids[who]
  if (!id) return {}
  await shop.db.q.deleteFrom('pin_failures').where('user_id', '=', id).execute()
  return { authorization: `Bearer ${await issueBearer(shop.db.q, id)}` }
}

/** A network of its own for each request: what is limited there is not what is tested here. */
const somewhere = () => ({
  'x-sanwo-shell': signShell(shop.config.sessionSecret, {
    ip: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    session: randomUUID(),
    at: Date.now(),
  }),
})

async function sends(call: Call, path: string, body: string | undefined, headers: Record<string, string>) {
  const isFile = 'multipart/form-data' in (call.operation.requestBody?.content ?? {})
  const answer = await fetch(`${shop.origin}/api/v1${path}`, {
    method: call.method.toUpperCase(),
    headers: { ...headers, ...somewhere(), ...(isFile ? {} : { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(20_000),
    ...(body === undefined ? {} : { body: isFile ? asFile(call, body) : body }),
  })
  const type = answer.headers.get('content-type') ?? ''
  // A stream has no end to wait for.
  const text = type.startsWith('text/event-stream') ? '' : await answer.text()
  if (text === '') await answer.body?.cancel()
  return { http: answer.status, type, text }
}

/** The same text as rows of a file, in the form's field or in another. */
function asFile({ operation }: Call, text: string): FormData {
  const schema = operation.requestBody?.content['multipart/form-data']?.schema
  const form = new FormData()
  const rows = `service,number,provider,type,plan,amount,phone\n${text}\npower,${text.slice(0, 300)}`
  const field =
    text.length % 5 === 0 ? text.slice(0, 50) : (Object.keys(schema?.properties ?? {})[0] ?? 'file')
  form.set(field, new Blob([text.length % 3 === 0 ? text : rows]), text.slice(0, 80))
  return form
}

/** A refusal is the envelope; a success too, but for files and streams. */
function expectTold(
  call: Call,
  asked: string,
  { http, type, text }: { http: number; type: string; text: string },
) {
  expect(http, asked).toBeLessThan(500)
  if (http < 400 && !type.startsWith('application/json')) {
    expect(Object.keys(call.operation.responses['200']?.content ?? {}), asked).toContain(type.split(';')[0])
    return
  }
  const told = JSON.parse(text) as { status: unknown; message: unknown }
  expect(told, asked).toMatchObject({ message: expect.any(String) })
  expect(http < 400 ? ['success', 'created', 'pending'] : ['error'], asked).toContain(told.status)
  expect(text, asked).not.toMatch(/at .*\.ts:\d+|select .* from |syntax error|node_modules|violates/)
}

test.for(['guest', 'user', 'manager'])(
  'whatever a %s sends to any call, the answer is the envelope, and not a kobo moves',
  async (who) => {
    let asked = 0
    for (const call of calls) {
      const schema = Object.values(call.operation.requestBody?.content ?? {})[0]?.schema
      const parameters = (call.operation.parameters ?? []).filter((it) => it.in !== 'header')
      const request = fc.record({
        body: schema ? hostileBodies(schema, plausible) : fc.constant(undefined),
        parameters: fc.tuple(...parameters.map(({ name }) => hostileText(name, plausible[name]))),
        key: fc.option(fc.uuid(), { nil: null }),
        extra: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostileValue }),
      })
      for (const it of fc.sample(request, { seed: Number(seed) + asked, numRuns: runs })) {
        const query = new URLSearchParams()
        let path = call.path
        parameters.forEach(({ name, in: where }, at) => {
          const value = (it.parameters[at] ?? '').toWellFormed()
          if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value) || '%20')
          else query.set(name, value)
        })
        if (it.extra !== null) query.set('is_manager', String(JSON.stringify(it.extra)))
        const line = `${who}: ${call.method} ${path}?${query} ${it.body?.slice(0, 400)}`
        const key: Record<string, string> = it.key ? { 'idempotency-key': it.key } : {}
        const headers = await signedIn(who)
        const answer = await sends(call, `${path}?${query}`, it.body, { ...headers, ...key })
        expectTold(call, line, answer)
        if (who !== 'guest') expect(answer.http, line).not.toBe(401)
        asked++
      }
    }
    await shop.sweep()
    expect(await unmoved()).toEqual(before)
    await expectLawful(shop)
    report({ hostile: who, requests: asked })
  },
)

test('an amount that is not the order’s is refused, however it is written, and the wallet keeps its money', async () => {
  // The manager of the other shop may have switched a service off.
  const own = await openShop()
  const bola = await customerOf(own, { walletKobo: 1_000_000n })
  const { data: info } = await bola.looksUp()
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
    const { http } = await bola.paysFromWallet(info, { amount })
    expect(http, JSON.stringify(amount)).toBeGreaterThanOrEqual(400)
    expect(http, JSON.stringify(amount)).toBeLessThan(500)
  }
  expect(await bola.walletKobo()).toBe(1_000_000n)
  expect(await bola.holdKobo()).toBe(0n)
})
