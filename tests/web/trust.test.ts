import { afterAll, beforeAll, expect, test } from 'vitest'
import { cabletv as cabletvPages } from '../../server/web/services/cabletv.ts'
import { power as powerPages } from '../../server/web/services/power.ts'
import { getServiceHealth, type ServiceHealth } from '../../shared/actions.ts'
import { formPageUrl, helpPath, homePath } from '../../shared/pages.ts'
import { cabletvInfo } from '../islands/support/services.ts'
import { meterInfo, startTestWeb, type TestWebServer } from './support.ts'

let web: TestWebServer
beforeAll(async () => {
  web = await startTestWeb()
  web.backend.tiles = [activePower, activeCabletv]
  const data = { updated_at: '2026-11-23T12:05:00.000Z', services: [power, cabletv] }
  web.backend.responses[`GET ${getServiceHealth.path}`] = { data }
})
afterAll(() => web[Symbol.asyncDispose]())

const activePower = { service: 'power', status: 1, reason: null } as const
const activeCabletv = { ...activePower, service: 'cabletv' } as const
const power: ServiceHealth = {
  service: 'power',
  name: 'Power',
  status: 'available',
  message: 'You can buy now.',
  delivered_percent: 97,
  typical_seconds: 12,
}
const cabletv: ServiceHealth = {
  ...power,
  service: 'cabletv',
  name: 'Cable TV',
  delivered_percent: null,
  typical_seconds: null,
}
const htmlOf = async (path: string) => (await fetch(web.url + path)).text()
const trustLines = (html: string) =>
  (/<aside class="trust"[^>]*>([\s\S]*?)<\/aside>/.exec(html)?.[1] ?? '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const briefText = (html: string) => {
  const list = /<ul class="trust-brief">([\s\S]*?)<\/ul>/.exec(html)?.[1] ?? ''
  return [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text)
}

test('the form states the charge, the delivery, the refund, and the last hour as measured', async () => {
  const trust = trustLines(await htmlOf(formPageUrl('power')))
  expect(trust).toContain('You are charged once: the total you see before you pay.')
  expect(trust).toContain('You get your token on this site and by SMS, usually within a minute.')
  expect(trust).toContain('If it cannot be delivered, the full total is refunded automatically.')
  expect(trust).toContain('Last hour: 97% of paid orders delivered, usually in 12 seconds.')
})

test('the form of a service that is switched off promises no delivery', async () => {
  const trust = async () => trustLines(await htmlOf(formPageUrl('power')))
  const reason = 'The network is down until 4 pm.'
  web.backend.tiles = [{ ...activePower, status: 0, reason }, activeCabletv]
  await expect.poll(trust).toBe('')
  expect(await htmlOf(formPageUrl('power'))).toContain(reason)
  web.backend.tiles = [activePower, activeCabletv]
  await expect.poll(trust).toContain('You are charged once')
})

test('an order of a network that identifies by phone states a voucher, and names no smartcard', () => {
  const details = cabletvInfo({ smartcard_number: '+2348012345678', customer_name: null })
  expect(cabletvPages.deliveryNote(details)).toBe(
    'You get your voucher on this site and by SMS, usually within a minute.',
  )
  expect(cabletvPages.deliveryNote(cabletvInfo())).toContain('Your subscription is renewed')
  expect(cabletvPages.deliveryNote(null)).toMatch(/renewed.*For Showmax you get a voucher\.$/)
  const summary = cabletvPages.summary(details)
  expect(JSON.stringify(summary)).not.toMatch(/smartcard|not available/i)
  expect(summary.purpose).toBe('0801 234 5678')
})

test.for([
  ['prepaid', 'You get your token on this site and by SMS, usually within a minute.', 'token'],
  ['postpaid', 'Your bill is paid, usually within a minute, and confirmed by SMS.', 'receipt'],
] as const)('an order for a %s meter states what is delivered', ([meter_type, note, content]) => {
  const details = { ...meterInfo, meter_type }
  expect(powerPages.deliveryNote(details)).toBe(note)
  expect(powerPages.smsContent(details)).toBe(content)
})

test.for([
  [{ min: 100, max: 100 }, 'A service charge of ₦100 is added to your order.'],
  [{ min: 0, max: 100.5 }, 'A service charge of up to ₦100.50 is added to your order.'],
  [{ min: 0, max: 0 }, 'There is no service charge.'],
] as const)('the form states the service charge %o above Continue', async ([range, text]) => {
  web.backend.tiles = [{ ...activePower, service_charge_range: range }, activeCabletv]
  await expect.poll(() => htmlOf(formPageUrl('power'))).toContain(text)
  const html = await htmlOf(formPageUrl('power'))
  expect(html.indexOf(text)).toBeLessThan(html.indexOf('Continue</button>'))
})

test.each([
  ['a fixed amount with the total', 2000, ['Service charge', '₦100.00', 'Total', '₦2,100.00']],
  ['an open amount with the service charge', null, ['A service charge of ₦100 is added to your order.']],
] as const)(
  'the page of a payment request states %s before the payer continues',
  async (_, amount, texts) => {
    const code = 'a'.repeat(22)
    web.backend.tiles = [{ ...activePower, service_charge_range: { min: 100, max: 100 } }, activeCabletv]
    web.backend.responses[`GET /payment-requests/${code}`] = {
      data: {
        state: 'open',
        requester: 'Ada',
        service: 'power',
        title: 'Ikeja Electric',
        number: '****0099',
        amount,
        note: null,
        expires_at: '2026-11-29T10:00:00.000Z',
      },
    }
    for (const text of texts) await expect.poll(() => htmlOf(`/r/${code}`)).toContain(text)
    const html = await htmlOf(`/r/${code}`)
    const positions = [...texts, 'Continue to pay'].map((text) => html.indexOf(text))
    expect(positions).toEqual(positions.toSorted((first, second) => first - second))
  },
)

test('a service with too few orders states no rate', async () => {
  const trust = trustLines(await htmlOf(formPageUrl('cabletv')))
  expect(trust).toContain('If it cannot be delivered')
  expect(trust).not.toContain('%')
})

test.for([
  [formPageUrl('power'), ['Charged once', 'Refunded if not delivered']],
  [formPageUrl('cabletv'), ['Charged once', 'Refunded if not delivered']],
  [homePath, ['Charged once', 'Refunded if not delivered', 'No account needed']],
] as const)('%s has a short version of the trust lines above the form', async ([path, texts]) => {
  const html = await htmlOf(path)
  expect(briefText(html)).toEqual(texts)
  expect(html.indexOf('class="trust-brief"')).toBeLessThan(html.indexOf('id="island"'))
  // The short version leaves the measurement out, so the list below the form has it at every width.
  expect(html).not.toMatch(/class="trust-live trust-said"/)
})

test.for([homePath, formPageUrl('airtime')])('%s lists the test numbers in one disclosure', async (path) => {
  const html = await htmlOf(path)
  expect(html.match(/meter 11000000000/g)).toHaveLength(1)
  expect(html).toMatch(/<details>\s*<summary>[\s\S]*Test numbers/)
})

test('other pages name the simulators only', async () => {
  const html = await htmlOf(helpPath)
  expect(html).toContain('>Simulators</a>')
  expect(html).not.toContain('11000000000')
})
