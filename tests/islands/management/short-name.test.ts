import { expect, test } from 'vitest'
import { shortName } from '../../../islands/management/short-name.ts'

test.each([
  ['notice.pdf', 'notice.pdf'],
  ['exactly-20-signs.txt', 'exactly-20-signs.txt'],
  ['a-very-long-name-of-a-notice.txt', 'a-very-long-name.txt'],
  ['no-extension-at-all-but-long', 'no-extension-at-all-'],
  ['.hidden-and-very-long-name', '.hidden-and-very-lon'],
])('the file name %s is shown as %s: at most 20 characters with its extension', (name, expected) => {
  expect(shortName(name)).toBe(expected)
})

test('a file name with an overlong extension is shortened to 20 characters', () => {
  expect(shortName(`a.${'x'.repeat(40)}`)).toHaveLength(20)
})
