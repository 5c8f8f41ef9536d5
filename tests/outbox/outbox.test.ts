import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, setClockAhead } from '../../server/database/index.ts'
import { type MailSender, passwordLink, type Sent } from '../../server/messaging/index.ts'
import { outboxSender, putMail, putSms } from '../../server/outbox/index.ts'
import { silent } from '../http/house.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/shop.ts'

let database: TestDatabase
let answers: Sent[]
let sent: string[]
beforeEach(async () => {
  database = await freshDatabase()
  answers = []
  sent = []
})
afterEach(() => database.drop())

/** A post office that writes down what it is given, and answers as it is told. */
const mail: MailSender = {
  async send({ to, text }) {
    sent.push(`${to} ${text}`)
    return answers.shift() ?? { is: 'accepted', id: 'x' }
  },
  close: () => undefined,
}
const letter = passwordLink({
  brandName: 'Sanwo',
  name: 'Ada',
  minutes: 30,
  resetUrl: 'https://sanwo.test/reset-password?token=s3cret',
})
const put = (more: object = {}) =>
  database.db.inTransaction((tx) =>
    putMail(tx, { onceKey: 'one', to: 'ada@example.com', mail: letter, ...more }),
  )
const look = () => outboxSender({ db: database.db, log: silent, mail, sms: null })()
const row = () => database.db.q.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()

test('news that is told twice goes out once', async () => {
  await put()
  await put()
  await Promise.all([look(), look()])
  await look()
  expect(sent).toHaveLength(1)
  expect(await row()).toMatchObject({ state: 'sent', because: null })
  expect((await row()).body).toContain('s3cret')
})

test('of a mail that carries a secret nothing is kept once it is sent', async () => {
  await put({ secret: true })
  await look()
  expect(sent[0]).toContain('s3cret')
  expect(await row()).toMatchObject({ state: 'sent', body: '', html: null })
})

test('what did not go out waits and is sent again, as long as it is of use', async () => {
  answers = [{ is: 'unknown', because: 'timeout' }]
  await put({ secret: true, usefulSeconds: 600 })
  await look()
  expect(await row()).toMatchObject({ state: 'waiting', because: 'timeout' })
  await setClockAhead(database.db, 11)
  await look()
  expect(sent).toHaveLength(2)
  expect((await row()).state).toBe('sent')
})

test('a code that has expired is not sent any more, and not kept', async () => {
  answers = [{ is: 'unknown', because: 'timeout' }]
  await put({ secret: true, usefulSeconds: 600 })
  await look()
  await setClockAhead(database.db, 601)
  await look()
  expect(sent).toHaveLength(1)
  expect(await row()).toMatchObject({ state: 'failed', because: 'too late', body: '' })
})

test('an SMS that nobody can send is said to be so in the end', async () => {
  await database.db.inTransaction((tx) => putSms(tx, { onceKey: 'two', to: '+2348031234567', text: 'Hello' }))
  for (let looks = 1; looks <= 8; looks++) {
    await look()
    await setClockAhead(database.db, looks * 8_000)
  }
  expect(await row()).toMatchObject({ state: 'failed', because: 'not configured' })
})

test('a database that goes away while news is being sent ends no process, and the news comes back', async () => {
  await put()
  let writes = 0
  const db: Database = {
    ...database.db,
    q: new Proxy(database.db.q, {
      get(target, name) {
        if (name === 'updateTable' && ++writes > 1) throw new Error('Connection terminated')
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
  }
  const sender = outboxSender({ db, log: silent, mail, sms: null })
  // The second look fails while what the first one took is on its way.
  await expect(Promise.all([sender(), sender()])).rejects.toThrow('Connection terminated')
  await eventually(async () => writes === 3)
  expect(await row()).toMatchObject({ state: 'sending' })
  await setClockAhead(database.db, 61)
  await look()
  expect(await row()).toMatchObject({ state: 'sent' })
})
