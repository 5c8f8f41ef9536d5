import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { renderPowerReceipt } from '../../server/receipts/index.ts'
import type { PowerOrder } from '../../shared/power.ts'

const order: PowerOrder = {
  reference: 'ABCDEFGH2345',
  meter_number: '04123456789',
  meter_type: 'prepaid',
  token: '26362054405982757802',
  tokens: [{ kind: 'main', digits: '26362054405982757802', label: 'Token', units: '79.9' }],
  units: '79.9',
  tariff: 'R2SP',
  tariffDesc: null,
  tariffClass: '03',
  amount: 5000,
  service_charge: 100,
  total_amount: 5100,
  vat: 348.84,
  arrears: null,
  created_at: '2026-11-21T13:05:00.000Z',
  customer_name: 'Adébáyọ̀ Olúwaṣeun',
  customer_address: '12 Allen Avenue, Ikeja',
  customer_email_address: 'ada@example.com',
  paid_with: 'Card ending 4242',
  phone_number: '+2348012345678',
  disco: {
    id: '1',
    code: 'ikeja',
    name: 'Ikeja Electric',
    abbr: 'IKEDC',
    logo: '/logos/ikeja.svg',
    description: 'Ikeja Electric',
    company: { name: 'Ikeja Electric Plc' },
    states: ['Lagos'],
  },
}

const merchant = {
  brandName: 'Sanwo',
  appUrl: 'https://sanwo.example',
  helpUrl: 'https://sanwo.example/help',
}

/** The selectable text of the PDF, as one line. */
async function readPdf(pdf: Buffer) {
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { totalPages, text } = await extractText(document, { mergePages: true })
  return { totalPages, text: text.replace(/\s+/g, ' ').normalize('NFC') }
}

const renderReceipt = async (changes: Partial<PowerOrder> = {}, brandName = 'Sanwo') =>
  readPdf(await renderPowerReceipt({ ...order, ...changes }, { merchant: { ...merchant, brandName } }))

test('a prepaid receipt has the token in groups of four, every amount in naira and the meter, on one page', async () => {
  const { text, totalPages } = await renderReceipt()
  expect(totalPages).toBe(1)
  for (const value of [
    'Sanwo',
    '2636 2054 4059 8275 7802',
    '₦5,000.00',
    '₦100.00',
    '₦5,100.00',
    '₦348.84',
    '04123456789 (prepaid)',
    '79.9 kWh',
    'R2SP, 03',
    'ABCDEFGH2345',
    'Ikeja Electric Plc',
    '12 Allen Avenue, Ikeja',
    '21 Nov 2026',
    'Paid with Card ending 4242',
  ])
    expect(text).toContain(value)
  expect(text).not.toContain('Arrears')
})

test('a name is printed with its Yoruba letters', async () => {
  expect((await renderReceipt()).text).toContain('Adébáyọ̀ Olúwaṣeun'.normalize('NFC'))
})

test('a receipt names the merchant and where to get help', async () => {
  const { text } = await renderReceipt()
  expect(text).toContain('Sold by Sanwo, https://sanwo.example')
  expect(text).toContain('Help: https://sanwo.example/help')
})

test('a receipt contains no e-mail address and no full phone number', async () => {
  const { text } = await renderReceipt()
  expect(text).not.toContain('ada@example.com')
  expect(text).not.toContain('8012345678')
  expect(text).toContain('+2348012****5678')
})

test('several codes are numbered in the order of entry', async () => {
  const codes = ['kct1', 'kct2', 'reset', 'configure', 'main', 'bonus'] as const
  const tokens = codes.map((kind, index) => ({
    kind,
    digits: `${index}`.repeat(20),
    label: kind,
    units: null,
  }))
  const { text, totalPages } = await renderReceipt({
    tokens,
    customer_address: 'Very Long Street '.repeat(30),
  })
  expect(totalPages).toBe(1)
  expect(text).toContain('1. kct1 0000 0000 0000 0000 0000 2. kct2 1111')
  expect(text).toContain('6. bonus 5555')
  expect(text).toContain('one after the other')
})

test('a postpaid receipt confirms the bill and has no token', async () => {
  const { text } = await renderReceipt({ meter_type: 'postpaid', token: null, tokens: [], units: null })
  expect(text).toContain('A postpaid meter needs no token')
  expect(text).not.toContain('kWh')
})

test('markup, control characters and PDF syntax in a name are printed as plain text', async () => {
  const { text, totalPages } = await renderReceipt({
    customer_name: '<script>(Ada)\\ \u202e🤖 李\r\n/JS',
    customer_address: ') Tj ET endstream /URI (http://evil.example)',
  })
  expect(totalPages).toBe(1)
  expect(text).toContain('<script>(Ada)\\ ? ? /JS')
  const pdf = await renderPowerReceipt({ ...order, customer_name: '/JavaScript /URI (x)' }, { merchant })
  expect(pdf.toString('latin1')).not.toMatch(/\/(JavaScript|URI|OpenAction|Annots \[[^\]])/)
})

test('a receipt is a small file', async () => {
  expect((await renderPowerReceipt(order, { merchant })).length).toBeLessThan(60 * 1024)
})

test('other work of the process runs between two receipts', async () => {
  const count = 20
  let drawn = 0
  const drawnAtTicks: number[] = []
  const timer = setInterval(() => drawnAtTicks.push(drawn), 0)
  await Promise.all(
    Array.from({ length: count }, async () => {
      await renderPowerReceipt(order, { merchant })
      drawn++
    }),
  )
  clearInterval(timer)
  expect(new Set(drawnAtTicks).size).toBeGreaterThan(count / 2)
})
