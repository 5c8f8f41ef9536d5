import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serviceContracts } from '../../shared/services/index.ts'
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
import {
  accessToken,
  backend,
  browser,
  reference,
  startTestWeb,
  statusOf,
  type TestWebServer,
} from './support.ts'

let web: TestWebServer
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(web.backend, { ...backend(), requests: web.backend.requests })
  web.backend.requests.length = 0
  web.backend.tiles = services.map(({ service }) => ({ service, status: 1, reason: null }))
  for (const { lists, list } of services) web.backend.responses[lists] = { data: list }
})

/** Each service: its API responses, the form input and the displayed result. */
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
      'Airtime sent',
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
      'Data sent',
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

const basePath = ({ service }: Case) => `/${serviceContracts[service].slug}`
const requestsTo = (call: string) =>
  web.backend.requests.filter(({ path }) => call.endsWith(path)).map(({ body }) => body)
const customerInfo = (service: Case) => `GET /services${basePath(service)}/get-customer-info/${reference}`

/** A browser without JavaScript that has submitted the form. */
async function buyer(service: Case) {
  const { responses } = web.backend
  responses[service.lookUp] = { data: service.info }
  responses[customerInfo(service)] = { data: service.info }
  web.backend.status = { ...statusOf('quoted', 'details'), service: service.service }
  const ada = browser(web.url)
  const csrf = await ada.csrfOf(`${basePath(service)}/subscription`)
  const { response } = await ada.post(`${basePath(service)}/subscription`, { _csrf: csrf, ...service.typed })
  web.backend.owner =
    web.backend.requests.findLast(({ path }) => service.lookUp.endsWith(path))?.session ?? null
  return { ada, csrf, response }
}

test.each(services)('the $service form page contains its lists', async (service) => {
  const { html, response } = await browser(web.url).page(`${basePath(service)}/subscription`)
  expect(response.status).toBe(200)
  expect(html).toContain(`action="${basePath(service)}/subscription"`)
  for (const name of Object.keys(service.typed)) expect(html, name).toContain(`name="${name}"`)
})

test.each(services)('a $service form posted without JavaScript redirects to the details', async (service) => {
  const { ada, response } = await buyer(service)
  const details = `${basePath(service)}/customer-details?reference=${reference}`
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(details)
  const lookupRequest = requestsTo(service.lookUp)[0]
  expect(lookupRequest).toMatchObject(
    'amount' in service.typed ? { ...service.typed, amount: '500' } : service.typed,
  )
  const { html } = await ada.page(details)
  expect(html).toContain(`${basePath(service)}/pay?reference=${reference}`)
  expect((await ada.go(details)).headers.get('cache-control')).toBe('private, no-store')
})

test.each(services)('a rejected $service form is rendered again with its values', async (service) => {
  const [field = ''] = Object.keys(service.typed)
  web.backend.responses[service.lookUp] = {
    httpStatus: 422,
    message: 'Please check the form and try again.',
    errors: { [field]: ['That is not right.'] },
  }
  const ada = browser(web.url)
  const { response, html } = await ada.post(`${basePath(service)}/subscription`, {
    _csrf: await ada.csrfOf(`${basePath(service)}/subscription`),
    ...service.typed,
  })
  expect(response.status).toBe(422)
  expect(html).toContain('That is not right.')
  expect(html).toContain('0801 234 5678')
})

test.each(services)('a customer pays a $service order without JavaScript', async (service) => {
  const { ada, csrf } = await buyer(service)
  const { html } = await ada.page(`${basePath(service)}/pay?reference=${reference}`)
  expect(html).toContain(`action="${basePath(service)}/pay"`)
  const paid = await ada.post(`${basePath(service)}/pay`, { _csrf: csrf, reference, payment_method: 'CARD' })
  expect(paid.html).toContain('href="https://checkout.example/pay/1"')
  expect(requestsTo('/payments/initiate')[0]).toMatchObject({
    payment_for: service.paymentFor,
    amount: service.info.total_amount,
    service_charge: service.info.service_charge,
  })
})

test.each(services)('a paid $service order is polled until it is delivered', async (service) => {
  const { ada } = await buyer(service)
  const process = `POST /services${basePath(service)}/process-subscription`
  const page = `${basePath(service)}/transactions/process?reference=${reference}`
  web.backend.status = { ...statusOf('paid', 'process'), service: service.service }
  const { html } = await ada.page(page)
  expect(html).toContain('Processing your subscription, please wait...')
  expect(html, 'a phone is in national format').not.toContain('+234')
  web.backend.responses[process] = { httpStatus: 202, message: 'We are waiting.', data: service.processed }
  expect((await ada.page(`${page}&noscript=1`)).html).toContain('You may close this page')
  web.backend.responses[process] = { data: service.processed }
  const done = await ada.go(`${page}&noscript=1`)
  expect(done.headers.get('location')).toBe(
    `${basePath(service)}/transactions/successful?reference=${reference}&${service.second}=${accessToken}`,
  )
})

test.each(services)('a delivered $service order opens by its full URL', async (service) => {
  const { ada } = await buyer(service)
  const [call, data, expectedText] = service.delivered
  web.backend.status = { ...statusOf('delivered', 'success'), service: service.service }
  web.backend.responses[call] = { data }
  const page = `${basePath(service)}/transactions/successful?reference=${reference}`
  const fullUrl = `${page}&${service.second}=${accessToken}`
  expect((await ada.go(page)).headers.get('location')).toBe(fullUrl)
  const { response, html } = await browser(web.url).page(fullUrl)
  expect(response.status).toBe(200)
  expect(html).toContain(expectedText)
})

test.each(services)("another browser cannot see a customer's $service order", async (service) => {
  await buyer(service)
  delete web.backend.responses[customerInfo(service)]
  for (const page of ['customer-details', 'transactions/process', 'transactions/successful']) {
    const { html } = await browser(web.url).page(`${basePath(service)}/${page}?reference=${reference}`)
    expect(html, page).not.toContain('801 234 5678')
  }
})

test('choosing another variation without JavaScript creates another order', async () => {
  const [, , , education] = services
  const { ada, csrf } = await buyer(education)
  const other = 'NEWNEWNEW234'
  web.backend.responses[education.lookUp] = {
    data: educationInfo({ order_reference: other, reference: other }),
  }
  const { response } = await ada.post('/education/variation', {
    _csrf: csrf,
    reference,
    variation_code: 'utme-no-mock',
  })
  expect(response.headers.get('location')).toBe(`/education/customer-details?reference=${other}`)
  expect(requestsTo(education.lookUp).at(-1)).toMatchObject({
    service_type: 'jamb',
    variation_code: 'utme-no-mock',
    profile_id: '0123456789',
  })
  web.backend.responses[education.lookUp] = { httpStatus: 503, message: 'We cannot reach that service.' }
  const result = await ada.post('/education/variation', { _csrf: csrf, reference, variation_code: 'de' })
  expect(result.response.status).toBe(503)
  expect(result.html).toContain('We cannot reach that service.')
})
