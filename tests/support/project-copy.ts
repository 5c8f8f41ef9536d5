import { cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

const sources = ['server', 'shared', 'islands', 'views', 'package.json', 'tsconfig.json', 'vite.config.ts']

/**
 * Copies the project to a new temporary folder, with the installed packages, so that a test can change it.
 * @param tests folders of tests to copy; default: all
 * @returns the folder, which the caller removes
 */
export function copyProject(name: string, tests: readonly string[] = ['tests']): string {
  const copy = mkdtempSync(join(tmpdir(), `sanwo-${name}-`))
  for (const path of [...sources, ...tests]) cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}
