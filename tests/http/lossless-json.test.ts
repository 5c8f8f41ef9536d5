import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLosslessJson } from '../../server/http/lossless-json.ts'

test('An integer above 2^53 is returned as text, at any depth and with either sign', () => {
  expect(parseLosslessJson('{"data":{"id":90071992547409931,"ids":[-90071992547409931]}}')).toEqual({
    data: { id: '90071992547409931', ids: ['-90071992547409931'] },
  })
})

test('A number that JavaScript holds exactly, a fraction and an exponent stay numbers', () => {
  expect(parseLosslessJson('[9007199254740991,0.1234567890123456,1e21]')).toEqual([
    9007199254740991, 0.1234567890123456, 1e21,
  ])
})

test('Escaped NUL and lone surrogates are removed from strings', () => {
  expect(parseLosslessJson('{"name":"A\\u0000da \\ud83d","other":"\\uD83D\\uDE00"}')).toEqual({
    name: 'Ada \uFFFD',
    other: '😀',
  })
})

test('A lone surrogate that is not escaped is replaced', () => {
  expect(parseLosslessJson('"Ada \ud83d"')).toBe('Ada \uFFFD')
})

test('Invalid JSON is undefined', () => {
  expect(parseLosslessJson('{"id":1')).toBeUndefined()
  expect(parseLosslessJson('"\0"')).toBeUndefined()
})

test('Any JSON with strings that are well-formed and without NUL is parsed as JSON.parse does, long integers apart', () => {
  const value = fc.jsonValue().filter((sample) => {
    const text = JSON.stringify(sample)
    return !/\d{16}/.test(text) && !/\\u(?:0000|d[89a-f])/i.test(text) && text.isWellFormed()
  })
  fc.assert(
    fc.property(value, (sample) => {
      expect(parseLosslessJson(JSON.stringify(sample))).toEqual(JSON.parse(JSON.stringify(sample)))
    }),
  )
})
