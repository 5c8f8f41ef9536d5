import { expect, test } from 'vitest'
import { mergeResults } from '../bench/results.ts'

const stored = `# Bench results

Preamble.

## Weight

Commit a, old machine.

| old |

## Memory

Commit a, old machine.

| kept |
`

test('a bench run replaces the sections it measured, keeps the others and adds new ones at the end', () => {
  const rows = [{ label: 'power form', result: '1 KB' }]
  const merged = mergeResults(
    stored,
    [
      { title: 'Weight', rows },
      { title: 'Search', rows },
    ],
    'Commit b, new machine.',
  )
  const titles = [...merged.matchAll(/^## (.+)$/gm)].map(([, title]) => title)
  expect(titles).toEqual(['Weight', 'Memory', 'Search'])
  expect(merged).not.toContain('| old |')
  expect(merged).toContain('| kept |')
  expect(merged).toMatch(/## Weight\n\nCommit b, new machine\.\n\n\|[^\n]*result/)
  expect(mergeResults(merged, [], '')).toBe(merged)
})
