import { expect, test } from 'vitest'
import { smsLength } from '../../../shared/sms.ts'

test.each([
  ['', 0],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // Brackets and the euro stand in the extension: two septets each.
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  // One sign outside the alphabet, the naira's, makes all of it UCS-2.
  [`₦${'a'.repeat(69)}`, 1],
  [`₦${'a'.repeat(70)}`, 2],
  [`₦${'a'.repeat(134)}`, 3],
])('a text is counted as the network counts it (%#)', (text, segments) => {
  expect(smsLength(text)).toMatchObject({ characters: [...text].length, segments })
})

test('each part is paid for', () => {
  const { costNaira } = smsLength('a')
  expect(smsLength('a'.repeat(161)).costNaira).toBe(2 * costNaira)
})
