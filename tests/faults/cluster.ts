import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'

const run = promisify(execFile)

/** Folder of all PostgreSQL server programs; null when PostgreSQL is not installed. */
export const binaries: string | null =
  globSync('/usr/{lib/postgresql/*,local,local/pgsql}/bin')
    .filter((bin) =>
      ['initdb', 'pg_ctl', 'pg_rewind', 'pg_basebackup'].every((name) => existsSync(join(bin, name))),
    )
    .sort()
    .at(-1) ?? null

/** A disposable PostgreSQL server that tests may stop. */
export interface Cluster {
  readonly url: string
  /** Crashes the server without shutdown and restarts it. @returns once it accepts connections */
  crash(): Promise<void>
  drop(): Promise<void>
}

/**
 * @param disk holds the data; the write-ahead log stays on the machine's disk
 * @param settings lines for `postgresql.conf`
 */
export async function openCluster({
  disk,
  settings = [],
}: {
  disk?: string
  settings?: readonly string[]
} = {}): Promise<Cluster> {
  if (!binaries) throw new Error('There is no PostgreSQL to start')
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-cluster-'))
  const data = join(disk ?? folder, 'data')
  const owner = await clusterOwner()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid)
  const runProgram = (program: string, ...input: string[]) =>
    run(join(binaries ?? '', program), input, { ...owner, cwd: folder })
  const control = (...input: string[]) =>
    runProgram('pg_ctl', '-D', data, '-w', '-t', '30', '-l', join(folder, 'log'), ...input)

  const walOptions = disk ? ['--waldir', join(folder, 'wal')] : []
  await runProgram(
    'initdb',
    '-D',
    data,
    ...walOptions,
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C',
  )
  const lines = [`unix_socket_directories = '${folder}'`, "listen_addresses = '127.0.0.1'", ...settings, '']
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

/** A streaming standby of a cluster on this machine, which tests may stop. */
export async function openStandby(primary: Cluster): Promise<Cluster> {
  if (!binaries) throw new Error('There is no PostgreSQL to start')
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-standby-'))
  const owner = await clusterOwner()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid)
  const data = join(folder, 'data')
  const runProgram = (program: string, ...input: string[]) =>
    run(join(binaries ?? '', program), input, { ...owner, cwd: folder })
  await runProgram('pg_basebackup', '-d', primary.url, '-D', data, '-R', '-X', 'stream', '-c', 'fast')
  const port = await freePort()
  appendFileSync(join(data, 'postgresql.conf'), `port = ${port}\nunix_socket_directories = '${folder}'\n`)
  const control = (...input: string[]) =>
    runProgram('pg_ctl', '-D', data, '-w', '-t', '30', '-l', join(folder, 'log'), ...input)
  await control('start')
  return {
    url: Object.assign(new URL(primary.url), { port: String(port) }).href,
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

/** PostgreSQL does not run as root. */
const clusterOwner = async (): Promise<{ uid?: number; gid?: number }> =>
  userInfo().uid === 0 ? ownerIds() : {}

async function ownerIds(): Promise<{ uid: number; gid: number }> {
  const readId = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await readId('-u'), gid: await readId('-g') }
}
