import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ownerOnly = { folder: 0o700, file: 0o600 } as const
/** Sticky bit: a shared folder such as /tmp. */
const stickyBit = 0o1000

/** Creates a folder that only the process's user can open; restricts an existing one. */
export function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly.folder })
  if ((statSync(folder).mode & stickyBit) === 0) restrict(folder, ownerOnly.folder)
}

/** Restricts a file to its owner. */
export const restrictFile = (file: string): void => restrict(file, ownerOnly.file)

/** Restricts a folder and its contents to the owner. */
export function restrictTree(folder: string): void {
  restrict(folder, ownerOnly.folder)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    restrict(join(entry.parentPath, entry.name), entry.isDirectory() ? ownerOnly.folder : ownerOnly.file)
  }
}

/** Leaves files of another user (such as a mounted volume) and files that no longer exist unchanged. */
function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'ENOENT' && code !== 'EROFS') throw error
  }
}
