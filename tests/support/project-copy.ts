import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const root = resolve(import.meta.dirname, '../..')

const sources = ['server', 'shared', 'islands', 'views', 'package.json', 'tsconfig.json', 'vite.config.ts']

/**
 * Copies the project to a new temporary folder, with the installed packages, so that a test can change it.
 * @param tests files and folders of tests to copy; default: all
 * @returns the folder, which the caller removes
 */
export function copyProject(name: string, tests: readonly string[] = ['tests']): string {
  const copy = mkdtempSync(join(tmpdir(), `sanwo-${name}-`))
  for (const path of [...sources, ...tests]) cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Replacements in one file. Each replaced text occurs exactly once. */
export interface Patch {
  readonly file: string
  readonly edits: readonly (readonly [from: string, to: string])[]
}

/** Patches a file of the copy. */
export function applyPatch(copy: string, { file, edits }: Patch): void {
  const path = join(copy, file)
  const patched = edits.reduce(
    (text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`${file} does not have exactly one: ${from}`)
      return text.replace(from, () => to)
    },
    readFileSync(path, 'utf8'),
  )
  writeFileSync(path, patched)
}

/** Undoes every patch of a file. */
export const restoreFile = (copy: string, file: string): void => cpSync(join(root, file), join(copy, file))

/** Type-checks a project of the copy. @returns the errors of each file; empty when it compiles */
export async function typeErrors(copy: string, project: string): Promise<Record<string, string>> {
  // Four checkers, the default, take twice the CPU time: each resolves the same types again.
  const program = [join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--checkers', '1']
  const output = await run(process.execPath, program, { cwd: copy }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  )
  const errors: Record<string, string> = {}
  // The details of an error are on indented lines.
  for (const error of output ? output.split(/\n(?=\S)/) : []) {
    const file = /^(.+?)\(\d+,/.exec(error)?.[1] ?? ''
    errors[file] = `${errors[file] ?? ''}${error}\n`
  }
  return errors
}

/** Type-checks files of the copy and what they import. @returns the errors of each file */
export function typeErrorsOf(copy: string, files: readonly string[]): Promise<Record<string, string>> {
  const project = join(copy, 'tsconfig.files.json')
  writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', include: [], files }))
  return typeErrors(copy, project)
}

/** Runs test files of the copy. @returns the output of Vitest */
export async function runTests(copy: string, ...files: readonly string[]): Promise<string> {
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env
  const options = ['run', '--project', 'modules', '--maxWorkers', '1', ...files]
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const { stdout, stderr } = await run(process.execPath, [program, ...options], { cwd: copy, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return `${stdout}${stderr}`
}
