import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where PostgreSQL's own programs are; null when this machine has none. */
export const binaries: string | null =
  globSync('/usr/{lib/postgresql/*,local,local/pgsql}/bin')
    .filter((bin) => existsSync(join(bin, 'initdb')))
    .sort()
    .at(-1) ?? null

/** A PostgreSQL server of our own, to be thrown away: one that may be stopped under everybody's hands. */
export interface Cluster {
  readonly url: string
  /** Stops it as a crash does, with no goodbye, and starts it again. @returns once it takes connections */
  crash(): Promise<void>
  drop(): Promise<void>
}

export async function openCluster(): Promise<Cluster> {
  if (!binaries) throw new Error('There is no PostgreSQL to start')
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-cluster-'))
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root.
  const owner: { uid?: number; gid?: number } = userInfo().uid === 0 ? await ownerIds() : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid)
  const call = (program: string, ...given: string[]) =>
    run(join(binaries ?? '', program), given, { ...owner, cwd: folder })
  const control = (...given: string[]) =>
    call('pg_ctl', '-D', data, '-w', '-t', '30', '-l', join(folder, 'log'), ...given)

  const port = await freePort()
  await call('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C')
  const lines = [
    `port = ${port}`,
    `unix_socket_directories = '${folder}'`,
    "listen_addresses = '127.0.0.1'",
    '',
  ]
  appendFileSync(join(data, 'postgresql.conf'), lines.join('\n'))
  await control('start')
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
  const of = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await of('-u'), gid: await of('-g') }
}

const freePort = () =>
  new Promise<number>((taken, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => taken(typeof address === 'object' && address ? address.port : 0))
    })
  })
