import { expect, test } from 'vitest'
import { productDeliveredMessage } from '../../server/messaging/index.ts'

const delivery = {
  brandName: 'Sanwo',
  reference: 'ABCDEFGH2345',
  headline: 'Your WAEC Result Checker PINs are ready',
  message: ['Keep this message safe. Anyone with the PIN can use it.'],
  codes: [
    { label: 'PIN 1 (serial WRN1)', code: '373820665258' },
    { label: 'PIN 2 (serial WRN2)', code: '373820665259' },
  ],
  beneficiary: ['Phone', '08012345678'],
  details: [
    ['Exam', '2 × WASSCE'],
    ['Customer', null],
  ],
  amountKobo: 780_000n,
  serviceChargeKobo: 10_000n,
  totalKobo: 790_000n,
  deliveredAt: new Date('2026-11-21T13:05:00Z'),
  orderUrl: 'http://localhost:3000/education/transactions/successful?reference=ABCDEFGH2345&order=x',
  shortUrl: 'https://sanwo.example/o/5fX2mJq0Zb7nRk1vTt9-_w',
} as const

test('PINs are sent by SMS in the basic alphabet, and by mail with all amounts', () => {
  const { sms, mail } = productDeliveredMessage(delivery)
  expect(sms).toBe(
    [
      'Sanwo: Your WAEC Result Checker PINs are ready',
      'PIN 1 (serial WRN1): 373820665258',
      'PIN 2 (serial WRN2): 373820665259',
      'Phone: 08012345678',
      'Amount: NGN 7,800.00',
      'Ref: ABCDEFGH2345',
      delivery.shortUrl,
    ].join('\n'),
  )
  for (const detail of ['373820665258', 'WRN2', '₦7,800.00', '₦100.00', '₦7,900.00', '2 × WASSCE']) {
    expect(mail.text).toContain(detail)
    expect(mail.html).toContain(detail)
  }
  expect(mail.text).not.toContain('Customer')
  expect(mail.subject).toBe(delivery.headline)
})

test('without a service charge none is shown; vendor text cannot start a new line', () => {
  const { sms, mail } = productDeliveredMessage({
    ...delivery,
    headline: 'MTN airtime was sent\r\nBcc: eve@example.com',
    codes: [],
    serviceChargeKobo: 0n,
  })
  expect(mail.text).not.toContain('Service charge')
  expect(mail.subject).not.toContain('\n')
  expect(sms.split('\n')[0]).toBe('Sanwo: MTN airtime was sent Bcc: eve@example.com')
})
