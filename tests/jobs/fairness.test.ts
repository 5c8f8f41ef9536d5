import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { managerOf } from '../management/setup.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

const recipientCount = 10_000
/** A bound for a busy machine; the campaign alone takes over two minutes. */
const timeoutMs = 60_000

/** A mail server that responds to a campaign's e-mails only when the test releases them, and to others immediately. */
async function startSlowMailServer() {
  const accepted: string[] = []
  const waiting: (() => void)[] = []
  let isReleased = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo[0]?.address ?? ''
      const accept = () => {
        accepted.push(to)
        callback()
      }
      void buffer(stream).then(() =>
        to.endsWith('@campaign.test') && !isReleased ? waiting.push(accept) : accept(),
      )
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    accepted,
    waiting,
    release() {
      isReleased = true
      for (const accept of waiting.splice(0)) accept()
    },
  }
}

async function startCampaign(app: TestApp): Promise<void> {
  const { id: sent_by } = await managerOf(app)
  const { id } = await app.db.q
    .insertInto('campaigns')
    .values({
      channel: 'email',
      service: 'other',
      subject: 'Hello',
      body: 'Hello',
      html: '<p>Hello</p>',
      sent_by,
      file_name: null,
      file_type: null,
      file: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into campaign_recipients (campaign_id, recipient)
    select ${id}::uuid, 'r' || n || '@campaign.test' from generate_series(1, ${recipientCount}) as n`.execute(
    app.db.q,
  )
}

const pendingRecipients = async (app: TestApp): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from campaign_recipients where state = 'pending'`.execute(app.db.q)
  return rows[0]?.count ?? 0
}

/** Pays for an order whose webhook is lost and whose customer does not return: polling alone delivers it. */
async function payWithoutReturn(app: TestApp, email: string): Promise<string> {
  const guest = app.createGuest()
  await app.injectFault('paystack', 'webhook_lost')
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter(), email })
  await app.advanceClock(30)
  return info.order_reference
}

test('a campaign to 10,000 recipients delays neither a paid order nor the e-mail with its token', {
  timeout: 240_000,
}, async () => {
  const mailServer = await startSlowMailServer()
  const app = await startTestApp({ polling: true, config: { smtpUrl: mailServer.url } })
  onTestFinished(() => mailServer.release())
  await startCampaign(app)
  const metricsOf = async (name: string) => (await app.features.jobMetrics()).get(name)

  // Every connection of the campaign waits for the mail server.
  await eventually(async () => mailServer.waiting.length === 10, timeoutMs)
  expect(await metricsOf('campaigns')).toMatchObject({ running: 1, processed: 0, failed: 0 })
  const first = await payWithoutReturn(app, 'first@example.com')
  await eventually(async () => (await app.orderRow(first)).state === 'delivered', timeoutMs)
  await eventually(async () => mailServer.accepted.includes('first@example.com'), timeoutMs)
  expect(mailServer.accepted.filter((to) => to.endsWith('@campaign.test'))).toEqual([])
  expect(await pendingRecipients(app)).toBe(recipientCount)
  expect((await metricsOf('outbox'))?.processed).toBeGreaterThan(0)
  expect((await metricsOf('campaigns'))?.oldestDueSeconds).toBeGreaterThan(0)

  // The campaign is sent at its full rate.
  mailServer.release()
  await eventually(async () => (await pendingRecipients(app)) < recipientCount, timeoutMs)
  const second = await payWithoutReturn(app, 'second@example.com')
  await eventually(async () => (await app.orderRow(second)).state === 'delivered', timeoutMs)
  await eventually(async () => mailServer.accepted.includes('second@example.com'), timeoutMs)
  expect(await pendingRecipients(app)).toBeGreaterThan(0)
})
