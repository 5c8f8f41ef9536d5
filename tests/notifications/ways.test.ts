import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../server/app.ts'
import { assemble } from '../../server/features.ts'
import { issueBearer } from '../../server/http/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { passOn } from '../../server/web/proxy.ts'
import { configOf, silent } from '../http/house.ts'
import { personOf } from '../support/account.ts'
import { freshDatabase } from '../support/database.ts'
import { openShop } from '../support/shop.ts'

test('a stop does not wait for pages that listen', async () => {
  const folder = configOf()
  const simulators = await startSimulators({ port: 0, host: '127.0.0.1', dataDir: folder.config.dataDir })
  const { db, drop } = await freshDatabase()
  const { config, remove } = configOf({
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
  const app = await startApp(config, assemble, { db, log: silent })
  const { id } = await db.q
    .insertInto('users')
    .values({ uniqueid: 'ada', name: 'Ada', email: 'ada@sanwo.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const page = await fetch(`${app.api}/account/events`, {
    headers: { authorization: `Bearer ${await issueBearer(db.q, id)}` },
  })
  expect(page.status).toBe(200)
  const ended = page.text()
  const began = performance.now()
  await app.close()
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await ended).toContain('"about":"unread"')
})

test('events come at once through the way to an API elsewhere', async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  const shell = express()
  shell.use('/api/v1', passOn({ target: shop.origin, under: '/api/v1', log: silent }))
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
  expect(Buffer.from(first.value ?? []).toString()).toBe('data: {"about":"unread","unread":0}\n\n')
  leave.abort()
})
