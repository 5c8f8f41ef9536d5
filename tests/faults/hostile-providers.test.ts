import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../../server/config.ts'
import { gatewaysOf, vendorsOf } from '../../server/providers.ts'
import { gateways } from '../../shared/providers.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { type HostileProxy, startHostileProxy } from './hostile-proxy.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Markup, control and direction characters, a mail header, a formula and 50,000 letters. */
const suffix = `<img src=x onerror=alert(1)>"'\u0000\u0007\u001b[31m\u202Egpj.exe\u2066\r\nBcc: eve@example.com\r\n\r\n=1+1,${'W'.repeat(50_000)}`

/** Fields that providers fill with text for people. */
const replacedFields = new Set(
  `message responseMessage response_description gateway_response processor_response channel bank brand card_type cardType
  issuer bankName sender_name account_name accountName customer_name name customerName address customerAddress tariff
  product_name`.split(/\s+/),
)
const isReplaced = (field: string) =>
  [...replacedFields].some((name) => name.toLowerCase() === field.toLowerCase())

let proxy: HostileProxy
let app: TestApp
beforeAll(async () => {
  // A number is a code, which a client compares.
  proxy = await startHostileProxy((field, value) =>
    isReplaced(field) && !/^\d*$/.test(value) ? value + suffix : undefined,
  )
  app = await startTestApp({ shared: true, providerOverrides: createProxiedProviders })
  proxy.target = app.simulators.url
})
afterAll(async () => {
  await app.close()
  await proxy[Symbol.asyncDispose]()
})

function createProxiedProviders(config: Config) {
  const { gateways: gatewayConfigs, vendors } = readConfig({
    DATA_DIR: config.dataDir,
    SIMULATORS_URL: proxy.url,
  })
  const proxied = { ...config, gateways: gatewayConfigs, vendors }
  return { gateways: gatewaysOf(proxied), vendors: vendorsOf(proxied) }
}

test.for(gateways)(
  'hostile texts of %s and a vendor are stored on one line, and the order is delivered',
  async (gateway) => {
    await app.context.settings.change('payment_gateway', gateway)
    const ada = await createCustomer(app)
    const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
    const { data } = await ada.initiatePayment(info, { save_card: true })
    await ada.payAtCheckout(data.checkoutUrl)
    await eventually(async () => {
      await ada.processOrder(info)
      return (await app.orderRow(info.order_reference)).state === 'delivered'
    })
    const { data: order } = await ada.getOrder(info)
    expect(hostileParts(JSON.stringify(order))).toEqual([])
    expect(hostileParts(JSON.stringify((await ada.listCards()).data))).toEqual([])

    const declined = await ada.lookUpMeter({ meter_number: prepaidMeter() })
    const checkout = await ada.initiatePayment(declined.data)
    await ada.payAtCheckout(checkout.data.checkoutUrl, { decline: true })
    await ada.processOrder(declined.data)

    expect(await hostileRows()).toEqual([])
    const mails = (await app.emails()).filter(({ to }) => to.includes(ada.email))
    for (const { subject, text } of mails) expect(hostileParts(subject + text)).toEqual([])
  },
)

/** Parts that no stored or shown text has: control and direction characters, a second line, more than 200 letters. */
const hostileParts = (text: string): string[] =>
  text.match(/[\u202E\u2066]|\\u0007|\\u001b|[\r\n]+Bcc:|\\r\\n|W{201}/g) ?? []

/** Columns with a hostile part, of all tables except the webhooks, which are stored as they were received. */
async function hostileRows(): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; name: string }>`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb')`.execute(app.db.q)
  const found: string[] = []
  for (const { table, name } of columns) {
    const { rows } = await sql<{ text: string }>`
      select ${sql.ref(name)}::text as text from ${sql.table(table)}`.execute(app.db.q)
    for (const { text } of rows)
      if (text !== null && hostileParts(JSON.stringify(text)).length > 0) found.push(`${table}.${name}`)
  }
  return [...new Set(found)]
}
