import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** The files that each file imports at run time. */
type ImportGraph = ReadonlyMap<string, readonly string[]>

/**
 * The relative paths that a file imports when it is loaded: static imports and re-exports with at least one value. An
 * `import()` runs later, and types are erased.
 */
function runtimeImportsIn(text: string): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?([^'";=(]*?)\s*from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'/gm,
  )
  return [...statements].flatMap(([, typeOnly, clause = '', from, bare]) => {
    const path = bare ?? from
    return path === undefined || typeOnly || importsTypesOnly(clause) ? [] : [path]
  })
}

/** `{ type A, type B }` */
const importsTypesOnly = (clause: string): boolean => {
  const names = /^\{([^}]*)\}$/.exec(clause.trim())?.[1]
  return names?.split(',').every((name) => /^\s*(?:type\s.*)?$/.test(name)) ?? false
}

function importGraphOf(folder: string, pattern: string): ImportGraph {
  const files = globSync(pattern, { cwd: folder }).map((file) => file.replaceAll('\\', '/'))
  return new Map(
    files.map((file) => [
      file,
      runtimeImportsIn(readFileSync(join(folder, file), 'utf8')).map((path) =>
        relative(folder, resolve(folder, dirname(file), path)).replaceAll('\\', '/'),
      ),
    ]),
  )
}

/** Every cycle that a depth-first search finds; its first and last file are equal. */
function cyclesIn(graph: ImportGraph): string[][] {
  const cycles: string[][] = []
  const finished = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    if (finished.has(file)) return
    const start = path.indexOf(file)
    if (start >= 0) {
      cycles.push([...path.slice(start), file])
      return
    }
    path.push(file)
    for (const imported of graph.get(file) ?? []) visit(imported)
    path.pop()
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}

test('no files import each other in a cycle at run time', () => {
  const graph = importGraphOf(root, '{server,islands,shared}/**/*.{ts,tsx}')
  const imports = [...graph.values()].flat()
  expect(imports.length).toBeGreaterThan(3_000)
  const unknown = imports.filter((file) => /\.tsx?$/.test(file) && !graph.has(file))
  expect(unknown).toEqual([])
  expect(cyclesIn(graph)).toEqual([])
})

test('an import cycle between files on disk is found; type-only imports form none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-cycles-'))
  try {
    const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
    write(
      'order.ts',
      "import { post } from './ledger.ts'\nexport interface Order {}\nexport const pay = post\n",
    )
    write(
      'ledger.ts',
      "import type { Order } from './order.ts'\nexport const post = (order: Order) => order\n",
    )
    expect(cyclesIn(importGraphOf(folder, '*.ts'))).toEqual([])
    write('ledger.ts', "import { pay } from './order.ts'\nexport const post = () => pay\n")
    expect(cyclesIn(importGraphOf(folder, '*.ts'))).toEqual([['ledger.ts', 'order.ts', 'ledger.ts']])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a cycle is found, whether direct, through other files, or of a file with itself', () => {
  const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges))
  expect(cyclesIn(graph({ a: ['b'], b: ['a'] }))).toEqual([['a', 'b', 'a']])
  expect(cyclesIn(graph({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual([['b', 'c', 'd', 'b']])
  expect(cyclesIn(graph({ a: ['a'] }))).toEqual([['a', 'a']])
  expect(cyclesIn(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
})

test.each([
  ["import { post } from './post.ts'", true],
  ["import {\n  type Entry,\n  post,\n} from './post.ts'", true],
  ["import * as post from './post.ts'", true],
  ["import post, { type Entry } from './post.ts'", true],
  ["import './post.ts'", true],
  ["export { post } from './post.ts'", true],
  ["export * from './post.ts'", true],
  ["import type { Entry } from './post.ts'", false],
  ["import { type Entry, type Line } from './post.ts'", false],
  ["export type { Entry } from './post.ts'", false],
  ["const load = () => import('./post.ts')", false],
  ["import { z } from 'zod'\nconst path = './post.ts'", false],
])('%s', (text, isRuntimeImport) => {
  expect(runtimeImportsIn(text)).toEqual(isRuntimeImport ? ['./post.ts'] : [])
})
