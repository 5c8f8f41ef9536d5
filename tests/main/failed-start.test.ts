import { once } from 'node:events'
import { createServer as createTcpServer, type Socket } from 'node:net'
import tls from 'node:tls'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, migrate } from '../../server/database/index.ts'
import { binaries, openCluster } from '../faults/cluster.ts'
import { createTestConfig } from '../http/setup.ts'
import { createTestDatabase, postgresUrl } from '../support/database.ts'
import { createExpiredCertificate, hasOpenssl } from '../support/expired-certificate.ts'
import { freePort } from '../support/free-port.ts'
import { canMount, openSmallDisk } from '../support/small-disk.ts'
import { isListening, startProgram } from './program.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const secrets = { SESSION_SECRET: 's'.repeat(32), DATA_KEYS: 'k'.repeat(32) }
const live = {
  MODE: 'live',
  APP_URL: 'https://sanwo.example',
  PAYSTACK_SECRET_KEY: 'sk_live_x',
  VTPASS_API_KEY: 'a',
  VTPASS_PUBLIC_KEY: 'b',
  VTPASS_SECRET_KEY: 'c',
}

/** Expects a start that fails with one sentence and exit code 1, and never accepts a request. */
async function expectFailedStart(env: NodeJS.ProcessEnv, sentence: string | RegExp): Promise<void> {
  const { config, remove } = createTestConfig()
  onTestFinished(remove)
  const port = await freePort()
  const simulators = `http://127.0.0.1:${await freePort(2)}`
  const { child, exit } = startProgram(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      ROLE: 'api',
      PORT: String(port),
      DATA_DIR: config.dataDir,
      SIMULATORS_URL: simulators,
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let accepted = false
  const watch = setInterval(
    async () => (accepted ||= await isListening(`http://127.0.0.1:${port}/readyz`)),
    200,
  )
  const { code, out, err } = await exit
  clearInterval(watch)
  expect({ code, out, accepted }).toEqual({ code: 1, out: '', accepted: false })
  if (typeof sentence === 'string') expect(err).toBe(`${sentence}\n`)
  else expect(err).toMatch(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(await isListening(`${simulators}/simulators/health`)).toBe(false)
}

/** A TCP server until the test ends. @returns its postgres:// address */
async function serverAt(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return `postgres://sanwo@localhost:${port}/sanwo`
}

async function migrateAt(url: string): Promise<void> {
  const db = await connect({ databaseUrl: url, dataDir: null })
  await migrate(db)
  await db.close()
}

test.each<[Record<string, string>, string]>([
  [{ PORT: '70000' }, 'PORT must be a port number.'],
  [{ DATABASE_URL: 'mysql://localhost/sanwo' }, 'DATABASE_URL must be a postgres:// address.'],
  [{ DATABASE_URL: 'postgres://localhost/sanwo' }, 'SESSION_SECRET is missing: DATABASE_URL needs it.'],
  [
    { DATABASE_URL: 'postgres://localhost/sanwo', SESSION_SECRET: 's'.repeat(32) },
    'DATA_KEYS is missing: DATABASE_URL needs it.',
  ],
  [{ ...live, APP_URL: '' }, 'APP_URL is missing: MODE=live needs the address people type.'],
  [{ ...live, VTPASS_URL: 'http://vendor.example' }, 'VTPASS_URL must be an https address: MODE is live.'],
])('the environment %j fails the start with one sentence', (env, sentence) =>
  expectFailedStart(env, sentence),
)

test('live mode without the keys of a gateway or a vendor fails the start and names the keys', async () => {
  await expectFailedStart({ ...live, PAYSTACK_SECRET_KEY: '' }, /^PAYSTACK_SECRET_KEY, or .+ gateway\.\n$/)
  await expectFailedStart({ ...live, VTPASS_API_KEY: '' }, /^VTPASS_API_KEY, .+ vendor\.\n$/)
})

test.skipIf(!canMount)(
  'a full disk of DATA_DIR fails the start with one sentence (needs the right to mount a disk)',
  async () => {
    const disk = openSmallDisk(8)!
    onTestFinished(() => disk.remove())
    disk.fill()
    await expectFailedStart({ DATA_DIR: disk.folder }, /^DATA_DIR cannot be written: ENOSPC[^\n]+\.\n$/)
  },
)

describe('a database that cannot be used fails the start with one sentence', () => {
  test('nothing listens at its address', () =>
    expectFailedStart(
      { ...secrets, DATABASE_URL: 'postgres://a@127.0.0.1:1/none' },
      /^The database at DATABASE_URL cannot be reached: .*ECONNREFUSED.*\.\n$/,
    ))

  test('its host name is unknown', () =>
    expectFailedStart(
      { ...secrets, DATABASE_URL: 'postgres://a@database.invalid/none' },
      /^The database at DATABASE_URL cannot be reached: .*database\.invalid\.\n$/,
    ))

  test('another program answers at its address', async () => {
    const url = await serverAt((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await expectFailedStart({ ...secrets, DATABASE_URL: url }, /^The database [^\n]+\.\n$/)
  })

  test.skipIf(!hasOpenssl)('its certificate has expired (needs OpenSSL)', async () => {
    const certificate = createExpiredCertificate()
    onTestFinished(certificate.remove)
    const secureContext = tls.createSecureContext(certificate)
    const url = await serverAt((socket) =>
      socket.once('data', () => {
        // The response to a request for TLS.
        socket.write('S')
        new tls.TLSSocket(socket, { isServer: true, secureContext }).on('error', () => undefined)
      }),
    )
    await expectFailedStart(
      { ...secrets, DATABASE_URL: `${url}?sslmode=verify-full`, NODE_EXTRA_CA_CERTS: certificate.file },
      'The database at DATABASE_URL cannot be trusted: certificate has expired.',
    )
  })

  test.skipIf(!binaries || !canMount)(
    'its disk is full, whether it is empty or migrated (needs the programs of PostgreSQL and the right to mount a disk)',
    async () => {
      for (const prepare of [async () => undefined, migrateAt]) {
        const disk = openSmallDisk(256)!
        onTestFinished(() => disk.remove())
        const cluster = await openCluster({ disk: disk.folder })
        onTestFinished(() => cluster.drop())
        await prepare(cluster.url)
        disk.fill()
        await expectFailedStart(
          { ...secrets, DATABASE_URL: cluster.url },
          /^The database cannot be used now: could not (write|extend) [^\n]+\.\n$/,
        )
      }
    },
  )

  describe.runIf(postgresUrl)('on PostgreSQL (needs PostgreSQL)', () => {
    const onServer = async (statement: string) => {
      const client = new pg.Client({ connectionString: postgresUrl! })
      await client.connect()
      await client.query(statement)
      await client.end()
    }
    async function open() {
      const database = await createTestDatabase()
      onTestFinished(database.drop)
      return { db: database.db, env: { ...secrets, DATABASE_URL: database.url! } }
    }

    test('it does not exist', () => {
      const url = Object.assign(new URL(postgresUrl!), { pathname: '/sanwo_no_such_database' }).href
      return expectFailedStart(
        { ...secrets, DATABASE_URL: url },
        'The database at DATABASE_URL rejected the connection: database "sanwo_no_such_database" does not exist.',
      )
    })

    test('it is read-only', async () => {
      const { db, env } = await open()
      await sql`delete from app_metadata where name = 'mode'`.execute(db.q)
      const name = new URL(env.DATABASE_URL).pathname.slice(1)
      await onServer(`alter database ${name} set default_transaction_read_only = on`)
      // A pooler's open connections would still take writes.
      await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
      await expectFailedStart(
        env,
        /^The database cannot be used now: cannot execute [^\n]+ in a read-only transaction\.\n$/,
      )
    })

    test('another release migrated it', async () => {
      const { db, env } = await open()
      await sql`delete from schema_migrations where name like '0027-%'`.execute(db.q)
      await sql`insert into schema_migrations (name, timestamp) values ('9999-later', '2100-01-01')`.execute(
        db.q,
      )
      await expectFailedStart(env, /^The database belongs to another release: [^\n]+ 9999-later [^\n]+\.\n$/)
    })

    test('it belongs to the other mode', async () => {
      const { db, env } = await open()
      await sql`insert into app_metadata (name, value) values ('mode', 'live')`.execute(db.q)
      await expectFailedStart(env, /^This database belongs to MODE=live, and MODE is simulated: [^\n]+\n$/)
    })
  })
})
