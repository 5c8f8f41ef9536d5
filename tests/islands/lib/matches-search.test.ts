import { expect, test } from 'vitest'
import { matchesSearch } from '../../../islands/lib/matches-search.ts'

test.each([
  '08012345678',
  '0801 234 5678',
  '8012345678',
  '2348012345678',
  '+2348012345678',
  '+234 801-234-5678',
  '0801',
  '5678',
])('a phone number stored as +2348012345678 is found by %s', (query) => {
  expect(matchesSearch(['+2348012345678'], query)).toBe(true)
  expect(matchesSearch(['Ada Obi, 0801 234 5678'], query)).toBe(true)
})

test.each(['08012345679', '0802', '+44 801 234 5678', 'ada 0801'])(
  'a phone number stored as +2348012345678 is not found by %s',
  (query) => {
    expect(matchesSearch(['+2348012345678'], query)).toBe(false)
  },
)

test('words match case-insensitively, and an empty query matches everything', () => {
  expect(matchesSearch(['Home meter'], 'HOME')).toBe(true)
  expect(matchesSearch(['Home meter'], '  ')).toBe(true)
  expect(matchesSearch(['Home meter'], 'office')).toBe(false)
})
