import { expect, test } from 'vitest'
import { parseRows } from '../../server/bulk/parse-file.ts'
import { checkRows } from '../../server/bulk/parse-row.ts'
import { ApiError } from '../../server/http/index.ts'
import { csvHeader, toCsv } from '../support/company.ts'

const text = toCsv(['power,11000000099,ikeja,prepaid,,2000,08031234567', 'airtime,08010000099,mtn,,,500,'])
const rows = parseRows(Buffer.from(text))

const errorMessage = (bytes: Buffer): string => {
  try {
    parseRows(bytes)
  } catch (error) {
    if (error instanceof ApiError) return error.errors?.file?.[0] ?? ''
    throw error
  }
  throw new Error('It was taken')
}
const rejectionReason = (...lines: string[]) =>
  checkRows(parseRows(Buffer.from(toCsv(lines)))).map((entry) => entry.error)

test('rows are read by column name, with their line in the file', () => {
  expect(rows).toEqual([
    {
      line: 2,
      service: 'power',
      number: '11000000099',
      provider: 'ikeja',
      type: 'prepaid',
      plan: '',
      amount: '2000',
      phone: '08031234567',
    },
    {
      line: 3,
      service: 'airtime',
      number: '08010000099',
      provider: 'mtn',
      type: '',
      plan: '',
      amount: '500',
      phone: '',
    },
  ])
})

const utf16 = (input: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(`\uFEFF${input}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}
test.each([
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16, little end first', utf16(text, 'le')],
  ['UTF-16, big end first', utf16(text, 'be')],
  ['lines of Windows', Buffer.from(text.replaceAll('\n', '\r\n'))],
  ['lines of an old Mac', Buffer.from(text.replaceAll('\n', '\r'))],
  ['semicolons', Buffer.from(text.replaceAll(',', ';'))],
  ['tabs', Buffer.from(text.replaceAll(',', '\t'))],
  ['quotes around every cell', Buffer.from(text.replace(/[^,\n]+/g, '"$&"'))],
  [
    'names in other letters',
    Buffer.from(text.replace(csvHeader, ' Service ,NUMBER,Provider,Type,Plan,Amount,Phone')),
  ],
  ['columns of the sender’s own', Buffer.from(text.replaceAll('\n', ',mine\n'))],
])('a file with %s reads the same', (_, bytes) => {
  expect(parseRows(bytes)).toEqual(rows)
})

test('Windows-1252 characters of older spreadsheets are read', () => {
  const file = Buffer.from(
    toCsv(['cabletv,1200000099,dstv,,Café – été,,08031234567']).replace('–', '-'),
    'latin1',
  )
  expect(parseRows(file)[0]?.plan).toBe('Café - été')
})

test('blank lines and rows of only commas are skipped, and line numbers are kept', () => {
  const file = `${csvHeader}\n\nairtime,08010000099,mtn,,,500,\n,,,,,,\n\nairtime,08010000098,mtn,,,500,\n`
  expect(parseRows(Buffer.from(file)).map((entry) => entry.line)).toEqual([3, 6])
})

test('columns may be in any order; all but the three required ones are optional', () => {
  expect(parseRows(Buffer.from('Provider,Amount,Number,Service\nmtn,500,08010000099,airtime'))).toMatchObject(
    [{ service: 'airtime', number: '08010000099', provider: 'mtn', amount: '500', phone: '', type: '' }],
  )
  expect(errorMessage(Buffer.from('service,amount\nairtime,500'))).toBe(
    'The first line must name the columns: service, number, provider, type, plan, amount, phone. Missing: number, provider.',
  )
  expect(errorMessage(Buffer.from('airtime,08010000099,mtn,500'))).toContain(
    'The first line must name the columns',
  )
  expect(errorMessage(Buffer.from(text.replace('plan', 'amount')))).toBe('Column "amount" appears twice.')
})

test.each([
  ['an empty file', Buffer.alloc(0), 'The file is empty.'],
  ['a file of names alone', Buffer.from(csvHeader), 'The file has no rows below its first line.'],
  ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 8, 0]), 'This is a spreadsheet, not CSV.'],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'This is a spreadsheet, not CSV.'],
  [
    'UTF-16 without its mark',
    Buffer.from(text, 'utf16le'),
    'Unsupported text encoding. Save the file as CSV UTF-8.',
  ],
  [
    'a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]),
    'Unsupported text encoding. Save the file as CSV UTF-8.',
  ],
  [
    'broken UTF-16',
    Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]),
    'Unsupported text encoding. Save the file as CSV UTF-8.',
  ],
  [
    'a quote without an end',
    Buffer.from(`${csvHeader}\nairtime,"0801,mtn,,,500,\n`),
    'Please check its quotes',
  ],
  [
    '5,001 rows',
    Buffer.from(toCsv(Array(5_001).fill('airtime,08010000099,mtn,,,500,'))),
    'more than 5,000 rows',
  ],
])('%s is rejected with a sentence that says what to do', (_, bytes, message) => {
  expect(errorMessage(bytes)).toContain(message)
})

