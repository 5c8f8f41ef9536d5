import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoUsers, seedDemoUsers } from '../../server/accounts/index.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, polling: true })
  await seedDemoUsers(app.db)
})
afterAll(() => app.close())

const page = (path = '', init: RequestInit = {}) =>
  fetch(`${app.simulators.url}/simulators/phone${path}`, init).then(async (response) => ({
    httpStatus: response.status,
    html: await response.text(),
  }))
const submit = (fields: Record<string, string>, path = '') =>
  page(path, { method: 'POST', body: new URLSearchParams(fields) })

/** The hidden fields of the page's form. */
const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
const screenOf = (html: string): string => /<pre class="note" id="screen"[^>]*>([^<]*)/.exec(html)?.[1] ?? ''

test('a customer buys electricity on the phone page, which shows the SMS', async () => {
  const tunde = demoUsers.find(({ email }) => email === 'tunde@example.com')
  const owner = { phone: '08030000004', network: '62130' }
  expect((await page()).html).toContain('Dial *347*80#')
  let { html } = await submit(owner)
  expect(screenOf(html)).toContain('6. Link my account')
  for (const input of ['6', tunde?.pin ?? '', '1', '11000000099', '1', '1', '500', '1', tunde?.pin ?? ''])
    html = (await submit({ ...hiddenFields(html), input })).html
  expect(screenOf(html)).toMatch(/^Paid N600 from your wallet\./)
  expect(html).toContain('The session has ended.')
  await eventually(async () =>
    /<pre>[^<]*\d{4}[ -]\d{4}[ -]\d{4}[^<]*11000000099|<pre>[^<]*11000000099[^<]*\d{4}[ -]\d{4}[ -]\d{4}/.test(
      (await page('?phone=08030000004&network=62130')).html,
    ),
  )
})

test('the phone sends an SMS and shows the reply', async () => {
  const response = await submit({ phone: '08010000055', network: '62130', message: 'HELP' }, '/sms')
  expect(response.httpStatus).toBe(200)
  await eventually(async () => (await page('?phone=08010000055')).html.includes('TOKEN meter or STATUS'))
})

test('an unreachable application ends the session, and an invalid number is rejected', async () => {
  expect((await submit({ phone: '1', network: '62130' })).httpStatus).toBe(422)
  await fetch(`${app.simulators.url}/simulators/app-url`, {
    method: 'POST',
    body: JSON.stringify({ url: 'http://127.0.0.1:9' }),
  })
  const { html } = await submit({ phone: '08010000055', network: '62130' })
  expect(screenOf(html)).toBe('Connection problem or invalid MMI code.')
  expect((await submit({ phone: '08010000055', network: '62130', message: 'HELP' }, '/sms')).httpStatus).toBe(
    502,
  )
  await fetch(`${app.simulators.url}/simulators/app-url`, {
    method: 'POST',
    body: JSON.stringify({ url: app.origin }),
  })
})

test('markup in an SMS is shown as text', async () => {
  const { html } = await submit({
    phone: '08010000055',
    network: '62130',
    session: 'x',
    text: '"><script>',
    input: '</pre>',
  })
  expect(html).not.toContain('<script>')
})
