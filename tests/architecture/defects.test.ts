import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defects } from '../defects/defects.ts'
import { root } from '../support/project-copy.ts'

test('the text of each planted defect occurs once in its file', () => {
  const occurrences = defects.map(({ file, find }) => ({
    file,
    find,
    count: readFileSync(join(root, file), 'utf8').split(find).length - 1,
  }))
  expect(occurrences.filter(({ count }) => count !== 1)).toEqual([])
})
