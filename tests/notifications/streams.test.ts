import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { issueSessionToken } from '../../server/http/index.ts'
import { createStreams } from '../../server/notifications/index.ts'
import { silentLog } from '../http/setup.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/test-app.ts'

test('a stream whose first query is slow starts with its headers, also while other streams are polled', async () => {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  const [ada, bola] = await Promise.all(
    ['ada', 'bola'].map(async (name) => {
      const row = { uniqueid: name, name, email: `${name}@example.com` }
      const { id } = await db.q.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
      return { id, headers: { authorization: `Bearer ${await issueSessionToken(db.q, id)}` } }
    }),
  )
  // Only the query results about Bola are delayed.
  const delay = Promise.withResolvers<void>()
  const delayedQueryIds = new Set<object>()
  let adaQueryCount = 0
  const delayPlugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = JSON.stringify(node, (_, value) => (typeof value === 'bigint' ? String(value) : value))
      if (text.includes(`["${bola?.id}"]`)) delayedQueryIds.add(queryId)
      if (text.includes(`"${ada?.id}"`)) adaQueryCount += 1
      return node
    },
    async transformResult({ result, queryId }) {
      if (delayedQueryIds.has(queryId)) await delay.promise
      return result
    },
  }
  const streams = createStreams({ db: { ...db, q: db.q.withPlugin(delayPlugin) }, log: silentLog })
  const app = express()
  app.get('/:user', (req, res) => streams.open(req.params.user, res))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    await streams.close()
    server.closeAllConnections()
    server.close()
  })
  const open = (person: typeof ada) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${person?.id}`, {
      headers: person?.headers,
    })

  // Node.js closes the connection of a response that is garbage collected, so the response stays referenced.
  const responseOfAda = await open(ada)
  const responsePromise = open(bola)
  await eventually(async () => delayedQueryIds.size > 0)
  // Each poll of Ada's changes runs three queries, so after more than six a whole poll has run.
  adaQueryCount = 0
  await eventually(async () => adaQueryCount > 6, 30_000)
  delay.resolve()
  const response = await responsePromise
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const { value } = (await response.body?.getReader().read()) ?? {}
  expect(Buffer.from(value ?? []).toString()).toBe('data: {"type":"unread","unread":0}\n\n')
  expect(responseOfAda.status).toBe(200)
})
