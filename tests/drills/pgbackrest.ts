import { execFile, spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { binaries } from '../faults/cluster.ts'
import { freePort } from '../support/free-port.ts'
import { waitUntil } from './support/daemon.ts'

const run = promisify(execFile)

/** True when pgBackRest and PostgreSQL are installed. */
export const canBackUp: boolean = binaries !== null && spawnSync('pgbackrest', ['version']).status === 0

/** A PostgreSQL server whose write-ahead log is archived by pgBackRest. */
export interface ArchivedServer {
  readonly url: string
  fullBackup(): Promise<void>
  /** Stops the server immediately, as in a crash: without a checkpoint. */
  crash(): Promise<void>
  /** Restores the server to a time, and starts it. Resolves when it has reached the time and accepts writes. */
  restore(time: Date): Promise<void>
  drop(): Promise<void>
}

const stanza = 'sanwo'
const recoveryMs = 120_000

/** The commands are those of `server/deploy/RECOVERY.md`. */
export async function startArchivedServer(): Promise<ArchivedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-restore-'))
  const [data, config, port] = [join(folder, 'data'), join(folder, 'pgbackrest.conf'), await freePort()]
  const owner = userInfo().uid === 0 ? await postgresUser() : undefined
  const call = (program: string, ...args: string[]) => run(program, args, { ...owner, cwd: folder })
  const control = (...args: string[]) =>
    call(join(binaries ?? '', 'pg_ctl'), '-D', data, '-w', '-t', '60', '-l', join(folder, 'log'), ...args)
  const pgbackrest = (...args: string[]) =>
    call('pgbackrest', `--config=${config}`, `--stanza=${stanza}`, ...args)

  const isInRecovery = async () => {
    const query = ['-h', folder, '-p', String(port), '-U', 'postgres', '-Atc', 'select pg_is_in_recovery()']
    return (await call(join(binaries ?? '', 'psql'), ...query)).stdout.trim() === 't'
  }

  for (const name of ['repository', 'lock', 'logs']) mkdirSync(join(folder, name))
  const settings = [
    '[global]',
    `repo1-path=${join(folder, 'repository')}`,
    'repo1-retention-full=1',
    `lock-path=${join(folder, 'lock')}`,
    `log-path=${join(folder, 'logs')}`,
    'start-fast=y',
    `[${stanza}]`,
    `pg1-path=${data}`,
    `pg1-port=${port}`,
    `pg1-socket-path=${folder}`,
    'pg1-user=postgres',
  ]
  writeFileSync(config, `${settings.join('\n')}\n`)
  if (owner)
    for (const name of ['', 'repository', 'lock', 'logs', 'pgbackrest.conf'])
      chownSync(join(folder, name), owner.uid, owner.gid)
  await call(
    join(binaries ?? '', 'initdb'),
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C',
  )
  const lines = [
    `port = ${port}`,
    `unix_socket_directories = '${folder}'`,
    "listen_addresses = '127.0.0.1'",
    'archive_mode = on',
    `archive_command = 'pgbackrest --config=${config} --stanza=${stanza} archive-push %p'`,
    'archive_timeout = 10',
  ]
  appendFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
  await control('start')
  await pgbackrest('stanza-create')
  await pgbackrest('check')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    fullBackup: async () => void (await pgbackrest('--type=full', 'backup')),
    crash: async () => void (await control('stop', '-m', 'immediate')),
    async restore(time) {
      const target = time.toISOString().replace('T', ' ').replace('Z', '+00')
      await pgbackrest('--delta', '--type=time', `--target=${target}`, '--target-action=promote', 'restore')
      await control('start')
      // pg_ctl returns when the server can be read, which is before it has reached the time.
      await waitUntil('the server has left recovery', async () => !(await isInRecovery()), recoveryMs)
    },
    async drop() {
      await control('stop', '-m', 'immediate').catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}
