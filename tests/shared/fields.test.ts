import { expect, test } from 'vitest'
import { requiredText } from '../../shared/fields.ts'
import { createTicket } from '../../shared/tickets.ts'

const Reason = requiredText(() => 'Enter a reason.')

const invisible = [
  ...['\u200B', '\u202E\u2066 \u2060', '\u00AD', '\uFEFF', '\u0301'],
  ...['\u3164', '\u115F', '\u1160', '\uFFA0', '\u2800', '\u3164 \u2800\u200B'],
]
test.each(invisible)('a required text of invisible characters only is missing: %j', (text) => {
  expect(Reason.safeParse(text).error?.issues[0]?.message).toBe('Enter a reason.')
})

test.each([...invisible.map((text) => text.repeat(5))])(
  'a ticket requires a message that a reader sees: %j',
  (message) => {
    const { error } = createTicket.body.safeParse({ message })
    expect(error?.issues[0]?.message).toBe('Please tell us what happened.')
  },
)

test('a ticket message may contain invisible characters together with visible ones', () => {
  expect(createTicket.body.parse({ message: 'No\u200B token' })).toEqual({ message: 'No\u200B token' })
})

test.each([
  ...['Wrong meter', '返金', '👍', 'نعم', '?', '\u200Bx', '7', '₦', '환불', 'ẹ', 'הי', 'สวัสดี', 'हाँ', '⠓'],
  ...['👩‍👩‍👧', '🇳🇬', '❤️', '1️⃣', '\u3164환'],
])('a visible text is accepted: %j', (text) => {
  expect(Reason.parse(text)).toBe(text)
})