test('5,000 rows are accepted, and two megabytes of commas are rejected by their number of lines', () => {
  expect(parseRows(Buffer.from(toCsv(Array(5_000).fill('airtime,08010000099,mtn,,,500,'))))).toHaveLength(
    5_000,
  )
  expect(errorMessage(Buffer.from(`${csvHeader}\n${',\n'.repeat(1_000_000)}`))).toContain(
    'more than 20,000 lines',
  )
})

test('each row has its own error message', () => {
  expect(
    rejectionReason(
      'power,11000000099,ikeja,prepaid,,2000,08031234567',
      'water,11000000099,ikeja,prepaid,,2000,08031234567',
      'power,1100,ikeja,prepaid,,2000,08031234567',
      'power,11000000088,nowhere,prepaid,,2000,08031234567',
      'power,11000000088,ikeja,solar,,2000,08031234567',
      'power,11000000088,ikeja,prepaid,,99,08031234567',
      'power,11000000088,ikeja,prepaid,,,08031234567',
      'power,11000000088,ikeja,prepaid,,2000,',
      'power,1.10E+10,ikeja,prepaid,,2000,08031234567',
      'cabletv,1200000099,dstv,,,,08031234567',
      'airtime,08010000099,mtn,,,-500,',
      'airtime,08010000099,mtn,,,1e3,',
      'data,08010000099,mtn,,,,',
      'education,0123456789,jamb,,,,08031234567',
    ),
  ).toEqual([
    null,
    'Please write one of: power, cabletv, airtime, data, education.',
    'A meter number has 11 to 20 digits.',
    expect.stringContaining('We do not know that electricity company. We know: ikeja, eko'),
    'Please choose prepaid or postpaid.',
    'Please enter an amount from ₦100 to ₦500,000.',
    'Please enter an amount in naira, like 5000 or 1500.50.',
    'Please enter a phone number.',
    'Your spreadsheet has shortened a number. Format the column as text, and enter it again.',
    'Please choose your bouquet.',
    expect.stringContaining('amount'),
    expect.stringContaining('amount'),
    'Please choose a plan.',
    'Please choose a JAMB type.',
  ])
})

test('common amount notations and alternative names of services and companies are accepted', () => {
  expect(
    rejectionReason(
      'Electricity,11000000099,Ikeja Electric,Prepaid,,"₦2,000.00",0803 123 4567',
      'Cable TV,1200000099,DStv,,DStv Padi,,08031234567',
      'vtu,08010000099,MTN,,,NGN 500,',
    ),
  ).toEqual([null, null, null])
})

test('a duplicate purchase in a file is invalid, in any notation', () => {
  const duplicate = 'Duplicate of line 2. Remove one.'
  expect(
    rejectionReason(
      'airtime,08010000099,mtn,,,500,',
      'VTU,0801 000 0099,MTN,,,"500",',
      'airtime,08010000099,mtn,,,600,',
      'airtime,08010000098,mtn,,,500,',
      'airtime,+2348010000099,mtn,,,500,',
      'airtime,2348010000099,mtn,,,500.00,',
    ),
  ).toEqual([null, duplicate, null, null, duplicate, duplicate])
})

test('a row names each of its errors', () => {
  const [error] = rejectionReason('power,12,ikeja,prepaid,,50,08031234567')
  expect(error).toBe('A meter number has 11 to 20 digits. Please enter an amount from ₦100 to ₦500,000.')
})
