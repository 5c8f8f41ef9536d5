import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  issueSessionToken,
  revokeSessionToken,
  revokeUserSessionTokens,
  route,
} from '../../server/http/index.ts'
import { defineEndpoint } from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import { scopes } from '../../shared/scopes.ts'
import { startTestApi, type TestApi } from './setup.ts'

const commonFields = {
  method: 'GET',
  summary: 'An endpoint of this test',
  data: z.unknown(),
  errors: [],
} as const
const anyone = defineEndpoint({ ...commonFields, name: 'anyone', path: '/anyone', audience: 'anyone' })
const userEndpoint = defineEndpoint({
  ...commonFields,
  name: 'mine',
  path: '/account/mine',
  audience: 'user',
})
const managerEndpoint = defineEndpoint({
  ...commonFields,
  name: 'getUsers',
  path: '/management/restricted',
  audience: 'manager',
})

let server: TestApi
beforeAll(async () => {
  server = await startTestApi(() => ({
    routes: [
      route(anyone, async ({ actor }) => ({ data: actor })),
      route(userEndpoint, async ({ actor }) => ({ data: actor.userId })),
      route(managerEndpoint, async ({ actor }) => ({ data: actor.role })),
    ],
  }))
})
afterAll(() => server.close())

const requestAs = (sessionToken: string, path: string) =>
  server.request(path, { headers: { authorization: `Bearer ${sessionToken}` } })

async function createUser(name: string, role: 'user' | 'manager' = 'user') {
  const row = { uniqueid: name, name, email: `${name}@example.com`, phone: null, role, scopes: [...scopes] }
  const { id } = await server.db.q.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, sessionToken: await server.db.inTransaction((tx) => issueSessionToken(tx, id)) }
}

test('a caller without a session token, or with an empty one, is a guest', async () => {
  const headersWithoutToken: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
  ]
  for (const headers of headersWithoutToken) {
    expect(await server.request('/anyone', { headers })).toMatchObject({
      httpStatus: 200,
      body: { data: null },
    })
    expect(await server.request('/account/mine', { headers })).toMatchObject({
      httpStatus: 403,
      body: { message: errors.SIGN_IN.message },
    })
    expect(await server.request('/management/restricted', { headers })).toMatchObject({
      httpStatus: 403,
      body: { message: errors.SIGN_IN.message },
    })
  }
})

test('a session token identifies its user, and only its digest is stored', async () => {
  const ada = await createUser('ada')
  expect(await requestAs(ada.sessionToken, '/account/mine')).toMatchObject({
    httpStatus: 200,
    body: { data: ada.id },
  })
  expect(await requestAs(ada.sessionToken, '/management/restricted')).toMatchObject({
    httpStatus: 403,
    body: { message: errors.NOT_ALLOWED.message },
  })
  const rows = await server.db.q.selectFrom('session_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(ada.sessionToken)
  const bola = await createUser('bola', 'manager')
  expect(await requestAs(bola.sessionToken, '/management/restricted')).toMatchObject({
    httpStatus: 200,
    body: { data: 'manager' },
  })
})

test('an unknown or revoked session token gets SESSION_ENDED from every endpoint', async () => {
  const chi = await createUser('chi')
  const second = await server.db.inTransaction((tx) => issueSessionToken(tx, chi.id))
  await server.db.inTransaction((tx) => revokeSessionToken(tx, chi.sessionToken))
  for (const sessionToken of ['nonsense', chi.sessionToken]) {
    const response = await requestAs(sessionToken, '/anyone')
    expect(response).toMatchObject({
      httpStatus: 401,
      body: { status: 'error', message: errors.SESSION_ENDED.message },
    })
  }
  expect((await requestAs(second, '/anyone')).httpStatus).toBe(200)
  await server.db.inTransaction((tx) => revokeUserSessionTokens(tx, chi.id))
  expect((await requestAs(second, '/anyone')).httpStatus).toBe(401)
})
