import { expect, test } from 'vitest'
import { smsLength } from '../../../shared/sms.ts'

test.each([
  ['', 0],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // Brackets and the euro sign are in the extension table: two septets each.
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  // One character outside GSM-7, such as the naira sign, makes the whole text UCS-2.
  [`₦${'a'.repeat(69)}`, 1],
  [`₦${'a'.repeat(70)}`, 2],
  [`₦${'a'.repeat(134)}`, 3],
])('a text is split into segments as the network does (%#)', (text, segments) => {
  expect(smsLength(text)).toMatchObject({ characters: [...text].length, segments })
})
