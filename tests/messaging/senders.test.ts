import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { runInTransactionContext } from '../../server/database/transaction-context.ts'
import { smtp } from '../../server/messaging/index.ts'
import { termii } from '../../server/messaging/sms/termii/index.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close()
})

async function startTermii(status: number, answer: string) {
  const requests: unknown[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      requests.push([request.method, request.url, JSON.parse(text)])
      response.writeHead(status).end(answer)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/termii`
  return { requests, sms: termii({ url, apiKey: 'key', sender: 'Sanwo' }) }
}

/** A mail server that accepts all recipients except unknown@, and is busy for busy@. */
async function startMailServer() {
  const mails: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('unknown')) done(Object.assign(new Error('No such user'), { responseCode: 550 }))
      else if (address.startsWith('busy')) done(Object.assign(new Error('Busy'), { responseCode: 451 }))
      else done()
    },
    onData(stream, _session, done) {
      let mail = ''
      stream.on('data', (chunk) => (mail += chunk))
      stream.on('end', () => {
        mails.push(mail)
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  cleanups.push(() => new Promise<void>((done) => server.close(() => done())))
  const sender = smtp(
    `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    'Sanwo <no-reply@sanwo.example>',
  )
  cleanups.push(() => sender.close())
  return { mails, sender }
}

const mail = { subject: 'Your token', text: 'Token: 1234', html: '<p>Token: 1234</p>' }

test('an SMS is sent on the channel that reaches all numbers, to a number without plus sign', async () => {
  const { sms, requests } = await startTermii(
    200,
    '{"message_id":"9122821270554876574","message":"Successfully Sent","balance":9,"user":"x"}',
  )
  expect(await sms.send({ to: '+2348012345678', text: 'hello' })).toEqual({
    type: 'accepted',
    id: '9122821270554876574',
  })
  expect(requests).toEqual([
    [
      'POST',
      '/termii/api/sms/send',
      { api_key: 'key', to: '2348012345678', from: 'Sanwo', sms: 'hello', type: 'plain', channel: 'dnd' },
    ],
  ])
})

test.each([
  [400, '{"message":"Invalid Sender Id"}', { type: 'rejected', reason: 'Invalid Sender Id' }],
  [422, 'nonsense', { type: 'rejected', reason: 'status 422' }],
  [401, '{"message":"Invalid key"}', { type: 'rejected', reason: 'Invalid key' }],
  [429, '', { type: 'rejected', reason: 'status 429' }],
  [500, '<html>', { type: 'unknown', reason: 'status 500' }],
  [200, '{"message":"hm"}', { type: 'unknown', reason: 'unreadable' }],
])('an SMS response %i %s is mapped to its result', async (status, response, outcome) => {
  const { sms } = await startTermii(status, response)
  expect(await sms.send({ to: '+2348012345678', text: 'hello' })).toEqual(outcome)
})

test('a mail arrives with its text, its HTML and its receipt', async () => {
  const { sender, mails } = await startMailServer()
  const attachments = [
    { name: 'receipt.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
  ]
  expect(await sender.send({ ...mail, to: 'ada@example.com', attachments })).toMatchObject({
    type: 'accepted',
  })
  expect(mails[0]).toContain('From: Sanwo <no-reply@sanwo.example>')
  expect(mails[0]).toContain('Subject: Your token')
  expect(mails[0]).toContain('<p>Token: 1234</p>')
  expect(mails[0]).toContain('filename=receipt.pdf')
})

test('a line break in a subject starts no header', async () => {
  const { sender, mails } = await startMailServer()
  await sender.send({ ...mail, to: 'ada@example.com', subject: 'Token\r\nBcc: all@example.com' })
  expect(mails[0]).not.toMatch(/^Bcc:/m)
})

test('a mail to an unknown recipient is rejected; the result of a busy server is unknown', async () => {
  const { sender } = await startMailServer()
  expect(await sender.send({ ...mail, to: 'unknown@example.com' })).toEqual({
    type: 'rejected',
    reason: '550',
  })
  expect(await sender.send({ ...mail, to: 'busy@example.com' })).toMatchObject({ type: 'unknown' })
})

test('the result is unknown when a mail server does not respond or cannot be reached', async () => {
  const silentServer = createTcpServer((socket) => socket.on('error', () => socket.destroy()))
  await new Promise<void>((ready) => silentServer.listen(0, '127.0.0.1', ready))
  const url = `smtp://127.0.0.1:${(silentServer.address() as AddressInfo).port}`
  const impatientSender = smtp(url, 'Sanwo <no-reply@sanwo.example>', { totalMs: 200 })
  expect(await impatientSender.send({ ...mail, to: 'ada@example.com' })).toMatchObject({ type: 'unknown' })
  impatientSender.close()
  await new Promise((done) => silentServer.close(done))
  const disconnectedSender = smtp(url, 'Sanwo <no-reply@sanwo.example>')
  expect(await disconnectedSender.send({ ...mail, to: 'ada@example.com' })).toMatchObject({ type: 'unknown' })
  disconnectedSender.close()
})

test('nothing is sent inside a transaction', async () => {
  const { sender, mails } = await startMailServer()
  await expect(
    runInTransactionContext(() => sender.send({ ...mail, to: 'ada@example.com' })),
  ).rejects.toThrow('transaction')
  expect(mails).toEqual([])
})
