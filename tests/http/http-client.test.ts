import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { runInTransactionContext } from '../../server/database/transaction-context.ts'
import { sendHttpRequest } from '../../server/http/http-client.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

/** Starts a minimal HTTP provider and returns its address. */
async function startProvider(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a provider that sends raw bytes instead of HTTP. */
async function startRawProvider(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const sendGet = (url: string, timeoutMs = 2_000) => sendHttpRequest({ method: 'GET', url, timeoutMs })

test('a response is returned completely, for any status', async () => {
  const url = await startProvider((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () =>
      response.writeHead(422, { 'x-seen': String(request.headers['x-key']) }).end(`₦ ${body}`),
    )
  })
  const response = await sendHttpRequest({
    method: 'POST',
    url,
    headers: { 'x-key': 'k' },
    body: '{"₦":1}',
    timeoutMs: 2_000,
  })
  expect(response).toMatchObject({
    type: 'response',
    status: 422,
    text: '₦ {"₦":1}',
    headers: { 'x-seen': 'k' },
  })
})

test('a refused connection is proof that nothing was sent', async () => {
  const url = await startProvider(() => {})
  await closers.pop()?.()
  expect(await sendGet(url)).toEqual({ type: 'not_sent', reason: 'refused' })
})

test('a host that does not exist is proof that nothing was sent', async () => {
  expect(await sendGet('http://no-such-host.invalid/', 5_000)).toEqual({
    type: 'not_sent',
    reason: 'no_such_host',
  })
})

test('a request without a response times out', async () => {
  const url = await startProvider(() => {})
  expect(await sendGet(url, 100)).toEqual({ type: 'no_response', reason: 'timeout' })
})

test('the timeout includes a slowly streamed body', async () => {
  const url = await startProvider((_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  })
  expect(await sendGet(url, 200)).toEqual({ type: 'no_response', reason: 'timeout' })
})

test('a connection closed before or during the response is lost, not unsent', async () => {
  const before = await startRawProvider((socket) => socket.on('data', () => socket.destroy()))
  const during = await startRawProvider((socket) =>
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"code":')),
  )
  const chunked = await startRawProvider((socket) =>
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"co')),
  )
  const nonsense = await startRawProvider((socket) =>
    socket.on('data', () => socket.end('good morning\r\n\r\n')),
  )
  for (const url of [before, during, chunked, nonsense])
    expect(await sendGet(url)).toEqual({ type: 'no_response', reason: 'cut' })
})

test('a pooled connection that closes during a new request is lost: part of it may have been sent', async () => {
  let calls = 0
  const url = await startRawProvider((socket) =>
    socket.on('data', () => {
      calls += 1
      if (calls === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      else socket.destroy()
    }),
  )
  expect(await sendGet(url)).toMatchObject({ type: 'response', text: 'ok' })
  expect(await sendGet(url)).toEqual({ type: 'no_response', reason: 'cut' })
})

test('redirects are not followed', async () => {
  let followed = false
  const target = await startProvider((_, response) => {
    followed = true
    response.end()
  })
  const url = await startProvider((_, response) => response.writeHead(302, { location: target }).end())
  expect(await sendGet(url)).toEqual({ type: 'no_response', reason: 'redirect' })
  expect(followed).toBe(false)
})

test('a response above 1 MiB is not read completely', async () => {
  const url = await startProvider((_, response) => response.end(Buffer.alloc(1024 * 1024 + 1, 'x')))
  expect(await sendGet(url)).toEqual({ type: 'no_response', reason: 'too_large' })
  const full = await startProvider((_, response) => response.end(Buffer.alloc(1024 * 1024, 'x')))
  expect(await sendGet(full)).toMatchObject({ type: 'response', status: 200 })
})

test('a request inside a transaction throws before it is sent', async () => {
  let requests = 0
  const url = await startProvider((_, response) => {
    requests += 1
    response.end()
  })
  await expect(runInTransactionContext(() => sendGet(url))).rejects.toThrow('inside a transaction')
  expect(requests).toBe(0)
})

test('many concurrent requests share few connections', async () => {
  const ports = new Set<number | undefined>()
  const url = await startProvider((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('{}')
  })
  for (let round = 0; round < 20; round += 1) {
    const responses = await Promise.all(Array.from({ length: 10 }, () => sendGet(url)))
    expect(responses.every((response) => response.type === 'response')).toBe(true)
  }
  expect(ports.size).toBeLessThanOrEqual(20)
})
