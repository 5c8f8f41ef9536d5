import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../server/app.ts'
import { composeApp } from '../../server/composition-root.ts'
import { issueSessionToken } from '../../server/http/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { proxyTo } from '../../server/web/proxy.ts'
import { createTestConfig, silentLog } from '../http/setup.ts'
import { createTestDatabase } from '../support/database.ts'
import { startTestApp } from '../support/test-app.ts'
import { createUser } from '../support/user.ts'

test('shutdown does not wait for open event streams', async () => {
  const folder = createTestConfig()
  const simulators = await startSimulators({ port: 0, host: '127.0.0.1', dataDir: folder.config.dataDir })
  const { db, drop } = await createTestDatabase()
  const { config, remove } = createTestConfig({
    ROLE: 'api',
    SESSION_SECRET: 's'.repeat(32),
    SIMULATORS_URL: simulators.url,
  })
  onTestFinished(async () => {
    await drop()
    await simulators.close()
    remove()
    folder.remove()
  })
  const app = await startApp(config, composeApp, { db, log: silentLog })
  const { id } = await db.q
    .insertInto('users')
    .values({ uniqueid: 'ada', name: 'Ada', email: 'ada@sanwo.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const page = await fetch(`${app.apiUrl}/account/events`, {
    headers: { authorization: `Bearer ${await issueSessionToken(db.q, id)}` },
  })
  expect(page.status).toBe(200)
  const ended = page.text()
  const startedAt = performance.now()
  await app.close()
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect(await ended).toContain('"type":"unread"')
})

test('events pass immediately through the proxy to a remote API', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  const shell = express()
  shell.use('/api/v1', proxyTo({ target: app.origin, under: '/api/v1', log: silentLog }))
  const server = createServer(shell).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const leave = new AbortController()
  const page = await fetch(`http://127.0.0.1:${port}/api/v1/account/events`, {
    headers: { authorization: String((ada.headers as Record<string, string>).authorization) },
    signal: leave.signal,
  })
  const first = await page.body!.getReader().read()
  expect(Buffer.from(first.value ?? []).toString()).toBe('data: {"type":"unread","unread":0}\n\n')
  leave.abort()
})
