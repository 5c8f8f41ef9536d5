import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { setTestClockOffset } from '../../server/database/index.ts'
import { startObservability } from '../../server/observability.ts'
import { startMetrics } from '../../server/operations/metrics/index.ts'
import { type ConfiguredProviders, createSettings } from '../../server/settings/index.ts'
import { StartupError } from '../../server/startup-error.ts'
import type { Vendors } from '../../server/vending/index.ts'
import { gateways, vendors } from '../../shared/providers.ts'
import { silentLog } from '../http/setup.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/test-app.ts'
import { metricTypesOf, samplesOf, startObservedApp } from './observed-app.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const secrets = { SESSION_SECRET: 's'.repeat(32), DATA_KEYS: 'k'.repeat(32) }
const noProviders: ConfiguredProviders = {
  gateways,
  bvnGateways: [],
  vendors: Object.fromEntries(vendors.map((vendor) => [vendor, null])) as ConfiguredProviders['vendors'],
  sms: [],
}
const noVendors = Object.fromEntries(vendors.map((vendor) => [vendor, null])) as Vendors

test('a purchase is counted by route, provider call, state and time, and no label names the customer', async () => {
  const app = await startObservedApp()
  const guest = app.createGuest()
  const email = 'metrics.buyer@example.com'
  const { info } = await guest.buyElectricity({ email })
  await eventually(async () => (await guest.getOrderStatus(info)).data.state === 'delivered', 60_000)
  const sentMail =
    'sanwo_provider_call_duration_seconds_count{provider="smtp",operation="send",result="accepted"}'
  await eventually(async () => samplesOf(await app.scrape()).has(sentMail), 60_000)
  const text = await app.scrape()
  const samples = samplesOf(text)
  const route = (method: string, path: string) =>
    `http_server_request_duration_seconds_count{http_request_method="${method}",http_route="/api/v1${path}",http_response_status_code="200"}`
  expect(samples.get(route('POST', '/payments/initiate'))).toBe(1)
  expect(samples.get(route('GET', '/orders/:reference/state'))).toBeGreaterThan(0)
  const order = (to: string, event: string) =>
    samples.get(`sanwo_order_transitions_total{service="power",to="${to}",event="${event}"}`)
  expect(order('paid', 'payment.succeeded')).toBe(1)
  expect(order('delivered', 'vendor.delivered')).toBe(1)
  expect(order('refunding', 'refund.requested')).toBe(0)
  expect(samples.get('sanwo_payment_transitions_total{gateway="paystack",to="succeeded"}')).toBe(1)
  expect(samples.get('sanwo_vend_attempt_transitions_total{vendor="vtpass",to="delivered"}')).toBe(1)
  const call = (provider: string, operation: string, result: string) =>
    samples.get(
      `sanwo_provider_call_duration_seconds_count{provider="${provider}",operation="${operation}",result="${result}"}`,
    )
  expect(call('paystack', 'createCheckout', 'opened')).toBe(1)
  expect(call('paystack', 'verify', 'succeeded')).toBeGreaterThan(0)
  expect(call('vtpass', 'vend', 'delivered')).toBe(1)
  expect(call('termii', 'send', 'accepted')).toBe(1)
  expect(samples.get('sanwo_webhook_lag_seconds_count{provider="paystack"}')).toBe(1)
  const labels = 'service="power",outcome="delivered",vendor="answered"'
  expect(samples.get(`sanwo_order_completion_duration_seconds_count{${labels}}`)).toBe(1)
  expect(samples.get('sanwo_orders_overdue{service="power"}')).toBe(0)
  expect(samples.get('sanwo_vendor_float_naira{vendor="vtpass"}')).toBeTypeOf('number')
  expect(samples.get('sanwo_vendor_float_low_limit_naira')).toBe(200_000)
  const row = await app.orderRow(info.order_reference)
  const line = app.logged.find(({ path }) => path === '/payments/initiate')
  expect(line).toMatchObject({ msg: 'request completed', order_id: row.id })
  expect(line?.trace_id).toMatch(/^[\da-f]{32}$/)
  for (const personal of [row.reference, row.access_token, row.beneficiary, row.id, '8031234567', email])
    expect(text).not.toContain(personal)
})

test('a vend without a final response is measured separately', async () => {
  const app = await startObservedApp()
  const guest = app.createGuest()
  // The vendor responds that it is still processing.
  const { info } = await guest.buyElectricity({ meter_number: '11000000001' })
  const attempt = () => app.db.q.selectFrom('attempts').select('state').executeTakeFirst()
  await eventually(async () => (await attempt())?.state === 'unknown')
  // The requery is due after a while.
  await setTestClockOffset(app.db, 90)
  await eventually(async () => (await guest.getOrderStatus(info)).data.state === 'delivered', 100_000)
  const samples = samplesOf(await app.scrape())
  const count = (vendor: string) =>
    samples.get(
      `sanwo_order_completion_duration_seconds_count{service="power",outcome="delivered",vendor="${vendor}"}`,
    )
  expect([count('unknown'), count('answered')]).toEqual([1, undefined])
})

