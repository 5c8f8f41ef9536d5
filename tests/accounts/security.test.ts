import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Activity, Session } from '../../shared/security.ts'
import { type AccountsHouse, accountsHouse, goodPassword } from './house.ts'

let house: AccountsHouse
beforeAll(async () => {
  house = await accountsHouse()
})
afterAll(() => house.close())

type Person = Awaited<ReturnType<AccountsHouse['person']>>['browser']

const sessions = async (browser: Person) => (await browser.get<Session[]>('/account/sessions/all')).data
const activities = async (browser: Person) =>
  (await browser.get<{ list: Activity[]; next: string | null }>('/account/activity-logs/all')).data.list

/** The same person in another browser. */
async function elsewhere(email: string, password = goodPassword) {
  const browser = house.visitor()
  expect(await browser.signsIn(email, password)).toMatchObject({ http: 200 })
  return browser
}

test('a person sees where they are signed in, this browser first, and no secret of any', async () => {
  const ada = await house.person()
  await elsewhere(ada.email)
  const list = await sessions(ada.browser)
  expect(list).toHaveLength(2)
  expect(list.map((it) => it.current)).toEqual([true, false])
  expect(list[0]).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    device: expect.any(String),
    current: true,
    created_at: expect.any(String),
    last_seen_at: expect.any(String),
  })
  expect(JSON.stringify(list)).not.toContain(ada.browser.bearer)
})

test('one session is ended from another browser, and its bearer opens nothing any more', async () => {
  const ada = await house.person()
  const phone = await elsewhere(ada.email)
  const [, other] = await sessions(ada.browser)
  expect(await ada.browser.remove(`/account/sessions/${other?.id}`)).toMatchObject({
    http: 200,
    status: 'success',
  })
  expect(await phone.seesProfile()).toMatchObject({ http: 401 })
  expect(await ada.browser.seesProfile()).toMatchObject({ http: 200 })
  expect(await ada.browser.remove(`/account/sessions/${other?.id}`)).toMatchObject({ http: 404 })
})

test('signing out everywhere else leaves this browser alone', async () => {
  const ada = await house.person()
  const others = [await elsewhere(ada.email), await elsewhere(ada.email)]
  expect(await ada.browser.remove('/account/sessions/others')).toMatchObject({
    http: 200,
    data: { ended: 2 },
  })
  for (const other of others) expect(await other.seesProfile()).toMatchObject({ http: 401 })
  expect(await sessions(ada.browser)).toHaveLength(1)
})

test('somebody else’s session answers like an unknown one, and lives on', async () => {
  const [ada, bola] = [await house.person(), await house.person()]
  const [mine] = await sessions(ada.browser)
  const foreign = await bola.browser.remove(`/account/sessions/${mine?.id}`)
  expect(foreign).toMatchObject({ http: 404, status: 'error' })
  expect(await bola.browser.remove('/account/sessions/00000000-0000-4000-8000-000000000000')).toEqual(foreign)
  expect(await bola.browser.remove('/account/sessions/everything')).toEqual(foreign)
  expect(await ada.browser.seesProfile()).toMatchObject({ http: 200 })
})

test('each call of the switch flips what is stored, and the profile says so', async () => {
  const ada = await house.person()
  const flip = () => ada.browser.put('/account/user/profile/activity-logs/update')
  const saves = async () => (await ada.browser.seesProfile()).data.save_activity_logs
  expect(await saves()).toBe(true)
  expect(await flip()).toMatchObject({ http: 200, status: 'success', data: { save_activity_logs: false } })
  expect(await saves()).toBe(false)
  expect(await flip()).toMatchObject({ data: { save_activity_logs: true } })
  expect(await saves()).toBe(true)
  await Promise.all([flip(), flip()])
  expect(await saves()).toBe(true)
})

test('what was done in an account is listed for its owner, and nothing more once the log is off', async () => {
  const ada = await house.person()
  await elsewhere(ada.email)
  await ada.browser.post('/account/user/profile/update', { name: 'Ada Obi' })
  await ada.browser.post('/account/user/pin/update', {
    pin: '135790',
    pin_confirmation: '135790',
    password: goodPassword,
  })
  expect((await activities(ada.browser)).map((it) => it.what)).toEqual([
    'Set the PIN',
    'Changed the profile',
    'Signed in',
    'Signed in',
  ])
  expect((await activities(ada.browser))[0]).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    device: expect.any(String),
    at: expect.any(String),
  })
  await ada.browser.put('/account/user/profile/activity-logs/update')
  await ada.browser.post('/account/user/profile/update', { name: 'Ada Eze' })
  await elsewhere(ada.email)
  expect((await activities(ada.browser))[0]?.what).toBe('Set the PIN')
  // The company's own log has it all the same: a break-in must be found.
  const kept = await house.db.q
    .selectFrom('audit_log')
    .select(['action', 'shown'])
    .where('owner_id', '=', (await house.userRow(ada.email)).id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(kept).toEqual({ action: 'account.sign_in', shown: false })

  const bola = await house.person()
  expect(await activities(bola.browser)).toHaveLength(1)
})

test('the log says nothing secret of what was typed', async () => {
  const ada = await house.person()
  await ada.browser.post('/account/user/pin/update', {
    pin: '864209',
    pin_confirmation: '864209',
    password: goodPassword,
  })
  const rows = await house.db.q.selectFrom('audit_log').selectAll().execute()
  const text = JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).not.toContain('864209')
  expect(text).not.toContain(goodPassword)
  expect(text).not.toContain(ada.browser.bearer)
})

test('a manager proves the PIN with it alone; five wrong ones lock it, the right one too', async () => {
  const musa = await house.person()
  await musa.browser.post('/account/user/pin/update', {
    pin: '135790',
    pin_confirmation: '135790',
    password: goodPassword,
  })
  const verify = (pin: unknown) => musa.browser.post('/management/user/pin/verify', { pin })
  expect(await verify('135790')).toMatchObject({ http: 403, status: 'error' })
  await house.db.q.updateTable('users').set({ role: 'manager' }).where('email', '=', musa.email).execute()
  expect(await verify('135790')).toMatchObject({ http: 200, status: 'success' })
  expect(await verify('000000')).toMatchObject({ http: 422, errors: { pin: ['That PIN is not right.'] } })
  expect(await verify('12345')).toMatchObject({ http: 422 })
  await Promise.all(Array.from({ length: 4 }, () => verify('000000')))
  expect(await verify('135790')).toMatchObject({ http: 429 })
})

test('guests reach none of it', async () => {
  const guest = house.visitor()
  for (const [method, path] of [
    ['get', '/account/sessions/all'],
    ['get', '/account/activity-logs/all'],
    ['put', '/account/user/profile/activity-logs/update'],
    ['remove', '/account/sessions/others'],
    ['post', '/management/user/pin/verify'],
  ] as const) {
    expect(await guest[method](path), path).toMatchObject({
      http: 403,
      message: 'Please sign in to continue.',
    })
  }
})
