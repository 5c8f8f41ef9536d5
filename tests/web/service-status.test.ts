import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getServiceHealth, type ServiceHealth } from '../../shared/actions.ts'
import { helpPath, serviceStatusPath } from '../../shared/pages.ts'
import { backend, startTestWeb, type TestWebServer } from './support.ts'

let web: TestWebServer
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web[Symbol.asyncDispose]())
beforeEach(() => void Object.assign(web.backend, { ...backend(), requests: web.backend.requests }))

const power: ServiceHealth = {
  service: 'power',
  name: 'Power',
  status: 'available',
  message: 'You can buy now.',
  delivered_percent: 99,
  typical_seconds: 12,
}
const cabletv: ServiceHealth = {
  ...power,
  service: 'cabletv',
  name: 'Cable TV',
  delivered_percent: null,
  typical_seconds: null,
}
const disco = { ...power, code: 'ikeja', name: 'Ikeja Electric', typical_seconds: 90 }

function respondWith(services: readonly ServiceHealth[]) {
  const data = { updated_at: '2026-11-23T12:05:00.000Z', services }
  web.backend.responses[`GET ${getServiceHealth.path}`] = { data }
}
/** The text of the page's main part. */
async function textOf(path: string) {
  const html = await (await fetch(web.url + path)).text()
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? ''
  return main.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('the status page states each service in words, with its delivery rate and time', async () => {
  respondWith([
    { ...power, discos: [disco, { ...disco, name: 'Eko Electric', status: 'unavailable' }] },
    cabletv,
  ])
  const text = await textOf(serviceStatusPath)
  expect(text).toContain('All services accept orders. Some orders in the last hour were not delivered.')
  expect(text).toContain(
    'Power Available Usually delivered in 12 seconds. 99% of orders in the last hour were delivered.',
  )
  expect(text).toContain('2 electricity companies, 1 with problems')
  expect(text).toContain('Ikeja Electric Available Usually delivered in 2 minutes.')
  expect(text).toContain('Updated 23 Nov 2026, 1:05 pm, Lagos time.')
})

test('all services are shown as working only while every measured order was delivered', async () => {
  respondWith([{ ...power, delivered_percent: 100 }, cabletv])
  expect(await textOf(serviceStatusPath)).toContain('All services are working.')
})

test('a service with too few orders to measure is marked as such and has no delivery rate', async () => {
  respondWith([cabletv])
  const text = await textOf(serviceStatusPath)
  expect(text).toContain('Cable TV Too few orders in the last hour to measure.')
  expect(text).not.toContain('%')
})

test('a service that is switched off shows its reason, and the first line counts the working services', async () => {
  respondWith([power, { ...cabletv, status: 'off', message: 'Back <on> Monday.' }])
  const html = await (await fetch(web.url + serviceStatusPath)).text()
  expect(html).toContain('Back &lt;on&gt; Monday.')
  expect(html).toContain('<span class="state state-neutral">Switched off</span>')
  expect(html).toContain('1 of 2 services are working normally.')
})

test('while the API does not respond, the page shows that the status is unavailable', async () => {
  web.backend.responses = {}
  const response = await fetch(web.url + serviceStatusPath)
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('The status is unavailable right now.')
})

test('the footer and the help page link to the status page', async () => {
  const html = await (await fetch(web.url + helpPath)).text()
  expect(html.match(/href="\/status"/g)).toHaveLength(2)
})