test('gauges show overdue orders, violated invariants, paused vendors and delayed rows of the database', async () => {
  const { db, drop } = await createTestDatabase()
  const metrics = await startMetrics({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await metrics.close()
    await drop()
  })
  await sql`insert into orders (reference, access_token, view_token, service, code, variation, state, dedupe_hash,
      beneficiary, phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer_snapshot, paid_at)
    select 'NEWNEWNEW22' || (n + 1), 'a' || n, 'v' || n, 'power', 'ikeja', 'prepaid', 'vending', n::text, '45012345678',
      '+2348030000009', 100000, 10000, 110000, 'vtpass', '{}', app_now() - make_interval(mins => n * 20)
    from generate_series(1, 3) as n`.execute(db.q)
  await sql`insert into invariant_violations (invariant, subject, message)
    values ('entry-balanced', 'a', 'x'), ('entry-balanced', 'b', 'x')`.execute(db.q)
  await sql`insert into invariant_violations (invariant, subject, message, resolved_at)
    values ('ledger-guarded', 'a', 'x', now())`.execute(db.q)
  await sql`insert into circuit_breakers (vendor, service, state, reason)
    values ('vtpass', 'power', 'open', 'silent')`.execute(db.q)
  let reads = 0
  metrics.registerDatabase({
    db,
    vendors: noVendors,
    settings: createSettings(db, noProviders),
    queueMetrics: async () => {
      reads += 1
      const counts = { processed: 5, failed: 2, running: 1, lastPollAt: null }
      return new Map([['orders', { ...counts, dueRows: 7, oldestDueSeconds: 90 }]])
    },
  })
  const scrape = async () => samplesOf(await (await fetch(metrics.url)).text())
  await scrape()
  const samples = await scrape()
  expect(samples.get('sanwo_orders_overdue{service="power"}')).toBe(2)
  expect(samples.get('sanwo_orders_in_progress{state="vending"}')).toBe(3)
  expect(samples.get('sanwo_ledger_invariant_violations{invariant="entry-balanced"}')).toBe(2)
  expect(samples.get('sanwo_ledger_invariant_violations{invariant="ledger-guarded"}')).toBe(0)
  expect(samples.get('sanwo_queue_due_rows{queue="orders"}')).toBe(7)
  expect(samples.get('sanwo_queue_oldest_due_age_seconds{queue="orders"}')).toBe(90)
  expect(samples.get('sanwo_queue_rows_total{queue="orders",result="failed"}')).toBe(2)
  expect(samples.get('sanwo_database_read_success')).toBe(1)
  // Two scrapes with many gauges read the database once.
  expect(reads).toBe(1)
})

test('while the database does not respond, the metrics of the process are still served and report it', async () => {
  const { db, drop } = await createTestDatabase()
  const metrics = await startMetrics({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await metrics.close()
    await drop()
  })
  const queueMetrics = () => Promise.reject(new Error('the connection is closed'))
  metrics.registerDatabase({
    db,
    vendors: noVendors,
    settings: createSettings(db, noProviders),
    queueMetrics,
  })
  const samples = samplesOf(await (await fetch(metrics.url)).text())
  expect(samples.get('sanwo_database_read_success')).toBe(0)
  expect(samples.has('sanwo_orders_overdue{service="power"}')).toBe(false)
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('metrics follow the naming rules of Prometheus, and nothing but /metrics is served', async () => {
  const metrics = await startMetrics({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => metrics.close())
  const response = await fetch(metrics.url)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  for (const [name, type] of metricTypesOf(await response.text())) {
    if (/^(?:process|nodejs)_/.test(name)) continue
    expect(name).toMatch(type === 'counter' ? /_total$/ : /(?<!_total)$/)
    if (type === 'histogram') expect(name).toMatch(/_seconds$/)
  }
  expect((await fetch(metrics.url, { method: 'POST' })).status).toBe(405)
  expect((await fetch(metrics.url.replace('/metrics', '/'))).status).toBe(404)
})

test('a metrics port that another program uses ends the start with a sentence that names it', async () => {
  const metrics = await startMetrics({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => metrics.close())
  const { port } = new URL(metrics.url)
  const config = readConfig({ ...secrets, METRICS_PORT: port })
  await expect(startObservability(config, silentLog)).rejects.toThrow(
    new StartupError(
      `Port ${port} is in use by another program: stop it, or set METRICS_PORT to another one.`,
    ),
  )
})

test('without their variables metrics and traces are off', () => {
  const { metrics, tracing } = readConfig(secrets)
  expect([metrics, tracing]).toEqual([null, null])
})

test('the variables of OpenTelemetry choose where and which traces are exported', () => {
  const tracingOf = (env: NodeJS.ProcessEnv) => readConfig({ ...secrets, ...env }).tracing
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/'
  expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME: 'sanwo-api' })).toEqual({
    tracesUrl: 'http://collector:4318/v1/traces',
    serviceName: 'sanwo-api',
    sampler: 'parentbased_always_on',
    samplerRatio: 1,
  })
  expect(tracingOf({ OTEL_TRACES_EXPORTER: 'otlp' })?.tracesUrl).toBeNull()
  expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
  expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeNull()
  expect(() => tracingOf({ OTEL_TRACES_SAMPLER: 'sometimes' })).toThrow('OTEL_TRACES_SAMPLER must be one of')
})
