import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'

const run = promisify(execFile)

/** Folder of the PostgreSQL programs; null when PostgreSQL is not installed. */
export const binaries: string | null =
  globSync('/usr/{lib/postgresql/*,local,local/pgsql}/bin')
    .filter((bin) => existsSync(join(bin, 'initdb')))
    .sort()
    .at(-1) ?? null

/** A disposable PostgreSQL server that tests may stop. */
export interface Cluster {
  readonly url: string
  /** Crashes the server without shutdown and restarts it. @returns once it accepts connections */
  crash(): Promise<void>
  drop(): Promise<void>
}

/** @param disk holds the data; the write-ahead log stays on the machine's disk */
export async function openCluster({ disk }: { disk?: string } = {}): Promise<Cluster> {
  if (!binaries) throw new Error('There is no PostgreSQL to start')
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-cluster-'))
  const data = join(disk ?? folder, 'data')
  // PostgreSQL does not run as root.
  const owner: { uid?: number; gid?: number } = userInfo().uid === 0 ? await ownerIds() : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid)
  const call = (program: string, ...input: string[]) =>
    run(join(binaries ?? '', program), input, { ...owner, cwd: folder })
  const control = (...input: string[]) =>
    call('pg_ctl', '-D', data, '-w', '-t', '30', '-l', join(folder, 'log'), ...input)

  const elsewhere = disk ? ['--waldir', join(folder, 'wal')] : []
  await call('initdb', '-D', data, ...elsewhere, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C')
  const lines = [`unix_socket_directories = '${folder}'`, "listen_addresses = '127.0.0.1'", '']
  const configure = (text: string) => appendFileSync(join(data, 'postgresql.conf'), text)
  configure(lines.join('\n'))
  /** Another program may take the free port first: then the next one is used. */
  const startOnFreePort = async (attemptsLeft = 3): Promise<number> => {
    const port = await freePort()
    configure(`port = ${port}\n`)
    try {
      await control('start')
      return port
    } catch (error) {
      if (attemptsLeft === 1) throw error
      return startOnFreePort(attemptsLeft - 1)
    }
  }
  const port = await startOnFreePort()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async crash() {
      await control('stop', '-m', 'immediate')
      await control('start')
    },
    async drop() {
      await control('stop', '-m', 'immediate').catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ownerIds(): Promise<{ uid: number; gid: number }> {
  const total = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await total('-u'), gid: await total('-g') }
}
