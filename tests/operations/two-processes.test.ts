import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulators } from '../../server/simulators/start.ts'
import { startProgram } from '../main/program.ts'
import { createTestDatabase, postgresUrl } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { post } from '../support/guest.ts'
import { eventually } from '../support/test-app.ts'
import { createTestClient } from '../support/test-client.ts'
import { samplesOf } from './observed-app.ts'

const secret = 's'.repeat(40)

test.runIf(postgresUrl)(
  'each process of one database counts its own work, and both show the same state of the database (needs PostgreSQL)',
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sanwo-two-'))
    const { db, url: databaseUrl, drop } = await createTestDatabase()
    const simulators = await startSimulators({ port: 0, host: '127.0.0.1', dataDir: folder, speed: 10 })
    const start = async (name: string) => {
      const metricsPort = await freePort()
      const { child, serverOrigin, exit } = startProgram(process.execPath, ['server/main.ts'], {
        env: {
          PATH: process.env.PATH,
          ROLE: 'api',
          PORT: '0',
          LOG_LEVEL: 'warn',
          DATA_DIR: join(folder, name),
          DATABASE_URL: databaseUrl ?? '',
          SESSION_SECRET: secret,
          DATA_KEYS: secret,
          SIMULATORS_URL: simulators.url,
          METRICS_PORT: String(metricsPort),
        },
      })
      const scrape = async () =>
        samplesOf(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
      const stop = async () => {
        child.kill('SIGTERM')
        await exit
      }
      return { origin: await serverOrigin, scrape, stop }
    }
    const first = await start('first')
    const second = await start('second')
    onTestFinished(async () => {
      await Promise.all([first.stop(), second.stop()])
      await simulators.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    })
    await post(`${simulators.url}/simulators/app-url`, { url: first.origin })
    const app = createTestClient({ db: () => db, origin: () => first.origin, simulators, secret })
    const guest = app.createGuest()
    const { info } = await guest.buyElectricity()
    await eventually(async () => (await guest.getOrderStatus(info)).data.state === 'delivered', 60_000)

    const started =
      'sanwo_order_transitions_total{service="power",to="awaiting_payment",event="customer.payment_started"}'
    const counts = [first, second].map(async ({ scrape }) => (await scrape()).get(started))
    expect(await Promise.all(counts)).toEqual([1, 0])
    const float = 'sanwo_vendor_float_naira{vendor="vtpass"}'
    const spent = await eventually(async () => {
      const [one, other] = await Promise.all([first.scrape(), second.scrape()])
      return one.get(float) === other.get(float) && (one.get(float) ?? 0) % 1_000 !== 0 && one
    }, 40_000)
    expect(spent.get('sanwo_database_read_success')).toBe(1)
    expect(spent.get('db_client_connection_max{db_client_connection_pool_name="sanwo"}')).toBe(10)
  },
)
