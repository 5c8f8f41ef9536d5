import { expect, test } from 'vitest'
import { requiredText } from '../../shared/fields.ts'

const Reason = requiredText(() => 'Enter a reason.')

test.each(['\u200B', '\u202E\u2066 \u2060', '\u00AD', '\uFEFF', '\u0301'])(
  'a required text of invisible characters only is missing: %j',
  (text) => {
    expect(Reason.safeParse(text).error?.issues[0]?.message).toBe('Enter a reason.')
  },
)

test.each(['Wrong meter', '返金', '👍', 'نعم', '?', '\u200Bx'])('a visible text is accepted: %j', (text) => {
  expect(Reason.parse(text)).toBe(text)
})
