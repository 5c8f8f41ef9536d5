import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { expect, test, vi } from 'vitest'
import type { BulkPurchase, BulkPurchaseWithRows } from '../../shared/bulk.ts'
import {
  expectAllOrdersConsistent,
  expectInvariantsHold,
  expectLedgerMatchesProviders,
} from '../support/consistency.ts'
import type { TestCustomer } from '../support/customer.ts'
import { cashbackKoboOf } from '../support/customer.ts'
import { postgresUrl } from '../support/database.ts'
import { type FileRow, generateRows } from './bulk-file.ts'
import { startBulkProcess } from './bulk-setup.ts'
import { bulkPath, companyIn, uploadRows } from './flows/bulk.ts'
import { mode, report, seed } from './mode.ts'
import { createRandom, type RandomSource } from './random-source.ts'

vi.setConfig({ testTimeout: 1_800_000 })

const count = Number(process.env.ROWS ?? 5_000)
const initialWalletKobo = 10_000_000_000n
const minOrdersPerSecond = 20
/** A purchase interrupted before it was sent is requeried for five minutes before it is sent again. */
const measuredShare = 0.99
/** In a smaller file the slowest rows dominate the total time. */
const isLarge = count >= 2_000
const kills = { whileChecked: 2, whileBought: 4 } as const

type FaultEnvironment = Awaited<ReturnType<typeof startBulkProcess>>

test.runIf(postgresUrl && mode === 'whole')(
  `a file of ${count} rows, whose process is killed repeatedly: no row is lost, and none is bought twice (needs minutes: npm run test:faults -- bulk)`,
  async () => {
    const random = createRandom(`${seed} bulk`)
    const rows = generateRows(count, random)
    const env = await startBulkProcess()
    try {
      const mills = await companyIn(env.purchases, initialWalletKobo)
      const checkedPerSecond = await checkWhileKilled(env, mills, rows, random)
      const id = await onlyFile(mills)
      await expectInvalidRows(env, id, rows)
      const boughtPerSecond = await buyWhileKilled(env, mills, id, random)
      report({
        rows: count,
        kills: env.kills,
        'rows checked a second': Math.round(checkedPerSecond * 10) / 10,
        'orders a second': Math.round(boughtPerSecond * 10) / 10,
      })
      await expectRowResults(env, mills, id, rows)
      if (isLarge) expect(boughtPerSecond).toBeGreaterThanOrEqual(minOrdersPerSecond)
    } finally {
      await env.close()
    }
  },
)

/** Exactly the rows that cannot be purchased are invalid, each with a reason. */
async function expectInvalidRows(
  { purchases }: FaultEnvironment,
  id: string,
  rows: readonly FileRow[],
): Promise<void> {
  const wrong = await purchases.db.q
    .selectFrom('bulk_rows')
    .select(['line', 'error'])
    .where('bulk_id', '=', id)
    .where('state', '=', 'invalid')
    .orderBy('line')
    .execute()
  expect(wrong).toEqual(
    rows.flatMap(({ expectedState }, index) =>
      expectedState === 'invalid' ? [{ line: index + 2, error: expect.any(String) }] : [],
    ),
  )
}

/** Uploads the file to a process that crashes during the upload and during the check. @returns rows per second */
async function checkWhileKilled(
  env: FaultEnvironment,
  mills: TestCustomer,
  rows: readonly FileRow[],
  random: RandomSource,
) {
  const upload = () =>
    uploadRows(
      env.purchases,
      mills,
      rows.map(({ csv }) => csv),
    )
  const startedAt = performance.now()
  const [response] = await Promise.all([
    upload().catch(() => undefined),
    env.killAndRestart(random.below(1_500)),
  ])
  // After an error the user reloads the page: the file is stored completely or not at all.
  if (!response && (await files(mills)).length === 0) expect((await upload()).httpStatus).toBeLessThan(300)
  const id = await onlyFile(mills)
  await killRepeatedly(env, random, kills.whileChecked, async () => {
    const { counts, state } = await fetchFile(mills, id)
    return { share: (counts.ready + counts.invalid) / count, isDone: state === 'ready' }
  })
  return count / ((performance.now() - startedAt - env.downMs) / 1_000)
}

/**
 * Starts the file while the process crashes, and crashes it again during the purchases.
 * @returns orders per second of uptime, without the orders that the kills interrupted
 */
