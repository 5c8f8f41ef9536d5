import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { incorporate, personOf } from '../support/account.ts'
import { openStockedShop } from '../support/journey.ts'

async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/\s+/g, ' ').normalize('NFC')
}

test('every delivered order of one’s own has a receipt, a company’s with its registered details', async () => {
  const shop = await openStockedShop()
  const mills = await personOf(shop, { walletKobo: 5_000_000n })
  await incorporate(shop, mills)
  const says = {
    power: ['Electricity receipt', 'Ikeja Electric', '11000000099', '₦2,000.00', '₦2,100.00'],
    cabletv: ['Cable TV receipt', 'DStv Padi', '1200000099', '₦4,400.00', '₦4,500.00'],
    airtime: ['Airtime receipt', 'MTN', '08010000099', '₦500.00'],
    data: ['Data receipt', 'N100 100MB - 24 hrs', '08010000088', '₦100.00'],
    education: ['Exam PIN receipt', 'WAEC', '08010000077', 'PIN'],
  } as const
  for (const service of Object.keys(says) as (keyof typeof says)[]) {
    const reference = await mills.buys(service)
    const { http, headers, bytes } = await mills.fetchFile(`/account/transactions/${reference}/receipt`)
    expect(http, service).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toContain(`-${reference}-receipt.pdf`)
    const text = await textOf(bytes)
    for (const line of [...says[service], reference, 'Okafor Mills Ltd', 'RC 123456', '4 Marina, Lagos'])
      expect(text, service).toContain(line)
  }
})

test('a person’s receipt names no company, and what was not delivered has none', async () => {
  const shop = await openStockedShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const { bytes } = await ada.fetchFile(`/account/transactions/${await ada.buys('airtime')}/receipt`)
  expect(await textOf(bytes)).not.toContain('Bought by')
  const refunded = await ada.buys('airtime', { phone_number: '08010000003' })
  expect(await ada.get(`/account/transactions/${refunded}/receipt`)).toMatchObject({ http: 404 })
})

test('a company’s details stand on the electricity receipt that is opened by its reference, too', async () => {
  const shop = await openStockedShop()
  const mills = await personOf(shop, { walletKobo: 5_000_000n })
  await incorporate(shop, mills)
  const reference = await mills.buys('power')
  const response = await fetch(`${shop.origin}/api/v1/services/transaction/power/${reference}`)
  const text = await textOf(Buffer.from(await response.arrayBuffer()))
  expect(text).toContain('Okafor Mills Ltd')
  expect(text).not.toContain('@example.com')
})
