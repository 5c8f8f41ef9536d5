import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../support/project-copy.ts'
import { CannotRunError } from './programs.ts'

export interface Release {
  readonly version: string
  readonly commit: string
}

/** The newest release in CHANGELOG.md. */
export function newestRelease(): Release {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const [, version, commit] = /^## (\d\S*) \(\S+, commit (\w+)\)$/m.exec(changelog) ?? []
  if (!version || !commit) throw new Error('CHANGELOG.md names no release with its commit')
  return { version, commit }
}

/** The files that the Dockerfile of a commit copies from the repository. */
export function filesOfImage(commit: string): string[] {
  const dockerfile = execFileSync('git', ['show', `${commit}:server/deploy/Dockerfile`], {
    cwd: root,
    encoding: 'utf8',
  })
  const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
  return [...new Set(copies.flatMap(([, names = '']) => names.split(' ')))]
}

/**
 * Writes files of a commit into a new folder, installs their packages without those for tests, and builds the pages:
 * what the Dockerfile does.
 * @param files default: all
 */
export function installCommit(commit: string, folder: string, files: readonly string[] = []): void {
  mkdirSync(folder)
  const archive = join(folder, '..', `${commit}.tar`)
  try {
    execFileSync('git', ['archive', '--output', archive, commit, ...files], { cwd: root, stdio: 'pipe' })
  } catch (error) {
    throw new CannotRunError(`This drill needs commit ${commit}: fetch the whole history.`, { cause: error })
  }
  execFileSync('tar', ['-xf', archive, '-C', folder])
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe', env })
  execFileSync(process.execPath, ['server/build.ts'], { cwd: folder, stdio: 'pipe', env })
}
