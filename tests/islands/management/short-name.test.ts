import { expect, test } from 'vitest'
import { shortName } from '../../../islands/management/short-name.ts'

test.each([
  ['notice.pdf', 'notice.pdf'],
  ['exactly-20-signs.txt', 'exactly-20-signs.txt'],
  ['a-very-long-name-of-a-notice.txt', 'a-very-long-name.txt'],
  ['no-extension-at-all-but-long', 'no-extension-at-all-'],
  ['.hidden-and-very-long-name', '.hidden-and-very-lon'],
])('the name %s is shown as %s: 20 characters at most, with its extension', (name, shown) => {
  expect(shortName(name)).toBe(shown)
})

test('an extension longer than the whole room still leaves 20 characters', () => {
  expect(shortName(`a.${'x'.repeat(40)}`)).toHaveLength(20)
})
