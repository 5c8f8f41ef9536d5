import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { slugOf } from '../../shared/constants.ts'
import {
  airtimeForm,
  airtimeInfo,
  airtimeOrder,
  cabletvForm,
  cabletvInfo,
  cabletvOrder,
  dataForm,
  dataInfo,
  dataOrder,
  educationForm,
  educationInfo,
  educationOrder,
} from '../islands/support/services.ts'
import { accessToken, backend, browser, reference, startShell, statusOf, type TestShell } from './support.ts'

let shell: TestShell
beforeAll(async () => {
  shell = await startShell()
})
afterAll(() => shell[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(shell.backend, { ...backend(), seen: shell.backend.seen })
  shell.backend.seen.length = 0
  shell.backend.tiles = services.map(({ service }) => ({ service, status: 1, reason: null }))
  for (const { lists, list } of services) shell.backend.answers[lists] = { data: list }
})

/** Each service as its API tells it, what somebody types, and what they then see. */
const services = [
  {
    service: 'cabletv',
    second: 'order',
    lists: 'GET /services/cabletv/networks/all',
    list: cabletvForm().networks,
    lookUp: 'POST /services/cabletv/get-smartcard-info',
    info: cabletvInfo(),
    typed: {
      phone_number: '0801 234 5678',
      smartcard_number: '12121212',
      cabletv_network: 'DStv',
      cabletv_bundle_code: 'dstv-padi',
    },
    paymentFor: 'cabletv',
    delivered: [
      `GET /services/cabletv/transaction/${accessToken}/order/${reference}/details`,
      cabletvOrder({ vouchers: ['SHOW-1234'] }),
      'SHOW-1234',
    ],
    processed: cabletvOrder(),
  },
  {
    service: 'airtime',
    second: 'p_ref',
    lists: 'GET /services/airtime/networks/all',
    list: airtimeForm().networks,
    lookUp: 'POST /services/airtime/record/create',
    info: airtimeInfo(),
    typed: { phone_number: '0801 234 5678', selected_provider: 'MTN', amount: '₦500' },
    paymentFor: 'vtu_airtime',
    delivered: [
      `GET /services/airtime/transaction/order/${reference}/details`,
      airtimeOrder(),
      'The airtime is sent',
    ],
    processed: { reference, ref: accessToken },
  },
  {
    service: 'data',
    second: 'p_ref',
    lists: 'GET /services/data/networks/all',
    list: dataForm().networks,
    lookUp: 'POST /services/data/get-device-info',
    info: dataInfo(),
    typed: {
      device_id: '0803 123 4567',
      phone_number_to_notify: '0801 234 5678',
      selected_provider: 'MTN',
      selected_bundle_code: 'mtn-6gb',
    },
    paymentFor: 'vtu_data',
    delivered: [
      `GET /services/data/transaction/${accessToken}/order/${reference}/details`,
      dataOrder(),
      'The data is sent',
    ],
    processed: { reference, ref: accessToken },
  },
  {
    service: 'education',
    second: 'order',
    lists: 'GET /services/education/service-types/all',
    list: educationForm().types,
    lookUp: 'POST /services/education/jamb/purchase-pin',
    info: educationInfo(),
    typed: {
      service_type: 'jamb',
      variation_code: 'utme-mock',
      profile_id: '0123456789',
      quantity: '1',
      phone_number: '0801 234 5678',
      email_address: '',
    },
    paymentFor: 'education',
    delivered: [
      `GET /services/education/transaction/${accessToken}/order/${reference}/details`,
      educationOrder(),
      '367574683050773',
    ],
    processed: { reference, request_id: accessToken },
  },
] as const
type Case = (typeof services)[number]

const under = ({ service }: Case) => `/${slugOf[service]}`
const seen = (call: string) =>
  shell.backend.seen.filter(({ path }) => call.endsWith(path)).map(({ body }) => body)
const customerInfo = (it: Case) => `GET /services${under(it)}/get-customer-info/${reference}`

/** A browser without script that filled the form in. */
async function buyer(it: Case) {
  const { answers } = shell.backend
  answers[it.lookUp] = { data: it.info }
  answers[customerInfo(it)] = { data: it.info }
  shell.backend.status = { ...statusOf('quoted', 'details'), service: it.service }
  const ada = browser(shell.url)
  const csrf = await ada.csrfOf(`${under(it)}/subscription`)
  const { reply } = await ada.post(`${under(it)}/subscription`, { _csrf: csrf, ...it.typed })
  shell.backend.owner = shell.backend.seen.findLast(({ path }) => it.lookUp.endsWith(path))?.session ?? null
  return { ada, csrf, reply }
}

test.each(services)('the $service form is a page with its lists in it', async (it) => {
  const { html, reply } = await browser(shell.url).page(`${under(it)}/subscription`)
  expect(reply.status).toBe(200)
  expect(html).toContain(`action="${under(it)}/subscription"`)
  for (const name of Object.keys(it.typed)) expect(html, name).toContain(`name="${name}"`)
})

