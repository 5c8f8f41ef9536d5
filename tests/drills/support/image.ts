import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

const imageUser = { uid: 65_534, gid: 65_534 } as const

/** The files of the container image, in a folder that its user cannot change. */
export interface ContainerImage {
  readonly directory: string
  /** The Node.js that the package node installed. */
  readonly node: string
  readonly owner: { readonly uid: number; readonly gid: number }
  /** Runs the HEALTHCHECK of the Dockerfile. @returns true when it succeeds */
  isHealthy(port: number): boolean
  /** Paths that another user than root could change, or that changed since the image was made. */
  findWritableFiles(): string
}

/** Links what the last stage of the Dockerfile copies from an installed and built tree. */
export async function createContainerImage(installed: string, directory: string): Promise<ContainerImage> {
  const dockerfile = readFileSync(join(installed, 'server/deploy/Dockerfile'), 'utf8')
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  const copied = [...lastStage.matchAll(/^COPY (?:--from=\S+ )?(\S+) \S+$/gm)].map(([, path = '']) =>
    basename(path),
  )
  const check = /^HEALTHCHECK [\s\S]+? CMD (\[[\s\S]+?\])$/m.exec(lastStage)?.[1]
  if (copied.length < 2 || !check) throw new Error('The Dockerfile copies nothing or has no HEALTHCHECK')
  const healthCheck = JSON.parse(check.replaceAll('\\\n', '')) as string[]
  await mkdir(directory)
  for (const name of copied) execFileSync('cp', ['-al', join(installed, name), join(directory, name)])
  execFileSync('chmod', ['-R', 'go-w', directory])
  chmodSync(directory, 0o755)
  const node = join(directory, 'node_modules/.bin/node')
  const timestampFile = join(directory, 'package.json')
  execFileSync('touch', [timestampFile])
  return {
    directory,
    node,
    owner: imageUser,
    isHealthy(port) {
      try {
        const env = { PORT: String(port) }
        execFileSync(node, healthCheck.slice(1), { cwd: directory, env, stdio: 'pipe', ...imageUser })
        return true
      } catch {
        return false
      }
    },
    findWritableFiles: () =>
      execFileSync(
        'find',
        [directory, '(', '-newer', timestampFile, '-o', '-perm', '/022', ')', '-not', '-type', 'l', '-print'],
        { encoding: 'utf8' },
      ).trim(),
  }
}
