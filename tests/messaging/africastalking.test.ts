import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { africasTalking, eitherSms, type Sent, type SmsSender, termii } from '../../server/messaging/index.ts'
import { simulators } from '../simulators/house.ts'
import { eventually, openShop } from '../support/shop.ts'

/** An Africa's Talking that answers as it is told. */
async function start(status: number, answer: string, sender: string | null = null) {
  const seen: unknown[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(text))
      seen.push([request.method, request.url, request.headers.apikey, form])
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
  return { seen, close, sms: africasTalking({ url, username: 'shop', apiKey: 'key', sender }) }
}

const recipient = (statusCode: number, status = 'x') =>
  JSON.stringify({
    SMSMessageData: {
      Message: 'Sent',
      Recipients: [{ statusCode, status, number: '+234', messageId: 'ATX1' }],
    },
  })
const hello = { to: '+2348012345678', text: 'hello' }

test('an SMS goes out as a form, to a number with its plus, from the registered sender if there is one', async () => {
  const { sms, seen } = await start(201, recipient(101), 'Sanwo')
  expect(await sms.send(hello)).toEqual({ is: 'accepted', id: 'ATX1' })
  const form = { username: 'shop', to: '+2348012345678', message: 'hello', bulkSMSMode: '1' }
  expect(seen).toEqual([['POST', '/version1/messaging', 'key', { ...form, from: 'Sanwo' }]])
  const shared = await start(201, recipient(102))
  await shared.sms.send(hello)
  expect(shared.seen).toEqual([['POST', '/version1/messaging', 'key', form]])
})

test.each([
  [201, recipient(406, 'UserInBlacklist'), { is: 'rejected', because: '406 UserInBlacklist' }],
  [201, recipient(405, 'InsufficientBalance'), { is: 'rejected', because: '405 InsufficientBalance' }],
  [
    201,
    JSON.stringify({ SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }),
    { is: 'rejected', because: 'InvalidSenderId' },
  ],
  [401, 'The supplied authentication is invalid', { is: 'rejected', because: 'status 401' }],
  [500, 'oops', { is: 'unknown', because: 'status 500' }],
  [201, 'not json', { is: 'unknown', because: 'status 201' }],
])('an SMS answered %i %s is told as it is', async (status, answer, outcome) => {
  const { sms } = await start(status, answer)
  expect(await sms.send(hello)).toEqual(outcome)
})

test('an SMS that never left is known not to have gone out', async () => {
  const { sms, close } = await start(201, '')
  close()
  expect(await sms.send(hello)).toEqual({ is: 'rejected', because: 'refused' })
})

test('the other provider is asked after a rejection, never after an answer that leaves it open', async () => {
  const asked: string[] = []
  const says = (name: string, sent: Sent): SmsSender => ({
    async send() {
      asked.push(name)
      return sent
    },
  })
  const accepted: Sent = { is: 'accepted', id: '1' }
  const open: Sent = { is: 'unknown', because: 'timeout' }
  const rejected: Sent = { is: 'rejected', because: 'no' }
  const sendBy = async (chosen: 'termii' | 'africastalking', first: Sent, second: Sent) => {
    asked.length = 0
    const [termiiSays, atSays] = chosen === 'termii' ? [first, second] : [second, first]
    const both = { termii: says('termii', termiiSays), africastalking: says('africastalking', atSays) }
    return [await eitherSms(both, async () => chosen)?.send(hello), ...asked]
  }
  expect(await sendBy('termii', accepted, rejected)).toEqual([accepted, 'termii'])
  expect(await sendBy('africastalking', accepted, rejected)).toEqual([accepted, 'africastalking'])
  expect(await sendBy('termii', rejected, accepted)).toEqual([accepted, 'termii', 'africastalking'])
  expect(await sendBy('termii', open, accepted)).toEqual([open, 'termii'])
  const alone = eitherSms({ africastalking: says('africastalking', accepted) }, async () => 'termii')
  expect(await alone?.send(hello)).toEqual(accepted)
  expect(eitherSms({}, async () => 'termii')).toBeNull()
})

test("both providers' messages stand in one list of what arrived", async () => {
  const house = await simulators()
  const at = africasTalking({
    url: `${house.url}/africastalking`,
    username: 'sandbox',
    apiKey: 'simulated-africastalking-key',
    sender: null,
  })
  const ours = termii({ url: `${house.url}/termii`, apiKey: 'simulated-termii-key', sender: 'Sanwo' })
  expect(await at.send(hello)).toMatchObject({ is: 'accepted' })
  expect(await ours.send({ ...hello, text: 'again' })).toMatchObject({ is: 'accepted' })
  const texts = (await house.ask('/simulators/sms.json')).json() as { to: string; text: string }[]
  expect(texts).toMatchObject([
    { to: '2348012345678', text: 'hello' },
    { to: '2348012345678', text: 'again' },
  ])
  await house.fault('africastalking', 'reject')
  expect(await at.send(hello)).toMatchObject({ is: 'rejected', because: '406 UserInBlacklist' })
})

test('a token goes out by the provider that the settings name, and by the other one when it is rejected', async () => {
  const shop = await openShop()
  await shop.parts.settings.change('sms_provider', 'africastalking')
  await shop.fault('africastalking', 'reject')
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: '11000000099' })
  await ada.processes(info)
  await eventually(async () => {
    await shop.sweep()
    return (await shop.texts()).length > 0
  })
  // It was asked first, and refused: what arrived came by the other, and not by a second try.
  const faults = (await (await fetch(`${shop.simulators.url}/simulators/faults`)).json()) as Fault[]
  expect(faults.find((it) => it.party === 'africastalking' && it.behaviour === 'reject')?.left).toBe(0)
  expect((await shop.texts())[0]).toMatchObject({ to: '2348031234567' })
  const sent = await shop.db.q.selectFrom('outbox').select('tries').where('channel', '=', 'sms').execute()
  expect(sent).toEqual([{ tries: 1 }])
})

interface Fault {
  party: string
  behaviour: string
  left: number
}
