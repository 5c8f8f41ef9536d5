import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  failoverSms,
  type SendResult,
  type SmsSender,
  type SmsSenders,
} from '../../server/messaging/index.ts'
import { africasTalking } from '../../server/messaging/sms/africastalking/index.ts'
import { termii } from '../../server/messaging/sms/termii/index.ts'
import { smsProviders } from '../../shared/providers.ts'
import { simulators } from '../simulators/setup.ts'
import { eventually, startTestApp } from '../support/test-app.ts'

/** An Africa's Talking stub with a configurable response. */
async function start(status: number, answer: string, sender: string | null = null) {
  const requests: unknown[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(text))
      requests.push([request.method, request.url, request.headers.apikey, form])
      response.writeHead(status).end(answer)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { requests, close, sms: africasTalking({ url, username: 'sanwo', apiKey: 'key', sender }) }
}

const recipient = (statusCode: number, status = 'x') =>
  JSON.stringify({
    SMSMessageData: {
      Message: 'Sent',
      Recipients: [{ statusCode, status, number: '+234', messageId: 'ATX1' }],
    },
  })
const helloSms = { to: '+2348012345678', text: 'hello' }

test('an SMS is sent form-encoded, to a number with plus sign, from the registered sender if configured', async () => {
  const { sms, requests } = await start(201, recipient(101), 'Sanwo')
  expect(await sms.send(helloSms)).toEqual({ type: 'accepted', id: 'ATX1' })
  const form = { username: 'sanwo', to: '+2348012345678', message: 'hello', bulkSMSMode: '1' }
  expect(requests).toEqual([['POST', '/version1/messaging', 'key', { ...form, from: 'Sanwo' }]])
  const shared = await start(201, recipient(102))
  await shared.sms.send(helloSms)
  expect(shared.requests).toEqual([['POST', '/version1/messaging', 'key', form]])
})

test.each([
  [201, recipient(406, 'UserInBlacklist'), { type: 'rejected', reason: '406 UserInBlacklist' }],
  [201, recipient(405, 'InsufficientBalance'), { type: 'rejected', reason: '405 InsufficientBalance' }],
  [
    201,
    JSON.stringify({ SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }),
    { type: 'rejected', reason: 'InvalidSenderId' },
  ],
  [401, 'The supplied authentication is invalid', { type: 'rejected', reason: 'status 401' }],
  [500, 'oops', { type: 'unknown', reason: 'status 500' }],
  [201, 'not json', { type: 'unknown', reason: 'status 201' }],
])('an SMS response %i %s is mapped to its result', async (status, response, outcome) => {
  const { sms } = await start(status, response)
  expect(await sms.send(helloSms)).toEqual(outcome)
})

test('an SMS that was never sent is reported as rejected', async () => {
  const { sms, close } = await start(201, '')
  close()
  expect(await sms.send(helloSms)).toEqual({ type: 'rejected', reason: 'refused' })
})

const noSenders = Object.fromEntries(smsProviders.map((name) => [name, null])) as SmsSenders

test('the other provider is used after a rejection, never after an unknown result', async () => {
  const requests: string[] = []
  const message = (name: string, messages: SendResult): SmsSender => ({
    async send() {
      requests.push(name)
      return messages
    },
  })
  const accepted: SendResult = { type: 'accepted', id: '1' }
  const open: SendResult = { type: 'unknown', reason: 'timeout' }
  const rejected: SendResult = { type: 'rejected', reason: 'no' }
  const sendBy = async (chosen: 'termii' | 'africastalking', first: SendResult, second: SendResult) => {
    requests.length = 0
    const [termiiResult, africasTalkingResult] = chosen === 'termii' ? [first, second] : [second, first]
    const both = {
      ...noSenders,
      termii: message('termii', termiiResult),
      africastalking: message('africastalking', africasTalkingResult),
    }
    return [await failoverSms(both, async () => chosen)?.send(helloSms), ...requests]
  }
  expect(await sendBy('termii', accepted, rejected)).toEqual([accepted, 'termii'])
  expect(await sendBy('africastalking', accepted, rejected)).toEqual([accepted, 'africastalking'])
  expect(await sendBy('termii', rejected, accepted)).toEqual([accepted, 'termii', 'africastalking'])
  expect(await sendBy('termii', open, accepted)).toEqual([open, 'termii'])
  const one = { ...noSenders, africastalking: message('africastalking', accepted) }
  expect(await failoverSms(one, async () => 'termii')?.send(helloSms)).toEqual(accepted)
  expect(failoverSms(noSenders, async () => 'termii')).toBeNull()
})

test('the simulator lists the messages of both providers together', async () => {
  const app = await simulators()
  const index = africasTalking({
    url: `${app.url}/africastalking`,
    username: 'sandbox',
    apiKey: 'simulated-africastalking-key',
    sender: null,
  })
  const messages = termii({ url: `${app.url}/termii`, apiKey: 'simulated-termii-key', sender: 'Sanwo' })
  expect(await index.send(helloSms)).toMatchObject({ type: 'accepted' })
  expect(await messages.send({ ...helloSms, text: 'again' })).toMatchObject({ type: 'accepted' })
  const texts = (await app.request('/simulators/sms.json')).json() as { to: string; text: string }[]
  expect(texts).toMatchObject([
    { to: '2348012345678', text: 'hello' },
    { to: '2348012345678', text: 'again' },
  ])
  await app.fault('africastalking', 'reject')
  expect(await index.send(helloSms)).toMatchObject({ type: 'rejected', reason: '406 UserInBlacklist' })
})

test('a token SMS is sent by the configured provider, and by the other one when it is rejected', async () => {
  const app = await startTestApp()
  await app.context.settings.change('sms_provider', 'africastalking')
  await app.injectFault('africastalking', 'reject')
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: '11000000099' })
  await ada.processOrder(info)
  await eventually(async () => {
    await app.runDueJobs()
    return (await app.smsMessages()).length > 0
  })
  // The first provider rejected it, so the message came from the other one, not from a retry.
  const faults = (await (await fetch(`${app.simulators.url}/simulators/faults`)).json()) as Fault[]
  expect(faults.find((entry) => entry.party === 'africastalking' && entry.behaviour === 'reject')?.left).toBe(
    0,
  )
  expect((await app.smsMessages())[0]).toMatchObject({ to: '2348031234567' })
  const messages = await app.db.q
    .selectFrom('outbox')
    .select('attempt_count')
    .where('channel', '=', 'sms')
    .execute()
  expect(messages).toEqual([{ attempt_count: 1 }])
})

interface Fault {
  party: string
  behaviour: string
  left: number
}
