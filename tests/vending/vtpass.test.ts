import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { VendorProduct, VendRequest } from '../../server/vending/vendor.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'

let close = async () => {}
afterEach(() => close())

/** Starts a VTpass server with this listener; returns its adapter. */
async function startVtpass(listener: RequestListener, vendTimeoutMs?: number) {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  close = () => {
    server.closeAllConnections()
    return new Promise((done) => server.close(() => done()))
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/vtpass/api`
  return vtpass({ url, apiKey: 'key', publicKey: 'PK_1', secretKey: 'SK_1' }, { vendTimeoutMs })
}

const product: VendorProduct = {
  service: 'power',
  productCode: 'ikeja-electric',
  variationCode: 'prepaid',
  beneficiary: '04123456789',
}
const order: VendRequest = {
  requestId: '202611211015ABCDEF',
  product,
  amountKobo: 150_050n,
  phone: '+2348012345678',
  email: null,
  vendorToken: null,
}

test("purchase, requery, lookup and balance use VTpass's requests", async () => {
  const received: unknown[] = []
  const vendor = await startVtpass((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { 'api-key': api, 'public-key': pub, 'secret-key': secret } = request.headers
      received.push([request.method, request.url, api, pub ?? secret, text ? JSON.parse(text) : null])
      response.end('{"code":"099"}')
    })
  })
  expect(await vendor.vend(order)).toEqual({ type: 'unknown', reason: 'processing', code: '099' })
  expect(await vendor.requery(order)).toMatchObject({ type: 'unknown' })
  expect(await vendor.lookUp(product)).toEqual({ type: 'unavailable', reason: '099' })
  expect(await vendor.balance()).toBeNull()
  expect(received).toEqual([
    [
      'POST',
      '/vtpass/api/pay',
      'key',
      'SK_1',
      {
        request_id: '202611211015ABCDEF',
        serviceID: 'ikeja-electric',
        billersCode: '04123456789',
        variation_code: 'prepaid',
        amount: 1500.5,
        phone: '08012345678',
      },
    ],
    ['POST', '/vtpass/api/requery', 'key', 'SK_1', { request_id: '202611211015ABCDEF' }],
    [
      'POST',
      '/vtpass/api/merchant-verify',
      'key',
      'SK_1',
      { billersCode: '04123456789', serviceID: 'ikeja-electric', type: 'prepaid' },
    ],
    ['GET', '/vtpass/api/balance', 'key', 'PK_1', null],
  ])
})

test('a timeout leaves a purchase unknown; a refused connection proves that it failed', async () => {
  const vendor = await startVtpass(() => {}, 100)
  expect(await vendor.vend(order)).toEqual({ type: 'unknown', reason: 'timeout', code: null })
  await close()
  expect(await vendor.vend(order)).toEqual({ type: 'failed', reason: 'product_down', code: 'not_sent' })
  close = async () => {}
})

test('a request id starts with the minute in Lagos and can be resent on the same day only', async () => {
  const vendor = vtpass({ url: 'https://vtpass.com/api', apiKey: '', publicKey: '', secretKey: '' })
  const lateInLondon = new Date('2026-11-21T23:30:00Z')
  const id = vendor.requestId(lateInLondon, 'A1b2')
  expect(id).toBe('202611220030A1b2')
  expect(vendor.canResend(id, new Date('2026-11-22T22:59:59Z'))).toBe(true)
  expect(vendor.canResend(id, new Date('2026-11-22T23:00:00Z'))).toBe(false)
  expect(vendor.canResend(id, new Date('2026-11-21T22:59:00Z'))).toBe(false)
  expect(() => vendor.requestId(lateInLondon, 'a-b')).toThrow()
})
