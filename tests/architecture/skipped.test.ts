import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('the title of a conditionally skipped test states its requirement', () => {
  const titlesWithoutRequirement = globSync('tests/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['tests/client/**'],
  }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const skipped = text.matchAll(/\b(?:test|describe)\.(?:runIf|skipIf)\([^\n]*?\)\(\s*(['`][^\n]*['`])/g)
    const titles = [...skipped].map(([, title = '']) => title)
    const all = text.match(/\b(?:test|describe)\.(?:runIf|skipIf|skip|todo)\(/g) ?? []
    return [
      ...titles.filter((title) => !/\(needs [^)]+\)/.test(title)),
      ...(all.length > titles.length ? [`${file}: a skipped test whose title cannot be read`] : []),
    ]
  })
  expect(titlesWithoutRequirement).toEqual([])
})
