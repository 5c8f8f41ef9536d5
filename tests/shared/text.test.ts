import { expect, test } from 'vitest'
import { truncate, wellFormed } from '../../shared/text.ts'

test('unpaired surrogates are replaced and NUL characters removed, and valid characters stay', () => {
  for (const [input, expected] of [
    ['Ada \ud83d', 'Ada \ufffd'],
    ['\ude00 Ada', '\ufffd Ada'],
    ['Ada \ude00\ud83d Obi', 'Ada \ufffd\ufffd Obi'],
    ['a\u0000b', 'ab'],
    // Removing NUL cannot join surrogate halves: both were replaced before.
    ['\ud83d\u0000\ude00', '\ufffd\ufffd'],
    ['Adé 😀 👩‍👩‍👧', 'Adé 😀 👩‍👩‍👧'],
    ['', ''],
  ] as const) {
    expect(wellFormed(input)).toBe(expected)
    expect(wellFormed(input).isWellFormed()).toBe(true)
  }
})

test('a text is cut between graphemes, never inside an emoji', () => {
  const family = '👩🏽‍👩🏽‍👧🏽‍👦🏽'
  expect(truncate('Adaeze', 6)).toBe('Adaeze')
  expect(truncate('Adaeze', 3)).toBe('Ada')
  expect(truncate(`Ad${family}b`, 3)).toBe(`Ad${family}`)
  expect(truncate(`Ad${family}b`, 2)).toBe('Ad')
  expect(truncate('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301e\u0301')
  expect(truncate('😀😀😀', 0)).toBe('')
})

test('a sequence of many combining marks does not count as one short character', () => {
  expect(truncate(`Ada${'\u0301'.repeat(100_000)}`, 200)).toBe('Ad')
})

test('a browser without Intl.Segmenter cuts between code points', () => {
  const { Segmenter } = Intl
  Reflect.deleteProperty(Intl, 'Segmenter')
  try {
    expect(truncate('a😀b😀c', 4)).toBe('a😀b😀')
  } finally {
    Object.assign(Intl, { Segmenter })
  }
})
