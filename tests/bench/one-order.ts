import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { composeApp } from '../../server/composition-root.ts'
import { readConfig } from '../../server/config.ts'
import { apiServer, createApi, createLimits, createLog } from '../../server/http/index.ts'
import { openDatabase } from '../../server/open-database.ts'
import { createSettings } from '../../server/settings/index.ts'
import { buyer } from './buyer.ts'
import { listen, type Unit } from './statements.ts'
import { request } from './wire.ts'

type Row = Readonly<Record<string, unknown>>

/** An order before the gateway's webhook, and all database statements of the product after it. */
export interface OneOrder {
  readonly order: Row
  readonly payment: Row
  readonly units: readonly Unit[]
}

/**
 * Runs the product without its pollers, delivers one order on an empty PostgreSQL database, and captures the
 * statements from the webhook to the sent SMS. Settings are left out: they are read four times a second, not
 * once per order.
 */
export async function writeDownOneOrder(databaseUrl: string, simulators: string): Promise<OneOrder> {
  const secret = 'a session secret of the bench, of no value'
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: secret,
    DATA_KEYS: 'a key of the bench that is of no value',
    SIMULATORS_URL: simulators,
    LOG_LEVEL: 'silent',
  })
  const db = await openDatabase(config)
  const log = createLog({ level: 'silent' })
  const settings = createSettings(db)
  const features = await composeApp({ config, db, log, settings, limits: createLimits({ db, log }) })
  const api = createApi({ config, db, log, ...features })
  const server = createServer(apiServer({ api, config, ready: async () => true }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await request(`${simulators}/simulators/app-url`, { body: { url } })
  const witness = new pg.Client({ connectionString: databaseUrl })
  await witness.connect()
  const rowsOf = async (text: string, values: unknown[] = []) =>
    (await witness.query<Row>({ text, values })).rows
  const oneRow = async (text: string, values: unknown[]) => {
    const [row] = await rowsOf(text, values)
    if (!row) throw new Error(`No row for ${text}`)
    return row
  }

  const buys = async (number: number): Promise<OneOrder> => {
    const person = buyer({ url, simulators, secret }, number, {})
    const info = await person.looksUp()
    const checkoutUrl = await person.initiates(info)
    const { row: order } = (await oneRow('select to_jsonb(o) as row from orders o where reference = $1', [
      info.order_reference,
    ])) as { row: Row }
    const { row: payment } = (await oneRow('select to_jsonb(p) as row from payments p where order_id = $1', [
      order.id,
    ])) as { row: Row }
    const ear = listen()
    await person.pays(checkoutUrl)
    while (
      (
        await rowsOf(
          `select 1 from outbox, webhook_inbox where order_id = $1 and outbox.state = 'sent'
          and not exists (select 1 from webhook_inbox where handled_at is null)`,
          [order.id],
        )
      ).length === 0
    )
      await pause(20)
    // The last statement's response may still be in transit.
    await pause(50)
    const units = ear.stop().filter(({ statements }) => !statements.some(isOfSettings))
    return { order, payment, units }
  }
  // The second order uses a warm pool and warm caches, as every later order does.
  await buys(1)
  const captured = await buys(2)
  await witness.end()
  await features.stop()
  server.closeAllConnections()
  server.close()
  await db.close()
  return captured
}

const isOfSettings = ({ text }: { text: string }) => text.includes('from "settings"')
