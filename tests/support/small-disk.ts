import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of fixed size that can be filled completely. */
export interface SmallDisk {
  readonly folder: string
  fill(): void
  /** Deletes the data that `fill` wrote. */
  makeRoom(): void
  remove(): void
}

/** Mounts the file system; null without permission to mount. */
export function openSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-disk-'))
  const { status } = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=0777`,
    'tmpfs',
    folder,
  ])
  if (status !== 0) {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      for (const bytes of [1 << 20, 4_096, 1]) append(filler, Buffer.alloc(bytes))
    },
    makeRoom: () => rmSync(filler),
    remove() {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Appends until the file system is full. */
function append(file: string, bytes: Buffer): void {
  for (;;) {
    try {
      appendFileSync(file, bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
      throw error
    }
  }
}

/** True when the process may mount a file system. */
export const canMount: boolean = (() => {
  const disk = openSmallDisk(1)
  disk?.remove()
  return disk !== null
})()
