import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { answerUnreadableRequests, limitSlowBodies } from '../../server/http/index.ts'
import { listen } from '../../server/listener.ts'
import { createTestConfig } from './setup.ts'

const rate = { intervalMs: 300, minBytes: 1_000 }

const server = createServer()
beforeAll(async () => {
  answerUnreadableRequests(server, { appUrl: 'https://sanwo.example' })
  limitSlowBodies(server, rate)
  server.on('request', async (request, response) => {
    if (request.url === '/unread') await pause(4 * rate.intervalMs)
    if (request.url === '/rejected') return response.writeHead(403).end('rejected')
    const body = await json(request).catch(() => null)
    if (body) response.end('read')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Opens a connection and sends `head`. The client never closes its side first. */
function startRequest(head: string, { port } = server.address() as Pick<AddressInfo, 'port'>): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write(head)
  return socket
}

/** Starts a POST request with a JSON body of 10,000 bytes. */
const startPost = (path: string, address?: Pick<AddressInfo, 'port'>): Socket =>
  startRequest(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n`,
    address,
  )

/** Sends `chunk` every 50 ms until the connection ends. */
function sendEvery50Ms(socket: Socket, chunk: string): void {
  const timer = setInterval(() => socket.write(chunk), 50)
  onTestFinished(() => clearInterval(timer))
  socket.once('close', () => clearInterval(timer))
}

test('a body of which single bytes arrive is ended with 408, and its connection is closed', async () => {
  const socket = startPost('/')
  sendEvery50Ms(socket, ' ')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const response = await text(socket)
  expect(response).toMatch(/^HTTP\/1.1 408 /)
  expect(response).toContain('"code":"REQUEST_TIMEOUT"')
  await closed
})

test('the connection of a rejected request is closed when its body arrives slowly', async () => {
  const socket = startPost('/rejected')
  sendEvery50Ms(socket, ' ')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const response = await text(socket)
  expect(response).toMatch(/^HTTP\/1.1 403 /)
  expect(response).not.toContain('408')
  await closed
})

test('a body that takes several intervals and arrives at the minimum rate is read', async () => {
  const socket = startPost('/')
  for (const chunk of ['[', ...Array.from({ length: 8 }, () => ' '.repeat(1_249)), '     1]']) {
    socket.write(chunk)
    await pause(120)
  }
  const [response] = await once(socket, 'data')
  expect(String(response)).toContain('200 OK')
})

test('time in which the server does not read a body does not count', async () => {
  const socket = startPost('/unread')
  socket.write('[')
  await pause(4 * rate.intervalMs)
  socket.write(`${' '.repeat(9_997)}1]`)
  const [response] = await once(socket, 'data')
  expect(String(response)).toContain('200 OK')
})

test('no timer holds a request after its body has arrived', async () => {
  const setTimer = vi.spyOn(globalThis, 'setInterval')
  const clearTimer = vi.spyOn(globalThis, 'clearInterval')
  onTestFinished(() => void vi.restoreAllMocks())
  const socket = startPost('/')
  socket.write(`[${' '.repeat(9_997)}1]`)
  await once(socket, 'data')
  const timers = setTimer.mock.results.filter(
    (_, index) => setTimer.mock.calls[index]?.[1] === rate.intervalMs,
  )
  expect(timers).toHaveLength(1)
  expect(clearTimer).toHaveBeenCalledWith(timers[0]?.value)
})

test('the server of the product ends slow headers and slow bodies', async () => {
  const { config, remove } = createTestConfig()
  onTestFinished(remove)
  const listener = await listen(config, {
    headers: { headersTimeout: 300, connectionsCheckingInterval: 100 },
    body: rate,
  })
  onTestFinished(() => listener.close(0))
  await listener.serve((request) => void request.resume())
  const [headers, body] = await Promise.all([
    text(startRequest('GET / HTTP/1.1\r\nHost: a\r\n', listener.config)),
    text(startPost('/', listener.config)),
  ])
  expect(headers).toMatch(/^HTTP\/1.1 408 /)
  expect(body).toMatch(/^HTTP\/1.1 408 /)
})
