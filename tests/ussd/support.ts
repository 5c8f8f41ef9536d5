import { randomInt, randomUUID } from 'node:crypto'
import { hashSecret } from '../../server/accounts/password.ts'
import type { TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

export const pin = '274916'
const secret = 'simulated-africastalking-callback'

/** A Nigerian mobile number that no other test uses. The simulated network delivers to it: it ends in no test value. */
export const newPhone = (): string => `+234801${randomInt(100, 1_000)}${randomInt(1_000, 10_000)}`

export async function postCallback(
  app: TestApp,
  name: 'ussd' | 'sms',
  form: Record<string, string>,
  options: { secret?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(
    `${app.origin}/api/v1/webhooks/africastalking/${options.secret ?? secret}/${name}`,
    { method: 'POST', body: new URLSearchParams(form), headers: options.headers ?? {} },
  )
  return {
    httpStatus: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

/** A phone that uses the gateway's protocol. */
export function createPhone(app: TestApp, phone: string, networkCode = '62130') {
  let sessionId = ''
  let text = ''
  const request = async () => {
    const response = await postCallback(app, 'ussd', {
      sessionId,
      serviceCode: '*347*80#',
      phoneNumber: phone,
      networkCode,
      text,
    })
    return response.text
  }
  return {
    phone,
    get sessionId() {
      return sessionId
    },
    /** Starts a session. */
    dial() {
      sessionId = `ATUid_${randomUUID()}`
      text = ''
      return request()
    },
    send(input: string) {
      text = text === '' ? input : `${text}*${input}`
      return request()
    },
    /** Sends inputs one after the other. @returns the last screen */
    async sendAll(...inputs: readonly string[]) {
      let screen = ''
      for (const input of inputs) screen = await this.send(input)
      return screen
    },
    /** The gateway repeats the last request. */
    repeat: request,
    sms: () => smsTo(app, phone),
  }
}
export type Phone = ReturnType<typeof createPhone>

export async function smsTo(app: TestApp, phone: string): Promise<string[]> {
  const response = await fetch(`${app.simulators.url}/simulators/sms.json`)
  const all = (await response.json()) as { to: string; text: string }[]
  return all.filter(({ to }) => to === phone.slice(1)).map(({ text }) => text)
}

/** A user with a PIN whose profile has a new phone. */
export async function createPhoneOwner(app: TestApp, { walletKobo = 0n } = {}) {
  const user = await createUser(app, { walletKobo })
  const phone = newPhone()
  await app.db.q
    .updateTable('users')
    .set({ phone, pin_hash: await hashSecret(pin) })
    .where('id', '=', user.id)
    .execute()
  return { user, handset: createPhone(app, phone) }
}

/** The same, with the phone linked to the account. */
export async function createLinkedPhone(app: TestApp, options: { walletKobo?: bigint } = {}) {
  const owner = await createPhoneOwner(app, options)
  await linkPhone(app, owner.user, owner.handset.phone)
  return owner
}

export const linkPhone = (app: TestApp, user: Pick<TestUser, 'id'>, phone: string) =>
  app.db.q.insertInto('verified_phones').values({ phone, user_id: user.id }).execute()
