import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { markTransaction } from '../../server/database/context.ts'
import { readJson } from '../../server/http/exact-json.ts'
import { callOut } from '../../server/http/outbound.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()))
})

/** A tiny counterparty; gives its address. */
async function counterparty(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  opened.push(() => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** One that speaks bytes, not HTTP. */
async function rawCounterparty(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    onSocket(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => server.close(done))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ask = (url: string, deadlineMs = 2_000) => callOut({ method: 'GET', url, deadlineMs })

test('an answer comes back whole, whatever its status', async () => {
  const url = await counterparty((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () =>
      response.writeHead(422, { 'x-seen': String(request.headers['x-key']) }).end(`₦ ${body}`),
    )
  })
  const reply = await callOut({
    method: 'POST',
    url,
    headers: { 'x-key': 'k' },
    body: '{"₦":1}',
    deadlineMs: 2_000,
  })
  expect(reply).toMatchObject({ is: 'answered', status: 422, text: '₦ {"₦":1}', headers: { 'x-seen': 'k' } })
})

test('a refused connection is proof that nothing was sent', async () => {
  const url = await counterparty(() => {})
  await opened.pop()?.()
  expect(await ask(url)).toEqual({ is: 'not_sent', because: 'refused' })
})

test('a host that does not exist is proof that nothing was sent', async () => {
  expect(await ask('http://no-such-host.invalid/', 5_000)).toEqual({
    is: 'not_sent',
    because: 'no_such_host',
  })
})

test('silence ends at the deadline', async () => {
  const url = await counterparty(() => {})
  expect(await ask(url, 100)).toEqual({ is: 'lost', because: 'timeout' })
})

test('the deadline counts a body that only drips', async () => {
  const url = await counterparty((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const started = performance.now()
  expect(await ask(url, 200)).toEqual({ is: 'lost', because: 'timeout' })
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('a connection cut before or during the answer is lost, not unsent', async () => {
  const before = await rawCounterparty((socket) => socket.on('data', () => socket.destroy()))
  const during = await rawCounterparty((socket) =>
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"code":')),
  )
  const chunked = await rawCounterparty((socket) =>
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"co')),
  )
  const nonsense = await rawCounterparty((socket) =>
    socket.on('data', () => socket.end('good morning\r\n\r\n')),
  )
  for (const url of [before, during, chunked, nonsense])
    expect(await ask(url)).toEqual({ is: 'lost', because: 'cut' })
})

test('a kept connection that closes under a new request is lost: part of it may have left', async () => {
  let calls = 0
  const url = await rawCounterparty((socket) =>
    socket.on('data', () => {
      calls += 1
      if (calls === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      else socket.destroy()
    }),
  )
  expect(await ask(url)).toMatchObject({ is: 'answered', text: 'ok' })
  expect(await ask(url)).toEqual({ is: 'lost', because: 'cut' })
})

test('no redirect is followed', async () => {
  let followed = false
  const elsewhere = await counterparty((_, response) => {
    followed = true
    response.end()
  })
  const url = await counterparty((_, response) => response.writeHead(302, { location: elsewhere }).end())
  expect(await ask(url)).toEqual({ is: 'lost', because: 'redirect' })
  expect(followed).toBe(false)
})

test('an answer above 1 MiB is not read to its end', async () => {
  const url = await counterparty((_, response) => response.end(Buffer.alloc(1024 * 1024 + 1, 'x')))
  expect(await ask(url)).toEqual({ is: 'lost', because: 'too_large' })
  const full = await counterparty((_, response) => response.end(Buffer.alloc(1024 * 1024, 'x')))
  expect(await ask(full)).toMatchObject({ is: 'answered', status: 200 })
})

test('a call inside a transaction is refused before it leaves', async () => {
  let seen = 0
  const url = await counterparty((_, response) => {
    seen += 1
    response.end()
  })
  await expect(markTransaction(() => ask(url))).rejects.toThrow('inside a transaction')
  expect(seen).toBe(0)
})

test('many calls share few connections', async () => {
  const ports = new Set<number | undefined>()
  const url = await counterparty((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('{}')
  })
  for (let round = 0; round < 20; round += 1) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask(url)))
    expect(replies.every((reply) => reply.is === 'answered')).toBe(true)
  }
  expect(ports.size).toBeLessThanOrEqual(20)
})

test('ids above 2^53 keep every digit', () => {
  expect(readJson('{"id": 18446744073709551615, "amount": 40333, "rate": 0.1}')).toEqual({
    id: '18446744073709551615',
    amount: 40333,
    rate: 0.1,
  })
  expect(readJson('<html>')).toBeUndefined()
})
