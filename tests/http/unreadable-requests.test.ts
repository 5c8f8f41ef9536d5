import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerUnreadableRequests } from '../../server/http/index.ts'
import { errors } from '../../shared/errors.ts'

const server = createServer({ connectionsCheckingInterval: 50, headersTimeout: 300, requestTimeout: 300 })
beforeAll(async () => {
  answerUnreadableRequests(server, { appUrl: 'https://sanwo.example' })
  server.on('request', (request, response) => {
    // A response without end, so that the rest of the connection is read while it is being sent.
    if (request.url === '/open') response.writeHead(200).write('partial')
    else response.end('answered')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function open(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined) // The server closes the connection before it has read everything.
  return socket
}

test.for([
  [
    'an address above 16 KB',
    `GET /?search=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    'HEADERS_TOO_LARGE',
  ],
  [
    'cookies above 16 KB',
    `GET / HTTP/1.1\r\nHost: a\r\nCookie: a=${'a'.repeat(20_000)}\r\n\r\n`,
    'HEADERS_TOO_LARGE',
  ],
  ['a request that is not complete in time', 'GET / HTTP/1.1\r\nHost: a\r\n', 'REQUEST_TIMEOUT'],
  ['a request that is not HTTP', 'hello\r\n\r\n', 'MALFORMED'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'MALFORMED',
  ],
] as const)('%s gets the envelope and the security headers', async ([, request, code]) => {
  const socket = open()
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const { status, message } = errors[code]
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('Strict-Transport-Security: ')
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
  expect(head).toContain('Connection: close')
  expect(JSON.parse(body)).toEqual({ status: 'error', code, message })
})

test('an invalid request after a response that is still being sent adds nothing to that response', async () => {
  const socket = open()
  socket.write('GET /open HTTP/1.1\r\nHost: a\r\n\r\n')
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toContain('partial')
  socket.write('hello\r\n\r\n')
  expect(await text(socket)).toBe('')
})
