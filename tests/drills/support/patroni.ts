import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binaries } from '../../faults/cluster.ts'
import { freePort } from '../../support/free-port.ts'
import { type Daemon, startDaemon, statusOf, waitUntil } from './daemon.ts'
import { CannotRunError } from './programs.ts'

export interface Member {
  readonly name: string
  readonly port: number
  /** Patroni's REST API, from which a load balancer reads the role. */
  readonly restPort: number
}

/** PostgreSQL servers under Patroni, with one synchronous standby. */
export interface PatroniCluster {
  readonly members: readonly Member[]
  primary(): Promise<Member>
  /** Ends Patroni and every PostgreSQL process of the member with SIGKILL, as when its machine fails. */
  killMember(member: Member): void
  /** Starts Patroni again; the former primary is rewound and follows. Resolves when it streams. */
  startMember(member: Member): Promise<void>
  /** Makes another member the primary, as before maintenance. */
  switchover(): Promise<void>
}

const password = 'drill'
const startMs = 60_000
/** Seconds. Without a renewal in this time another member is promoted; 20 is the least that Patroni documents. */
const leaderTtl = 20

interface ClusterView {
  readonly members: readonly { name: string; role: string; state: string }[]
}

/** @param folder private to the drill; it holds all data */
export async function startPatroni(
  folder: string,
  memberCount: number,
  stack: AsyncDisposableStack,
): Promise<PatroniCluster> {
  if (!binaries) throw new CannotRunError('This drill needs the Debian packages postgresql: install them.')
  const owner = postgresUser()
  chownSync(folder, owner.uid, owner.gid)
  const etcdUrl = await startEtcd(folder, stack)
  const daemons = new Map<string, Daemon>()
  const members: Member[] = []
  const logs = () => [...daemons.values()].map((daemon) => daemon.log()).join('\n')
  const start = (member: Member) => {
    const config = join(folder, `${member.name}.json`)
    const daemon = startDaemon('patroni', [config], { cwd: folder, owner, env: { LC_ALL: 'C.UTF-8' } })
    daemons.set(member.name, daemon)
  }
  stack.defer(() => {
    for (const member of members) kill(folder, member, daemons.get(member.name))
  })
  for (let index = 1; index <= memberCount; index++) {
    const member = { name: `db${index}`, port: await freePort(), restPort: await freePort() }
    const dataDir = join(folder, member.name)
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o700)
    chownSync(dataDir, owner.uid, owner.gid)
    writeFileSync(join(folder, `${member.name}.json`), JSON.stringify(memberConfig(folder, member, etcdUrl)))
    members.push(member)
    start(member)
    // The first member creates the cluster; the others copy it.
    if (index === 1)
      await waitUntil('the first member is primary', () => hasRole(member, 'primary'), startMs, logs)
  }
  const view = async () => {
    for (const { restPort } of members) {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => null)
      if (response?.ok) return (await response.json()) as ClusterView
    }
    throw new Error('No member of the cluster responds')
  }
  const primary = async () => {
    for (const member of members) if (await hasRole(member, 'primary')) return member
    throw new Error('The cluster has no primary')
  }
  const follows = async (member: Member) =>
    (await view()).members.some(
      ({ name, role, state }) => name === member.name && role !== 'leader' && /running|streaming/.test(state),
    )
  const cluster: PatroniCluster = {
    members,
    primary,
    killMember: (member) => kill(folder, member, daemons.get(member.name)),
    async startMember(member) {
      start(member)
      await waitUntil(`${member.name} follows`, () => follows(member), startMs, logs)
    },
    async switchover() {
      const leader = await primary()
      const response = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name }),
      })
      if (!response.ok) throw new Error(`Switchover: ${response.status} ${await response.text()}`)
    },
  }
  await waitUntil(
    'the cluster has a synchronous standby',
    async () => (await view()).members.some(({ role }) => role === 'sync_standby'),
    startMs,
    logs,
  )
  return cluster
}

const hasRole = async ({ restPort }: Member, role: 'primary' | 'replica') =>
  (await statusOf(`http://127.0.0.1:${restPort}/${role}`)) === 200

const idOfPostgres = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
/** PostgreSQL does not run as root. */
const postgresUser = () => ({ uid: idOfPostgres('-u'), gid: idOfPostgres('-g') })

async function startEtcd(folder: string, stack: AsyncDisposableStack): Promise<string> {
  const client = `http://127.0.0.1:${await freePort()}`
  const peer = `http://127.0.0.1:${await freePort()}`
  const args = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  }
  const flags = Object.entries(args).map(([name, value]) => `--${name}=${value}`)
  const etcd = stack.use(startDaemon('etcd', flags, { cwd: folder }))
  await waitUntil(
    'etcd is healthy',
    async () => (await statusOf(`${client}/health`)) === 200,
    startMs,
    etcd.log,
  )
  return client
}

/** Patroni reads YAML, of which JSON is a part. */
function memberConfig(folder: string, { name, port, restPort }: Member, etcdUrl: string): object {
  const rest = `127.0.0.1:${restPort}`
  const address = `127.0.0.1:${port}`
  return {
    scope: 'sanwo',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: new URL(etcdUrl).host },
    bootstrap: {
      dcs: {
        ttl: leaderTtl,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { shared_buffers: '64MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(folder, name),
      bin_dir: binaries,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewind', password },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
  }
}

function kill(folder: string, member: Member, patroni: Daemon | undefined): void {
  patroni?.signal('SIGKILL')
  try {
    const postmaster = Number(
      readFileSync(join(folder, member.name, 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    for (const pid of [postmaster, ...children.map(Number)]) if (pid > 1) process.kill(pid, 'SIGKILL')
  } catch {
    // It was not running.
  }
}
