import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endBearer, endBearersOf, issueBearer, route } from '../../server/http/index.ts'
import { call } from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import { apiHouse, type House } from './house.ts'

const open = { method: 'GET', summary: 'A call of this test', data: z.unknown(), errors: [] } as const
const anyone = call({ ...open, name: 'anyone', path: '/anyone', audience: 'anyone' })
const mine = call({ ...open, name: 'mine', path: '/account/mine', audience: 'user' })
const ours = call({ ...open, name: 'ours', path: '/management/ours', audience: 'manager' })

let house: House
beforeAll(async () => {
  house = await apiHouse(() => ({
    routes: [
      route(anyone, async ({ actor }) => ({ data: actor })),
      route(mine, async ({ actor }) => ({ data: actor.userId })),
      route(ours, async ({ actor }) => ({ data: actor.role })),
    ],
  }))
})
afterAll(() => house.close())

const as = (bearer: string, path: string) =>
  house.ask(path, { headers: { authorization: `Bearer ${bearer}` } })

async function person(name: string, role: 'user' | 'manager' = 'user') {
  const row = { uniqueid: name, name, email: `${name}@example.com`, phone: null, role }
  const { id } = await house.db.q.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, bearer: await house.db.inTransaction((tx) => issueBearer(tx, id)) }
}

test('without a bearer, or with an empty one, the caller is a guest', async () => {
  const none: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
  ]
  for (const headers of none) {
    expect(await house.ask('/anyone', { headers })).toMatchObject({ http: 200, body: { data: null } })
    expect(await house.ask('/account/mine', { headers })).toMatchObject({
      http: 403,
      body: { message: errors.SIGN_IN.says },
    })
    expect(await house.ask('/management/ours', { headers })).toMatchObject({
      http: 403,
      body: { message: errors.SIGN_IN.says },
    })
  }
})

test('a bearer names its person, and we keep only its digest', async () => {
  const ada = await person('ada')
  expect(await as(ada.bearer, '/account/mine')).toMatchObject({ http: 200, body: { data: ada.id } })
  expect(await as(ada.bearer, '/management/ours')).toMatchObject({
    http: 403,
    body: { message: errors.NOT_ALLOWED.says },
  })
  const kept = await house.db.q.selectFrom('bearers').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(ada.bearer)
  const bola = await person('bola', 'manager')
  expect(await as(bola.bearer, '/management/ours')).toMatchObject({ http: 200, body: { data: 'manager' } })
})

test('an unknown or ended bearer is told so on any call', async () => {
  const chi = await person('chi')
  const second = await house.db.inTransaction((tx) => issueBearer(tx, chi.id))
  await house.db.inTransaction((tx) => endBearer(tx, chi.bearer))
  for (const bearer of ['nonsense', chi.bearer]) {
    const reply = await as(bearer, '/anyone')
    expect(reply).toMatchObject({ http: 401, body: { status: 'error', message: errors.SESSION_ENDED.says } })
  }
  expect((await as(second, '/anyone')).http).toBe(200)
  await house.db.inTransaction((tx) => endBearersOf(tx, chi.id))
  expect((await as(second, '/anyone')).http).toBe(401)
})
