import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createTestManager } from '../management/setup.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

const recipientCount = 10_000
/** A bound for a busy machine; the campaign alone takes over two minutes. */
const timeoutMs = 60_000

/** A mail server that responds to a campaign's e-mails only when the test releases them, and to others immediately. */
async function startSlowMailServer() {
  const accepted: string[] = []
  const waiting = new Map<string, () => void>()
  let timeouts = 0
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
        to.endsWith('@campaign.test') && !isReleased ? waiting.set(session.id, accept) : accept(),
      )
    },
    onClose(session) {
      if (waiting.delete(session.id)) timeouts += 1
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    accepted,
    /** All connections of the campaign wait for a response. */
    isCampaignWaiting: async () => waiting.size === 10,
    /** Responses that the campaign stopped waiting for. */
    timeouts: () => timeouts,
    release() {
      isReleased = true
      const accepts = [...waiting.values()]
      waiting.clear()
      for (const accept of accepts) accept()
    },
  }
}

async function startCampaign(app: TestApp): Promise<void> {
  const { id: sent_by } = await createTestManager(app)
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
    select count(*)::int as count from campaign_recipients where state in ('pending', 'sending')`.execute(
    app.db.q,
  )
  return rows[0]?.count ?? 0
}

/**
 * Buys a token whose payment webhook is lost and whose customer does not return: polling alone delivers it. Waits for
 * the e-mail with the token.
 */
async function buyToken(app: TestApp, isAccepted: (to: string) => boolean): Promise<void> {
  const email = `${randomUUID()}@example.com`
  await app.injectFault('paystack', 'webhook_lost')
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter(), email })
  await app.advanceClock(30)
  await eventually(async () => isAccepted(email), timeoutMs)
  expect((await app.orderRow(info.order_reference)).state).toBe('delivered')
}

test('a campaign to 10,000 recipients delays neither a paid order nor the e-mail with its token', {
  timeout: 240_000,
}, async () => {
  const mailServer = await startSlowMailServer()
  const app = await startTestApp({ polling: true, config: { smtpUrl: mailServer.url } })
  onTestFinished(() => mailServer.release())
  await startCampaign(app)
  const metricsOf = async (name: string) => (await app.features.jobMetrics()).get(name)

  const isAccepted = (to: string) => mailServer.accepted.includes(to)

  // The campaign gives a connection up after 15 s. A token arrives before; a busy machine may need another round.
  for (let round = 1; ; round++) {
    await eventually(mailServer.isCampaignWaiting, timeoutMs)
    const timeouts = mailServer.timeouts()
    await buyToken(app, isAccepted)
    if (mailServer.timeouts() === timeouts) break
    expect(round).toBeLessThan(5)
  }
  expect(await metricsOf('campaigns')).toMatchObject({ running: 1, failed: 0 })
  expect(mailServer.accepted.filter((to) => to.endsWith('@campaign.test'))).toEqual([])
  expect(await pendingRecipients(app)).toBe(recipientCount)
  expect((await metricsOf('outbox'))?.processed).toBeGreaterThan(0)
  expect((await metricsOf('campaigns'))?.oldestDueSeconds).toBeGreaterThan(0)

  // The campaign is sent at its full rate.
  mailServer.release()
  await eventually(async () => (await pendingRecipients(app)) < recipientCount, timeoutMs)
  await buyToken(app, isAccepted)
  expect(await pendingRecipients(app)).toBeGreaterThan(0)
})
