import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxWebhookReads, maxWebhookReadsOfClient } from '../../server/http/body.ts'
import { eventually } from '../support/test-app.ts'
import { startTestApi, type TestApi } from './setup.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi(() => ({
    routes: [],
    webhooks: [{ provider: 'paystack', receive: async () => ({ httpStatus: 200, text: 'accepted' }) }],
  }))
})
afterAll(() => api.close())

const send = async () => (await api.post('/webhooks/paystack', '{}')).httpStatus

/** Starts a webhook of 1,000 bytes of which one is sent. @param client the IP address of its sender */
async function startBody(client: string): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const port = Number(new URL(api.origin).port)
  const socket = connect({ port, host: '127.0.0.1', localAddress: client })
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.write('POST /api/v1/webhooks/paystack HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{')
  return { socket, closed }
}

test('webhook bodies that are not complete are limited in number and in time', async () => {
  const clients = Array.from({ length: maxWebhookReads }, (_, index) => `127.0.1.${1 + (index % 10)}`)
  const bodies = await Promise.all(clients.map(startBody))
  await eventually(async () => (await send()) === 503)
  // The first connection is closed by its client, the others by the time limit.
  bodies[0]?.socket.destroy()
  await eventually(async () => (await send()) === 200)
  await Promise.all(bodies.map(({ closed }) => closed))
  expect(await send()).toBe(200)
}, 60_000)

test('one client cannot take all webhook bodies', async () => {
  const clients = Array.from({ length: maxWebhookReadsOfClient }, () => '127.0.0.1')
  const bodies = await Promise.all(clients.map(startBody))
  await eventually(async () => (await send()) === 503)
  const other = await startBody('127.0.0.2')
  other.socket.write(' '.repeat(999))
  const [response] = await once(other.socket, 'data')
  expect(String(response)).toContain('200 OK')
  for (const { socket } of [...bodies, other]) socket.destroy()
  await eventually(async () => (await send()) === 200)
})
