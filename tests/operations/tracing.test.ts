import { expect, test, vi } from 'vitest'
import { setTestClockOffset } from '../../server/database/index.ts'
import { eventually } from '../support/test-app.ts'
import { startObservedApp } from './observed-app.ts'
import { attributeOf, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const namesOf = (spans: readonly ReceivedSpan[]) => spans.map(({ name }) => name)

test('one trace contains the payment request, the provider calls, the webhook, the delivery and the messages', async () => {
  const collector = await startOtlpReceiver()
  const app = await startObservedApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const guest = app.createGuest()
  const email = 'traced.buyer@example.com'
  const { info } = await guest.buyElectricity({ email })
  await eventually(async () => (await guest.getOrderStatus(info)).data.state === 'delivered', 60_000)
  const token = (await guest.getOrder(info)).data.token ?? ''
  await eventually(async () => (await app.emails()).some(({ to }) => to.includes(email)), 60_000)
  await eventually(async () => (await app.smsMessages()).length > 0, 60_000)
  const row = await app.orderRow(info.order_reference)
  // Closing the application sends the remaining spans.
  await app.close()

  const spans = collector.spans()
  const request = spans.find(({ name }) => name === 'POST /api/v1/payments/initiate')
  expect(request && attributeOf(request, 'sanwo.order.reference')).toBe(row.reference)
  const trace = spans.filter(({ traceId }) => traceId === request?.traceId)
  expect(namesOf(trace)).toEqual(
    expect.arrayContaining([
      'database.transaction',
      'paystack createCheckout',
      'webhook.handle',
      'payment.verify',
      'paystack verify',
      'order.advance',
      'vtpass vend',
      'job outbox',
      'termii send',
      'smtp send',
    ]),
  )
  const spanIds = new Set(trace.map(({ spanId }) => spanId))
  for (const { parentSpanId, name } of trace)
    if (parentSpanId) expect(spanIds.has(parentSpanId), name).toBe(true)
  const events = trace.flatMap(({ events: list = [] }) => list)
  const deliveredEvent = events.find((event) => attributeOf(event, 'sanwo.state.to') === 'delivered')
  expect(deliveredEvent?.name).toBe('state.changed')
  const postings = events.filter(({ name }) => name === 'ledger.entry_posted')
  expect(postings.map((event) => attributeOf(event, 'sanwo.ledger.event'))).toContain(
    `order:${row.id}:delivered`,
  )
  const webhookRequest = spans.find(({ name }) => name === 'POST /api/v1/webhooks/paystack')
  const webhookSpan = trace.find(({ name }) => name === 'webhook.handle')
  expect(webhookSpan?.links?.map(({ traceId }) => traceId)).toEqual([webhookRequest?.traceId])

  expect(token.replace(/\D/g, '')).toHaveLength(20)
  for (const secret of [email, '8031234567', row.access_token, row.view_token, row.beneficiary])
    expect(collector.text()).not.toContain(secret)
  expect(collector.text().replaceAll(/[\s-]/g, '')).not.toContain(token.replace(/\D/g, ''))

  const lines = app.logged.filter((line) => line.trace_id === request?.traceId)
  expect(lines).toContainEqual(expect.objectContaining({ path: '/payments/initiate', order_id: row.id }))
})

test('another process that delivers a paid order continues its trace', async () => {
  const collector = await startOtlpReceiver()
  const app = await startObservedApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const guest = app.createGuest()
  // Pending at the vendor until a requery.
  const { info } = await guest.buyElectricity({ meter_number: '11000000001' })
  const orderRow = () => app.orderRow(info.order_reference)
  await eventually(async () => (await orderRow()).state === 'vending', 60_000)
  await app.stopJobs()
  const secondProcess = await app.composeSecond()
  let seconds = 0
  await eventually(async () => {
    // Makes the next requery due.
    seconds += 30
    await setTestClockOffset(app.db, seconds)
    await secondProcess.runDueJobs()
    return (await orderRow()).state === 'delivered'
  }, 60_000)
  await secondProcess.stop()
  const { traceparent } = await orderRow()
  await app.close()
  const [, traceId] = traceparent?.split('-') ?? []
  const trace = collector.spans().filter((span) => span.traceId === traceId)
  expect(namesOf(trace)).toEqual(
    expect.arrayContaining(['POST /api/v1/payments/initiate', 'vtpass vend', 'job orders', 'vtpass requery']),
  )
})

test('a traceparent is continued only from our own web server', async () => {
  const collector = await startOtlpReceiver()
  const app = await startObservedApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  const address = `${app.origin}/api/v1/services/status`
  await fetch(address, { headers: { traceparent } })
  await fetch(address, { headers: { ...app.createGuest().headers, traceparent } })
  await app.close()
  const requests = collector.spans().filter(({ name }) => name === 'GET /api/v1/services/status')
  expect(requests.map((span) => span.traceId === traceId)).toEqual([false, true])
})
