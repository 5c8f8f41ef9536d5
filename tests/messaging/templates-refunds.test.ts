import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type RefundNotification,
  refundDueDate,
  refundedMessage,
  refundNeedsAccountMessage,
  refundSentence,
  refundStartedMessage,
} from '../../server/messaging/index.ts'

const notification: RefundNotification = {
  brandName: 'Sanwo',
  reference: 'ABCDEFGH2345',
  description: 'Electricity for meter 04123456789',
  maskedDescription: 'Electricity for meter ****6789',
  reason: 'not_delivered',
  amountKobo: 510_000n,
  currency: 'NGN',
  totalKobo: 510_000n,
  destination: 'your original payment method',
  dueBy: new Date('2026-11-27T12:00:00Z'),
  orderUrl: 'https://sanwo.example/o/ABCDEFGH2345',
  shortUrl: 'https://sanwo.example/o/5fX2mJq0Zb7nRk1vTt9-_w',
}

test('a refund is due five working days after its request, counted in Lagos', () => {
  const due = (requested: string) => refundDueDate(new Date(requested)).toISOString().slice(0, 10)
  expect(due('2026-11-23T12:00:00Z')).toBe('2026-11-30')
  expect(due('2026-11-27T12:00:00Z')).toBe('2026-12-04')
  expect(due('2026-11-28T12:00:00Z')).toBe('2026-12-04')
  expect(due('2026-11-22T12:00:00Z')).toBe('2026-11-27')
  // Half past eleven on Sunday evening in UTC is Monday morning in Lagos.
  expect(due('2026-11-22T23:30:00Z')).toBe('2026-11-29')
})

test('page, SMS and mail of a refund show the same amount, destination and date', () => {
  const started = refundStartedMessage(notification)
  expect(started.sms.split('\n')).toEqual([
    'Sanwo: We could not deliver this order.',
    'Electricity for meter ****6789',
    'Refund of NGN 5,100.00 to your original payment method by 27 Nov 2026.',
    'Ref: ABCDEFGH2345',
    notification.shortUrl,
  ])
  const sentence =
    "We're refunding ₦5,100.00 to your original payment method. It should arrive by 27 Nov 2026."
  expect(started.mail.text).toContain(sentence)
  expect(started.mail.subject).toBe('Your refund has started (order ABCDEFGH2345)')
  expect(refundSentence('pending', notification)).toBe(`We could not deliver this order. ${sentence}`)
  expect(refundedMessage(notification).mail.text).toContain('Your bank should show it by 27 Nov 2026.')
})

test('a message after the date of a refund states that it should have arrived, and what to do', () => {
  const overdue = { ...notification, destination: 'the card you paid with', isOverdue: true }
  const rest =
    "₦5,100.00 to the card you paid with. It should have arrived by 27 Nov 2026. If you don't see it, ask your bank or report a problem."
  expect(refundSentence('pending', overdue)).toBe(`We could not deliver this order. We're refunding ${rest}`)
  expect(refundSentence('refunded', overdue)).toBe(`We could not deliver this order. We refunded ${rest}`)
})

test('a wallet refund message mentions no bank and no date', () => {
  const { sms, mail } = refundedMessage({ ...notification, destination: 'your wallet', dueBy: null })
  expect(sms).toContain('We refunded NGN 5,100.00 to your wallet.')
  expect(mail.subject).toBe("You've been refunded (order ABCDEFGH2345)")
  for (const text of [sms, mail.text, mail.html]) expect(text).not.toMatch(/bank|2026/i)
})

test('a refund in a foreign currency is shown in that currency, never in naira', () => {
  const dollars = { ...notification, reason: 'wrong_amount', amountKobo: 1_200n, currency: 'USD' } as const
  expect(refundStartedMessage(dollars).sms).toContain('You paid USD 12.00 instead of NGN 5,100.00')
  expect(refundStartedMessage(dollars).sms).toContain('Refund of USD 12.00 to')
  expect(refundStartedMessage(dollars).mail.text).toContain("We're refunding $12.00")
  const cedis = { ...dollars, currency: 'GHS' }
  expect(refundedMessage(cedis).mail.text).toContain('We refunded GHS 12.00')
  expect(refundNeedsAccountMessage(cedis).sms).toContain("we couldn't refund GHS 12.00")
})

test('each reason for a refund names its amounts', () => {
  const sentence = (overrides: Partial<RefundNotification>) =>
    refundSentence('refunded', { ...notification, ...overrides })
  expect(sentence({ reason: 'wrong_amount', amountKobo: 50_000n })).toContain(
    'You paid ₦500.00 instead of ₦5,100.00, so this payment was not used.',
  )
  expect(sentence({ reason: 'overpaid', amountKobo: 90_000n })).toContain(
    'You paid ₦900.00 more than the order costs.',
  )
  expect(sentence({ reason: 'paid_twice' })).toContain('This order was paid more than once.')
  expect(sentence({ reason: 'too_late' })).toContain('This payment arrived after the order was refunded.')
})

test('no refund text adds characters outside the basic SMS alphabet', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (brandName, text) => {
      const hostile = { ...notification, brandName, destination: text, maskedDescription: text }
      return [
        refundStartedMessage(hostile),
        refundedMessage(hostile),
        refundNeedsAccountMessage(hostile),
      ].every(({ sms }) => /^[\n\x20-\x7e]*$/.test(sms) && !/[;^{}\\[\]~|]/.test(sms))
    }),
  )
})
