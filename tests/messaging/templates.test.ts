import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PowerDelivered, powerDeliveredMessage } from '../../server/messaging/index.ts'
import { smsSegments } from '../../server/messaging/text.ts'

const delivery: PowerDelivered = {
  brandName: 'Sanwo',
  reference: 'ABCDEFGH2345',
  discoName: 'Ikeja Electric',
  meterNumber: '04123456789',
  meterType: 'prepaid',
  customerName: 'ADA OBI',
  amountKobo: 500_000n,
  serviceChargeKobo: 10_000n,
  totalKobo: 510_000n,
  tokens: [{ label: 'Token', digits: '26362054405982757802' }],
  units: '79.9',
  vatKobo: 34_884n,
  arrearsKobo: null,
  deliveredAt: new Date('2026-11-21T13:05:00Z'),
  orderUrl: 'https://sanwo.example/electricity/transactions/successful?reference=ABCDEFGH2345',
  shortUrl: 'https://sanwo.example/o/5fX2mJq0Zb7nRk1vTt9-_w',
}
test('the SMS of a prepaid order has the token in groups of four, units, meter, amount and link', () => {
  const { sms } = powerDeliveredMessage(delivery)
  expect(sms.split('\n')).toEqual([
    'Sanwo token',
    '2636 2054 4059 8275 7802',
    'Units: 79.9 kWh',
    'Meter: 04123456789',
    'Ref: ABCDEFGH2345',
    'Amount: NGN 5,000.00',
    'https://sanwo.example/o/5fX2mJq0Zb7nRk1vTt9-_w',
  ])
  expect(sms.length).toBeLessThanOrEqual(160)
})

test('several tokens are numbered in the order of entry', () => {
  const { sms, mail } = powerDeliveredMessage({
    ...delivery,
    tokens: [
      { label: 'Key change 1', digits: '60016002600360046005' },
      { label: 'Key change 2', digits: '70017002700370047005' },
      ...delivery.tokens,
    ],
  })
  expect(sms).toContain(
    '1. Key change 1: 6001 6002 6003 6004 6005\n2. Key change 2: 7001 7002 7003 7004 7005\n3. Token: 2636',
  )
  expect(mail.text).toContain('one after the other, in this order')
  expect(mail.text.indexOf('6001 6002')).toBeLessThan(mail.text.indexOf('2636 2054'))
})

test('a token with its short link fits one segment, and tokens of a key change fit two', () => {
  const one = powerDeliveredMessage({ ...delivery, units: '12,345.6', amountKobo: 500_000_000n })
  expect(smsSegments(one.sms)).toBe(1)
  const several = powerDeliveredMessage({
    ...delivery,
    tokens: [
      { label: 'Key change token 1', digits: '60016002600360046005' },
      { label: 'Key change token 2', digits: '70017002700370047005' },
      { label: 'Free units token', digits: '80018002800380048005' },
      { label: 'Electricity token', digits: '26362054405982757802' },
    ],
  })
  expect(smsSegments(several.sms)).toBe(2)
})

test('the amount is left out of an SMS when it costs another segment, and nothing else is', () => {
  const longBrand = 'Sanwo Utilities Nigeria'
  const { sms } = powerDeliveredMessage({ ...delivery, brandName: longBrand, amountKobo: 500_000_000n })
  expect(sms).not.toContain('Amount')
  expect(sms).toContain('2636 2054 4059 8275 7802')
  expect(sms).toContain('04123456789')
  expect(sms).toContain('Ref: ABCDEFGH2345')
  expect(smsSegments(sms)).toBe(1)
})

test('the e-mail of a prepaid order has all values of the delivery, as text and as HTML', () => {
  const { mail } = powerDeliveredMessage(delivery)
  for (const value of [
    '2636 2054 4059 8275 7802',
    '79.9 kWh',
    '04123456789',
    '₦5,000.00',
    '₦100.00',
    '₦5,100.00',
    '₦348.84',
    'ABCDEFGH2345',
    'ADA OBI',
    delivery.orderUrl,
  ]) {
    expect(mail.text).toContain(value)
    expect(mail.html).toContain(value)
  }
  expect(mail.text).not.toContain('Arrears')
  expect(mail.subject).toBe('Your electricity token for meter 04123456789')
})

test('a postpaid message reports the paid bill and mentions no token', () => {
  const { sms, mail } = powerDeliveredMessage({
    ...delivery,
    meterType: 'postpaid',
    tokens: [],
    units: null,
  })
  expect(sms).toContain('Sanwo: your Ikeja Electric bill is paid')
  expect(sms).not.toMatch(/token/i)
  expect(mail.subject).toBe('Your electricity bill for meter 04123456789 is paid')
  expect(mail.text).toContain('A postpaid meter needs no token')
})

test('text from vendors and customers is escaped in mail and SMS', () => {
  const hostileText = '<img src=x onerror=alert(1)>\r\nBcc: all@example.com\u202e'
  const { sms, mail } = powerDeliveredMessage({
    ...delivery,
    customerName: hostileText,
    discoName: hostileText,
    meterNumber: hostileText,
  })
  expect(mail.html).not.toContain('<img')
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false)
  expect(sms.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false)
})

test('no value of an order adds characters outside the GSM 7-bit alphabet to an SMS', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (brandName, text) => {
      const messages = [
        powerDeliveredMessage({ ...delivery, brandName, units: text, discoName: text }),
        powerDeliveredMessage({ ...delivery, meterType: 'postpaid', brandName, discoName: text }),
      ]
      return messages.every(({ sms }) => /^[\n\x20-\x7e]*$/.test(sms) && !/[;^{}\\[\]~|]/.test(sms))
    }),
  )
  expect(powerDeliveredMessage({ ...delivery, brandName: 'Sánwó “₦”' }).sms.split('\n')[0]).toBe(
    'Sanwo "NGN " token',
  )
})
