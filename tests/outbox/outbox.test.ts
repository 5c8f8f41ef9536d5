import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, setTestClockOffset } from '../../server/database/index.ts'
import { type MailSender, passwordLinkMessage, type SendResult } from '../../server/messaging/index.ts'
import { enqueueMail, enqueueSms, outboxQueue } from '../../server/outbox/index.ts'
import { silentLog } from '../http/setup.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runQueue, startQueue } from '../support/queues.ts'
import { eventually } from '../support/test-app.ts'

let database: TestDatabase
let responses: SendResult[]
let delivered: string[]
beforeEach(async () => {
  database = await createTestDatabase()
  responses = []
  delivered = []
})
afterEach(() => database.drop())

/** A mail sender that records each e-mail, and responds as the test defines. */
const mail: MailSender = {
  async send({ to, text }) {
    delivered.push(`${to} ${text}`)
    return responses.shift() ?? { type: 'accepted', id: 'x' }
  },
  close: () => undefined,
}
const letter = passwordLinkMessage({
  brandName: 'Sanwo',
  name: 'Ada',
  minutes: 30,
  resetUrl: 'https://sanwo.test/reset-password?token=s3cret',
})
const put = (options: object = {}) =>
  database.db.inTransaction((tx) =>
    enqueueMail(tx, { dedupeKey: 'one', to: 'ada@example.com', mail: letter, ...options }),
  )
const sendDue = (db = database.db) => runQueue(db, outboxQueue({ db, log: silentLog, mail, sms: null }))
const row = () => database.db.q.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()

test('a message that is enqueued twice is sent once', async () => {
  await put()
  await put()
  await Promise.all([sendDue(), sendDue()])
  await sendDue()
  expect(delivered).toHaveLength(1)
  expect(await row()).toMatchObject({ state: 'sent', failure_reason: null })
  expect((await row()).body).toContain('s3cret')
})

test('nothing of an e-mail with a secret is kept after it is sent', async () => {
  await put({ redactAfterSend: true })
  await sendDue()
  expect(delivered[0]).toContain('s3cret')
  expect(await row()).toMatchObject({ state: 'sent', body: '', html: null })
})

test('an unsent message waits and is resent while it is still useful', async () => {
  responses = [{ type: 'unknown', reason: 'timeout' }]
  await put({ redactAfterSend: true, ttlSeconds: 600 })
  await sendDue()
  expect(await row()).toMatchObject({ state: 'pending', failure_reason: 'timeout' })
  await setTestClockOffset(database.db, 11)
  await sendDue()
  expect(delivered).toHaveLength(2)
  expect((await row()).state).toBe('sent')
})

test('an expired code is neither sent nor kept', async () => {
  responses = [{ type: 'unknown', reason: 'timeout' }]
  await put({ redactAfterSend: true, ttlSeconds: 600 })
  await sendDue()
  await setTestClockOffset(database.db, 601)
  await sendDue()
  expect(delivered).toHaveLength(1)
  expect(await row()).toMatchObject({ state: 'failed', failure_reason: 'too late', body: '' })
})

test('an SMS that cannot be sent is marked as failed after its last attempt', async () => {
  await database.db.inTransaction((tx) =>
    enqueueSms(tx, { dedupeKey: 'two', to: '+2348031234567', text: 'Hello' }),
  )
  for (let round = 1; round <= 8; round++) {
    await sendDue()
    await setTestClockOffset(database.db, round * 8_000)
  }
  expect(await row()).toMatchObject({ state: 'failed', failure_reason: 'not configured' })
})

test('a database that disconnects while a message is sent ends no process, and the message is sent later', async () => {
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
  const outbox = startQueue(db, outboxQueue({ db, log: silentLog, mail, sms: null }))
  // The second poll fails while the e-mail of the first one is in progress.
  await expect(Promise.all([outbox.poll(), outbox.poll()])).rejects.toThrow('Connection terminated')
  await eventually(async () => writes === 3)
  expect(await row()).toMatchObject({ state: 'sending' })
  await setTestClockOffset(database.db, 61)
  await sendDue()
  expect(await row()).toMatchObject({ state: 'sent' })
})
