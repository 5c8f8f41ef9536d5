import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createBuyer } from './buyer.ts'
import { request } from './http-client.ts'
import { openInProcessApp } from './in-process-app.ts'
import { type CapturedTransaction, captureStatements } from './statements.ts'

type Row = Readonly<Record<string, unknown>>

/** The statements of one step of an order. */
export interface StepCost {
  readonly transactions: readonly CapturedTransaction[]
  /** Written to the write-ahead log from its start to its end. */
  readonly walBytes: number
}

/** An order before the gateway's webhook, and the statements of the app by step. */
export interface OneOrder {
  readonly order: Row
  readonly payment: Row
  /** From the customer's lookup to the stored quote. */
  readonly lookup: StepCost
  /** The call that opens the checkout. */
  readonly checkout: StepCost
  /** From the gateway's webhook to the sent SMS. */
  readonly delivery: StepCost
}

export interface OrderBench {
  /** Buys electricity as a guest, from the lookup to the sent SMS. */
  buy(number: number): Promise<OneOrder>
  /** Reads with a connection of its own, which is not counted. */
  read(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/**
 * Runs the app without its pollers on an empty PostgreSQL database, to capture the statements of single orders.
 * Settings, availability and the vendors' product codes are left out: a process reads them at most four times a second,
 * not once per order.
 */
export async function openOrderBench(databaseUrl: string, simulators: string): Promise<OrderBench> {
  const { url, secret, close } = await openInProcessApp(databaseUrl, simulators)
  await request(`${simulators}/simulators/app-url`, { body: { url } })
  const witness = new pg.Client({ connectionString: databaseUrl })
  await witness.connect()
  const read = async (text: string, values: unknown[] = []) =>
    (await witness.query<Row>({ text, values })).rows
  // Orders of a process's first minute may be older than its database: the app reads their payment once more.
  await read(`update test_clock set clock_offset = interval '2 minutes'`)
  const oneRow = async (text: string, values: unknown[] = []) => {
    const [row] = await read(text, values)
    if (!row) throw new Error(`No row for ${text}`)
    return row
  }
  const walPosition = async () => BigInt(String((await oneRow(positionSql)).position))
  const measured = async <T>(work: () => Promise<T>): Promise<{ result: T; cost: StepCost }> => {
    const before = await walPosition()
    const capture = captureStatements()
    const result = await work()
    // The last statement's response may still be in transit.
    await pause(50)
    const transactions = capture.stop().filter(({ statements }) => !statements.some(isCachedRead))
    return { result, cost: { transactions, walBytes: Number((await walPosition()) - before) } }
  }
  const isDone = async (orderId: unknown) => (await read(sentSql, [orderId])).length > 0

  return {
    read,
    async buy(number) {
      const buyer = createBuyer({ url, simulators, secret }, number, {})
      const lookup = await measured(() => buyer.lookUpMeter())
      const checkout = await measured(() => buyer.initiatePayment(lookup.result))
      const { row: order } = (await oneRow('select to_jsonb(o) as row from orders o where reference = $1', [
        lookup.result.order_reference,
      ])) as { row: Row }
      const { row: payment } = (await oneRow(
        'select to_jsonb(p) as row from payments p where order_id = $1',
        [order.id],
      )) as { row: Row }
      const delivery = await measured(async () => {
        await buyer.pay(checkout.result)
        while (!(await isDone(order.id))) await pause(20)
      })
      return { order, payment, lookup: lookup.cost, checkout: checkout.cost, delivery: delivery.cost }
    },
    async close() {
      await witness.end()
      await close()
    },
  }
}

/** The second order of a new database: it uses a warm pool and warm caches, as every later order does. */
export async function captureOneOrder(databaseUrl: string, simulators: string): Promise<OneOrder> {
  const bench = await openOrderBench(databaseUrl, simulators)
  try {
    await bench.buy(1)
    return await bench.buy(2)
  } finally {
    await bench.close()
  }
}

const positionSql = `select (pg_current_wal_insert_lsn() - '0/0')::text as position`
const sentSql = `select 1 from outbox where order_id = $1 and state = 'sent'
  and not exists (select 1 from webhook_inbox where handled_at is null)`

const isCachedRead = ({ text }: { text: string }) =>
  /from "settings"|from circuit_breakers|select \* from "vendor_products"/.test(text)
