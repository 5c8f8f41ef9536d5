import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/project-copy.ts'

const folder = join(root, 'tests/drills')
const runDrills = (...names: string[]) =>
  spawnSync(process.execPath, [join(folder, 'main.ts'), ...names], { cwd: root, encoding: 'utf8' })

/** Files of tests/drills that are no drill. */
const otherFiles = ['main.ts', 'pgbackrest.ts']

test('the drills command lists every drill', () => {
  const { stdout, status } = runDrills()
  const listed = [...stdout.matchAll(/^ {2}(\S+) {2,}\S/gm)].map(([, name]) => `${name}.ts`)
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !otherFiles.includes(name))
  expect(status).toBe(0)
  expect(listed.toSorted()).toEqual(files.toSorted())
})

test('the drills command rejects an unknown drill', () => {
  const { stderr, status } = runDrills('failover', 'unknown')
  expect(stderr).toContain('Unknown drill: unknown.')
  expect(status).toBe(1)
})
