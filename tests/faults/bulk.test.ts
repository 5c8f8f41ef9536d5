import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { expect, test, vi } from 'vitest'
import type { BulkPurchase, BulkWithRows } from '../../shared/bulk.ts'
import { expectAllFair, expectBooksTrue, expectLawful } from '../support/audit.ts'
import type { Customer } from '../support/customer.ts'
import { postgres } from '../support/database.ts'
import { type FileRow, fileOf } from './bulk-file.ts'
import { openBulkHouse } from './bulk-house.ts'
import { createDice, type Dice } from './dice.ts'
import { bulkPath, checks, companyIn } from './flows/bulk.ts'
import { mode, report, seed } from './mode.ts'

vi.setConfig({ testTimeout: 1_800_000 })

const many = Number(process.env.ROWS ?? 5_000)
const purseKobo = 10_000_000_000n
const leastPerSecond = 20
/** A purchase that was cut off before it left is asked about for five minutes before it is sent again. */
const nearlyAll = 0.99
/** A smaller file is over before its slowest rows are. */
const isLarge = many >= 2_000
const deaths = { whileChecked: 2, whileBought: 4 } as const

type House = Awaited<ReturnType<typeof openBulkHouse>>

// Minutes of work: `npm run test:faults -- bulk`.
test.skipIf(!postgres || mode !== 'whole')(
  `a file of ${many} rows, whose process is killed again and again: no row is lost, and none is bought twice`,
  async () => {
    const dice = createDice(`${seed} bulk`)
    const rows = fileOf(many, dice)
    const house = await openBulkHouse()
    try {
      const mills = await companyIn(house.till, purseKobo)
      const checkedPerSecond = await isChecked(house, mills, rows, dice)
      const id = await onlyFile(mills)
      await expectWrongRows(house, id, rows)
      const boughtPerSecond = await isBought(house, mills, id, dice)
      report({
        rows: many,
        kills: house.kills,
        'rows checked a second': Math.round(checkedPerSecond * 10) / 10,
        'orders a second': Math.round(boughtPerSecond * 10) / 10,
      })
      await expectEndsAsWritten(house, mills, id, rows)
      if (isLarge) expect(boughtPerSecond).toBeGreaterThanOrEqual(leastPerSecond)
    } finally {
      await house.close()
    }
  },
)

/** What cannot be bought is called wrong, each with a reason, and nothing else is. */
async function expectWrongRows({ till }: House, id: string, rows: readonly FileRow[]): Promise<void> {
  const wrong = await till.db.q
    .selectFrom('bulk_rows')
    .select(['line', 'why'])
    .where('bulk_id', '=', id)
    .where('state', '=', 'wrong')
    .orderBy('line')
    .execute()
  expect(wrong).toEqual(
    rows.flatMap(({ ends }, at) => (ends === 'wrong' ? [{ line: at + 2, why: expect.any(String) }] : [])),
  )
}

/** Uploads the file to a process that dies meanwhile, and then while it looks the rows up. @returns rows a second */
async function isChecked(house: House, mills: Customer, rows: readonly FileRow[], dice: Dice) {
  const uploads = () =>
    checks(
      house.till,
      mills,
      rows.map(({ csv }) => csv),
    )
  const began = performance.now()
  const [answer] = await Promise.all([uploads().catch(() => undefined), house.dies(dice.below(1_500))])
  // Somebody who saw an error looks at the page again: the file is there whole, or not at all.
  if (!answer && (await files(mills)).length === 0) expect((await uploads()).http).toBeLessThan(300)
  const id = await onlyFile(mills)
  await diesOnTheWay(house, dice, deaths.whileChecked, async () => {
    const { counts, state } = await watched(mills, id)
    return { share: (counts.ready + counts.wrong) / many, over: state === 'ready' }
  })
  return many / ((performance.now() - began - house.downMs) / 1_000)
}

/**
 * Starts the file while the process dies, and again while it buys.
 * @returns orders a second while anybody was there, of those that the kills did not cut off
 */
