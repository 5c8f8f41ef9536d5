import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { services } from '../../shared/constants.ts'
import { startTestAppWithCatalogue } from '../support/checkout-journey.ts'
import { createUser, makeCompany } from '../support/user.ts'

async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/\s+/g, ' ').normalize('NFC')
}

test('every delivered order of a user has a receipt, a company’s with its registered details', async () => {
  const app = await startTestAppWithCatalogue()
  const mills = await createUser(app, { walletKobo: 5_000_000n })
  await makeCompany(app, mills)
  const expectedLines = {
    power: ['Electricity receipt', 'Ikeja Electric', '11000000099', '₦2,000.00', '₦2,100.00'],
    cabletv: ['Cable TV receipt', 'DStv Padi', '1200000099', '₦4,400.00', '₦4,500.00'],
    airtime: ['Airtime receipt', 'MTN', '08010000099', '₦500.00'],
    data: ['Data receipt', '100MB - 24 hrs', '08010000088', '₦100.00'],
    education: ['Exam PIN receipt', 'WAEC', '08010000077', 'PIN'],
  } as const
  for (const service of Object.keys(expectedLines) as (keyof typeof expectedLines)[]) {
    const reference = await mills.buy(service)
    const { httpStatus, headers, bytes } = await mills.fetchFile(`/account/transactions/${reference}/receipt`)
    expect(httpStatus, service).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toContain(`-${reference}-receipt.pdf`)
    const text = await textOf(bytes)
    for (const line of [
      ...expectedLines[service],
      reference,
      'Okafor Mills Ltd',
      'RC 123456',
      '4 Marina, Lagos',
    ])
      expect(text, service).toContain(line)
  }
})

test('a personal receipt names no company, and an undelivered order has no receipt', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const { bytes } = await ada.fetchFile(`/account/transactions/${await ada.buy('airtime')}/receipt`)
  expect(await textOf(bytes)).not.toContain('Bought by')
  const refundedReference = await ada.buy('airtime', { phone_number: '08010000003' })
  expect(await ada.get(`/account/transactions/${refundedReference}/receipt`)).toMatchObject({
    httpStatus: 404,
  })
})

test('a company’s details are also on the electricity receipt that is opened by its reference', async () => {
  const app = await startTestAppWithCatalogue()
  const mills = await createUser(app, { walletKobo: 5_000_000n })
  await makeCompany(app, mills)
  const reference = await mills.buy('power')
  const response = await fetch(`${app.origin}/api/v1/services/transaction/power/${reference}`)
  const text = await textOf(Buffer.from(await response.arrayBuffer()))
  expect(text).toContain('Okafor Mills Ltd')
  expect(text).not.toContain('@example.com')
})

test('every delivered order has a receipt for the holder of its access token, and for no other guest', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  for (const service of services) {
    const reference = await ada.buy(service)
    const { access_token: accessToken } = await app.orderRow(reference)
    const address = `${app.origin}/api/v1/orders/${reference}/receipt`
    const response = await fetch(`${address}?access_token=${accessToken}`)
    expect(response.headers.get('content-type'), service).toBe('application/pdf')
    const text = await textOf(Buffer.from(await response.arrayBuffer()))
    for (const line of [reference, 'Sold by Sanwo', '/help']) expect(text, service).toContain(line)
    expect((await fetch(address)).status, service).toBe(404)
  }
})

test('an undelivered order has no receipt for the holder of its access token', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const refundedReference = await ada.buy('airtime', { phone_number: '08010000003' })
  const { access_token: accessToken } = await app.orderRow(refundedReference)
  expect(await ada.get(`/orders/${refundedReference}/receipt?access_token=${accessToken}`)).toMatchObject({
    httpStatus: 404,
  })
})

test('a receipt is drawn sixty times an hour for its owner, and sixty times for other callers with the reference', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const reference = await ada.buy('power')
  const { id, access_token: accessToken } = await app.orderRow(reference)
  const { limits } = app.context
  const statusOf = async (path: string) => (await fetch(`${app.origin}/api/v1${path}`)).status
  const byReference = `/services/transaction/power/${reference}`
  const byAccessToken = `/orders/${reference}/receipt?access_token=${accessToken}`

  await limits.consume('receipt_order', `${id} view-only`, 59)
  expect([await statusOf(byReference), await statusOf(byReference)]).toEqual([200, 429])
  expect((await ada.fetchFile(`/account/transactions/${reference}/receipt`)).httpStatus).toBe(200)

  await limits.consume('receipt_order', id, 58)
  expect([await statusOf(byAccessToken), await statusOf(byAccessToken)]).toEqual([200, 429])
})
