import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { openapi } from '../../server/http/index.ts'
import { operationDescriptions } from '../../server/http/openapi/index.ts'
import { type Assets, createWebApp } from '../../server/web/index.ts'
import { errors } from '../../shared/errors.ts'
import { createCustomer } from '../support/customer.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { silentLog } from './setup.ts'

type Json = Record<string, unknown>
interface Operation extends Json {
  operationId: string
  tags: string[]
  description: string
  security: Json[]
  responses: Json
  requestBody?: { content: Json }
}

const client = join(import.meta.dirname, '../client')
const generated = join(client, 'generated')
const run = promisify(execFile)
const tool = (path: string, ...args: string[]) => run(process.execPath, [path, ...args], { cwd: client })

let app: TestApp
let document: Json & { paths: Record<string, Record<string, Operation>>; tags: { name: string }[] }
let operations: Operation[]
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  document = (await (await fetch(`${app.origin}/api/v1/openapi.json`)).json()) as typeof document
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  mkdirSync(generated, { recursive: true })
  writeFileSync(join(generated, 'openapi.json'), JSON.stringify(document))
})
afterAll(() => app.close())

test('every operation has a described tag and its own description', () => {
  const tags = document.tags.map(({ name }) => name)
  expect(operations.length).toBeGreaterThan(100)
  for (const {
    operationId,
    tags: [tag = ''],
  } of operations)
    expect(tags, operationId).toContain(tag)
  expect(tags).not.toContain('Other')
  const undescribed = operations.filter(({ operationId }) => !operationDescriptions[operationId])
  expect(undescribed.map(({ operationId }) => operationId)).toEqual([])
})

test('every field has a description, and amounts and times have units and formats', () => {
  const missing: string[] = []
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'example' || key === 'examples') continue
      if (key === 'properties')
        for (const [field, schema] of Object.entries(inner as Record<string, Json>))
          if (!schema.description) missing.push(`${path}.${field}`)
      visit(inner, `${path}/${key}`)
    }
  }
  visit(document.paths, '')
  visit(document.components, '')
  expect(missing).toEqual([])
  const { schemas } = document.components as { schemas: Record<string, Json> }
  expect(schemas.NairaAmount).toMatchObject({ type: 'number', description: expect.stringContaining('Naira') })
  expect(schemas.Timestamp).toMatchObject({ type: 'string', format: 'date-time' })
  expect(schemas.MeterInfo).toMatchObject({
    properties: { total_amount: { $ref: '#/components/schemas/NairaAmount' } },
  })
  expect(schemas.ErrorCode).toMatchObject({ enum: Object.keys(errors) })
})

test('four of five operations that return JSON have a recorded example', () => {
  const json = operations.flatMap(({ operationId, responses }) => {
    const { content = {} } = (responses['200'] ?? {}) as { content?: Record<string, Json> }
    const response = content['application/json']
    return response ? [{ operationId, isShown: response.example !== undefined }] : []
  })
  const missing = json.filter(({ isShown }) => !isShown).map(({ operationId }) => operationId)
  expect(missing.length, missing.join(', ')).toBeLessThan(json.length / 5)
})

test('authentication, guest access, idempotency, rate limits and retries are documented', () => {
  const { info, components } = document as unknown as {
    info: { description: string }
    components: { securitySchemes: Json; responses: Record<string, { headers: Json }> }
  }
  expect(components.securitySchemes).toMatchObject({
    bearer: { type: 'http', scheme: 'bearer' },
    orderAccessToken: { type: 'apiKey', in: 'header', name: 'Order-Access-Token' },
  })
  for (const word of ['api_token', 'access_token', 'Idempotency-Key', 'for at least 3 days', 'Retry-After'])
    expect(info.description).toContain(word)
  expect(info.description).toContain('| lookup number | 60 | 10 min |')
  expect(components.responses.TooMany?.headers).toHaveProperty('Retry-After')
  expect(document.paths['/services/airtime/process-subscription']?.post?.security).toContainEqual({
    orderAccessToken: [],
  })
})

test('the endpoint that sends e-mails documents its file and its fields', () => {
  const { content } = document.paths['/management/messages/email/send']?.post?.requestBody ?? { content: {} }
  expect(content).toMatchObject({
    'multipart/form-data': {
      schema: { allOf: [{ $ref: '#/components/schemas/SendEmailRequest' }, { properties: { file: {} } }] },
    },
  })
})

test('the service alert endpoint documents the response for an unknown service', () => {
  expect(document.paths['/services/{service}/tell-me']?.post?.responses).toHaveProperty('404')
})

test("Redocly's and Spectral's recommended rules report nothing", async () => {
  const live = openapi({ routes: app.features.routes, ...app.config, appUrl: 'https://sanwo.example' })
  const file = join(generated, 'linted.json')
  writeFileSync(file, JSON.stringify(live))
  const { stdout } = await tool('lint.mjs', file)
  expect(stdout).toBe('')
}, 180_000)

test('a generated client signs in at the public origin, buys electricity and reads the account', async () => {
  const password = 'Correct-Horse-1'
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const password_hash = await hashSecret(password)
  await app.db.q.updateTable('users').set({ password_hash }).where('id', '=', ada.id).execute()
  const pages = await createWebApp({ config: app.config, apiOrigin: app.origin, log: silentLog, assets })
  const server = createServer(pages).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const generator = join(client, 'node_modules/openapi-typescript/bin/cli.js')
  await tool(generator, join(generated, 'openapi.json'), '--output', join(generated, 'api.ts'))
  await tool(join(client, 'node_modules/typescript/bin/tsc'), '-p', client)
  const { stdout } = await tool('program.ts', origin, ada.email, password)
  server.close()

  const result = JSON.parse(stdout)
  expect(result).toMatchObject({
    cookie: null,
    token: expect.stringMatching(/^\d{20}$/),
    profile: { email: ada.email },
    ownState: 'quoted',
    foreignCode: 'NOT_FOUND',
    registered: 'success',
  })
  expect(result.balance).toBe(7_920)
}, 180_000)

/** Pages are not requested here. */
const assets: Assets = {
  css: async () => '',
  render: async () => '',
  entry: '/assets/main.js',
  before: null,
  preloads: () => [],
  serviceWorker: null,
  folder: null,
}