async function buyWhileKilled(
  env: FaultEnvironment,
  mills: TestCustomer,
  id: string,
  random: RandomSource,
): Promise<number> {
  const start = () => mills.postJson(`${bulkPath}/${id}/start`, {}, key)
  const key = { 'idempotency-key': randomUUID() }
  const [startedAt, wasDownMs] = [performance.now(), env.downMs]
  await Promise.all([start().catch(() => undefined), env.killAndRestart(random.below(200))])
  expect(await start()).toMatchObject({ httpStatus: 200, status: 'success' })
  let before = 0
  let perSecond: number | undefined
  await killRepeatedly(env, random, kills.whileBought, async () => {
    const { counts, state } = await fetchFile(mills, id)
    const ended = counts.delivered + counts.refunded + counts.rejected
    expect(ended, 'progress never decreases').toBeGreaterThanOrEqual(before)
    before = ended
    const share = ended / (count - counts.invalid)
    if (share >= measuredShare) {
      perSecond ??= ended / ((performance.now() - startedAt - (env.downMs - wasDownMs)) / 1_000)
      if (await isAllSent(env)) await env.advanceClock(5)
    }
    return { share, isDone: state === 'done' }
  })
  return perSecond ?? 0
}

/** Waits until no row is queued: vendors limit repeated numbers by the real clock. */
async function isAllSent({ purchases }: FaultEnvironment): Promise<boolean> {
  const paid = await purchases.db.q
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'paid')
    .executeTakeFirst()
  return paid === undefined
}

/** Crashes the given number of times at random moments of the run, and waits for each restart. */
async function killRepeatedly(
  env: FaultEnvironment,
  random: RandomSource,
  times: number,
  poll: () => Promise<{ share: number; isDone: boolean }>,
): Promise<void> {
  const moments = Array.from({ length: times }, () => random.below(95) / 100).sort()
  for (;;) {
    const { share, isDone } = await poll()
    if (isDone && moments.length === 0) return
    if (isDone || share >= (moments[0] ?? Number.POSITIVE_INFINITY)) {
      moments.shift()
      await env.killAndRestart(random.below(400))
    } else {
      await pause(500)
    }
  }
}

const files = async (mills: TestCustomer) => (await mills.fetchJson<BulkPurchase[]>(`${bulkPath}/all`)).data

async function onlyFile(mills: TestCustomer): Promise<string> {
  const [file, ...others] = await files(mills)
  expect(others).toEqual([])
  return file?.id ?? ''
}

/** The rows that the owner sees: every row has a state. */
async function fetchFile(mills: TestCustomer, id: string): Promise<BulkPurchaseWithRows> {
  const { data } = await mills.fetchJson<BulkPurchaseWithRows>(`${bulkPath}/${id}`)
  const { all, ...states } = data.counts
  expect({ all, sum: Object.values(states).reduce((sum, entry) => sum + entry, 0) }).toEqual({
    all: count,
    sum: count,
  })
  return data
}

/** Each row has the result its number implies, with one order, and the ledger agrees. */
async function expectRowResults(
  { purchases }: FaultEnvironment,
  mills: TestCustomer,
  id: string,
  rows: readonly FileRow[],
) {
  const ended = await purchases.db.q
    .selectFrom('bulk_rows')
    .leftJoin('orders', 'orders.id', 'bulk_rows.order_id')
    .select(['line', 'bulk_rows.state as row', 'orders.state', 'orders.reference'])
    .select(['orders.total_kobo', 'orders.amount_kobo'])
    .where('bulk_id', '=', id)
    .orderBy('line')
    .execute()
  expect(ended.map((entry) => [entry.line, entry.row === 'purchased' ? entry.state : entry.row])).toEqual(
    rows.map(({ expectedState }, index) => [index + 2, expectedState]),
  )
  const orders = await purchases.db.q
    .selectFrom('orders')
    .select('reference')
    .where('user_id', '=', mills.id)
    .execute()
  expect(orders.map((entry) => entry.reference).sort()).toEqual(
    ended.flatMap((entry) => entry.reference ?? []).sort(),
  )

  const delivered = ended.filter((entry) => entry.state === 'delivered')
  const spentKobo = delivered.reduce(
    (sum, { total_kobo, amount_kobo }) =>
      sum + BigInt(total_kobo ?? 0) - cashbackKoboOf(BigInt(amount_kobo ?? 0)),
    0n,
  )
  expect({ wallet: await mills.walletKobo(), hold: await mills.holdKobo() }).toEqual({
    wallet: initialWalletKobo - spentKobo,
    hold: 0n,
  })
  expect((await purchases.providerRecords()).deliveries).toHaveLength(delivered.length)
  await expectInvariantsHold(purchases)
  await expectAllOrdersConsistent(purchases)
  await expectLedgerMatchesProviders(purchases)

  const response = await fetch(`${purchases.origin}/api/v1${bulkPath}/${id}?format=csv`, {
    headers: mills.headers,
  })
  const results = parse(await response.text(), { bom: true, columns: true }) as Record<string, string>[]
  expect(results.map((entry) => entry.result)).toEqual(rows.map(({ expectedState }) => expectedState))
  expect(results.map((entry) => entry.reference)).toEqual(ended.map((entry) => entry.reference ?? ''))
  const tokenless = results.filter(
    (entry) => entry.type === 'prepaid' && entry.result === 'delivered' && !entry['token or PIN'],
  )
  expect(tokenless).toEqual([])
}