test.each(services)('a $service form posted without script leads to the details', async (it) => {
  const { ada, reply } = await buyer(it)
  const details = `${under(it)}/customer-details?reference=${reference}`
  expect(reply.status).toBe(303)
  expect(reply.headers.get('location')).toBe(details)
  const sent = seen(it.lookUp)[0]
  expect(sent).toMatchObject('amount' in it.typed ? { ...it.typed, amount: '500' } : it.typed)
  const { html } = await ada.page(details)
  expect(html).toContain(`${under(it)}/pay?reference=${reference}`)
  expect((await ada.go(details)).headers.get('cache-control')).toBe('private, no-store')
})

test.each(services)('a refused $service form comes back as it was typed', async (it) => {
  const [field = ''] = Object.keys(it.typed)
  shell.backend.answers[it.lookUp] = {
    http: 422,
    message: 'Please check the form and try again.',
    errors: { [field]: ['That is not right.'] },
  }
  const ada = browser(shell.url)
  const { reply, html } = await ada.post(`${under(it)}/subscription`, {
    _csrf: await ada.csrfOf(`${under(it)}/subscription`),
    ...it.typed,
  })
  expect(reply.status).toBe(422)
  expect(html).toContain('That is not right.')
  expect(html).toContain('0801 234 5678')
})

test.each(services)('a $service order is paid without script', async (it) => {
  const { ada, csrf } = await buyer(it)
  const { html } = await ada.page(`${under(it)}/pay?reference=${reference}`)
  expect(html).toContain(`action="${under(it)}/pay"`)
  const paid = await ada.post(`${under(it)}/pay`, { _csrf: csrf, reference, payment_method: 'CARD' })
  expect(paid.html).toContain('href="https://checkout.example/pay/1"')
  expect(seen('/payments/initiate')[0]).toMatchObject({
    payment_for: it.paymentFor,
    amount: it.info.total_amount,
    service_charge: it.info.service_charge,
  })
})

test.each(services)('a paid $service order is asked about until it is delivered', async (it) => {
  const { ada } = await buyer(it)
  const process = `POST /services${under(it)}/process-subscription`
  const page = `${under(it)}/transactions/process?reference=${reference}`
  shell.backend.status = { ...statusOf('paid', 'process'), service: it.service }
  expect((await ada.page(page)).html).toContain('Processing your subscription, please wait...')
  shell.backend.answers[process] = { http: 202, message: 'We are waiting.', data: it.processed }
  expect((await ada.page(`${page}&noscript=1`)).html).toContain('We are waiting.')
  shell.backend.answers[process] = { data: it.processed }
  const done = await ada.go(`${page}&noscript=1`)
  expect(done.headers.get('location')).toBe(
    `${under(it)}/transactions/successful?reference=${reference}&${it.second}=${accessToken}`,
  )
})

test.each(services)('a delivered $service order opens by its whole address', async (it) => {
  const { ada } = await buyer(it)
  const [call, data, shown] = it.delivered
  shell.backend.status = { ...statusOf('delivered', 'success'), service: it.service }
  shell.backend.answers[call] = { data }
  const page = `${under(it)}/transactions/successful?reference=${reference}`
  const whole = `${page}&${it.second}=${accessToken}`
  expect((await ada.go(page)).headers.get('location')).toBe(whole)
  const { reply, html } = await browser(shell.url).page(whole)
  expect(reply.status).toBe(200)
  expect(html).toContain(shown)
})

test.each(services)("another browser sees nothing of somebody's $service order", async (it) => {
  await buyer(it)
  delete shell.backend.answers[customerInfo(it)]
  for (const page of ['customer-details', 'transactions/process', 'transactions/successful']) {
    const { html } = await browser(shell.url).page(`${under(it)}/${page}?reference=${reference}`)
    expect(html, page).not.toContain('801 234 5678')
  }
})

test('another variation is chosen without script, and another order made', async () => {
  const [, , , education] = services
  const { ada, csrf } = await buyer(education)
  const other = 'NEWNEWNEW234'
  shell.backend.answers[education.lookUp] = {
    data: educationInfo({ order_reference: other, reference: other }),
  }
  const { reply } = await ada.post('/education/variation', {
    _csrf: csrf,
    reference,
    variation_code: 'utme-no-mock',
  })
  expect(reply.headers.get('location')).toBe(`/education/customer-details?reference=${other}`)
  expect(seen(education.lookUp).at(-1)).toMatchObject({
    service_type: 'jamb',
    variation_code: 'utme-no-mock',
    profile_id: '0123456789',
  })
  shell.backend.answers[education.lookUp] = { http: 503, message: 'We cannot reach that service.' }
  const refused = await ada.post('/education/variation', { _csrf: csrf, reference, variation_code: 'de' })
  expect(refused.reply.status).toBe(503)
  expect(refused.html).toContain('We cannot reach that service.')
})