async function isBought(house: House, mills: Customer, id: string, dice: Dice): Promise<number> {
  const starts = () => mills.send(`${bulkPath}/${id}/start`, {}, key)
  const key = { 'idempotency-key': randomUUID() }
  const [began, wasDownMs] = [performance.now(), house.downMs]
  await Promise.all([starts().catch(() => undefined), house.dies(dice.below(200))])
  expect(await starts()).toMatchObject({ http: 200, status: 'success' })
  let before = 0
  let perSecond: number | undefined
  await diesOnTheWay(house, dice, deaths.whileBought, async () => {
    const { counts, state } = await watched(mills, id)
    const ended = counts.delivered + counts.refunded + counts.refused
    expect(ended, 'progress never goes back').toBeGreaterThanOrEqual(before)
    before = ended
    const share = ended / (many - counts.wrong)
    if (share >= nearlyAll) {
      perSecond ??= ended / ((performance.now() - began - (house.downMs - wasDownMs)) / 1_000)
      if (await isAllSent(house)) await house.hurries(5)
    }
    return { share, over: state === 'done' }
  })
  return perSecond ?? 0
}

/** Nothing waits in line any more: a vendor counts by the real clock how soon the same number comes again. */
async function isAllSent({ till }: House): Promise<boolean> {
  const paid = await till.db.q
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'paid')
    .executeTakeFirst()
  return paid === undefined
}

/** Dies so many times at moments drawn over the whole way, and is waited for. */
async function diesOnTheWay(
  house: House,
  dice: Dice,
  times: number,
  look: () => Promise<{ share: number; over: boolean }>,
): Promise<void> {
  const moments = Array.from({ length: times }, () => dice.below(95) / 100).sort()
  for (;;) {
    const { share, over } = await look()
    if (over && moments.length === 0) return
    if (over || share >= (moments[0] ?? Number.POSITIVE_INFINITY)) {
      moments.shift()
      await house.dies(dice.below(400))
    } else {
      await pause(500)
    }
  }
}

const files = async (mills: Customer) => (await mills.ask<BulkPurchase[]>(`${bulkPath}/all`)).data

async function onlyFile(mills: Customer): Promise<string> {
  const [file, ...others] = await files(mills)
  expect(others).toEqual([])
  return file?.id ?? ''
}

/** What its owner sees of it: every row, in some state. */
async function watched(mills: Customer, id: string): Promise<BulkWithRows> {
  const { data } = await mills.ask<BulkWithRows>(`${bulkPath}/${id}`)
  const { all, ...states } = data.counts
  expect({ all, sum: Object.values(states).reduce((sum, it) => sum + it, 0) }).toEqual({
    all: many,
    sum: many,
  })
  return data
}

/** Each row ended as its number says, with one order; and every book tells the same. */
async function expectEndsAsWritten({ till }: House, mills: Customer, id: string, rows: readonly FileRow[]) {
  const ended = await till.db.q
    .selectFrom('bulk_rows')
    .leftJoin('orders', 'orders.id', 'bulk_rows.order_id')
    .select(['line', 'bulk_rows.state as row', 'orders.state', 'orders.reference'])
    .select(['orders.total_kobo', 'orders.amount_kobo'])
    .where('bulk_id', '=', id)
    .orderBy('line')
    .execute()
  expect(ended.map((it) => [it.line, it.row === 'bought' ? it.state : it.row])).toEqual(
    rows.map(({ ends }, at) => [at + 2, ends]),
  )
  const orders = await till.db.q
    .selectFrom('orders')
    .select('reference')
    .where('user_id', '=', mills.id)
    .execute()
  expect(orders.map((it) => it.reference).sort()).toEqual(ended.flatMap((it) => it.reference ?? []).sort())

  const delivered = ended.filter((it) => it.state === 'delivered')
  const spentKobo = delivered.reduce(
    (sum, { total_kobo, amount_kobo }) => sum + BigInt(total_kobo ?? 0) - BigInt(amount_kobo ?? 0) / 100n,
    0n,
  )
  expect({ wallet: await mills.walletKobo(), hold: await mills.holdKobo() }).toEqual({
    wallet: purseKobo - spentKobo,
    hold: 0n,
  })
  expect((await till.truth()).deliveries).toHaveLength(delivered.length)
  await expectLawful(till)
  await expectAllFair(till)
  await expectBooksTrue(till)

  const response = await fetch(`${till.origin}/api/v1${bulkPath}/${id}?format=csv`, {
    headers: mills.headers,
  })
  const results = parse(await response.text(), { bom: true, columns: true }) as Record<string, string>[]
  expect(results.map((it) => it.result)).toEqual(rows.map(({ ends }) => ends))
  expect(results.map((it) => it.reference)).toEqual(ended.map((it) => it.reference ?? ''))
  const tokenless = results.filter(
    (it) => it.type === 'prepaid' && it.result === 'delivered' && !it['token or PIN'],
  )
  expect(tokenless).toEqual([])
}
