import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/database/index.ts'
import {
  account,
  accountSum,
  balanceOf,
  captureEvent,
  type Entry,
  findPostedEntry,
  holdCaptured,
  InsufficientBalance,
  post,
  refundedToWallet,
  saveBalanceSnapshots,
  trialBalance,
  vendorReversed,
  walletHeld,
  walletToppedUp,
} from '../../server/ledger/index.ts'
import { createTestDatabase, postgresUrl, type TestDatabase } from '../support/database.ts'

let testDatabase: TestDatabase
let db: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  db = testDatabase.db
})
afterAll(() => testDatabase.drop())

let events = 0
const entry = (lines: Entry['postings'], event = `test:${++events}`): Entry => ({
  event,
  orderId: null,
  postings: lines,
})
const postInTransaction = (ledgerEntry: Entry) => db.inTransaction((tx) => post(tx, ledgerEntry))
const topUp = (wallet: string, kobo: bigint) =>
  postInTransaction(
    entry([
      [account.gateway('paystack'), kobo],
      [wallet, -kobo],
    ]),
  )
const spend = (wallet: string, kobo: bigint) =>
  postInTransaction(
    entry([
      [wallet, kobo],
      ['order:test', -kobo],
    ]),
  )

const names = [
  'wallet:a',
  'hold:a',
  'wallet:b',
  'bonus:b',
  'gateway:paystack',
  'unapplied',
  'order:x',
] as const
const hasCachedBalance = (name: string) => /^(wallet|hold|bonus):/.test(name)

test('for any postings, the ledger sums to 0, no customer balance is negative and a model agrees', async () => {
  const model = new Map<string, bigint>()
  const line = fc.tuple(fc.constantFrom(...names), fc.bigInt({ min: -5_000n, max: 5_000n }))
  const attempt = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    balanced: fc.boolean(),
    closing: fc.constantFrom(...names),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 12 }), async (attempts) => {
      for (const { lines, balanced, closing } of attempts) {
        const rest = lines.reduce((sum, [, kobo]) => sum + kobo, 0n)
        const all = balanced ? [...lines, [closing, -rest] as const] : lines
        const moves = new Map<string, bigint>()
        for (const [name, kobo] of all) moves.set(name, (moves.get(name) ?? 0n) + kobo)
        const isBalanced = all.reduce((sum, [, kobo]) => sum + kobo, 0n) === 0n
        const isEmpty = [...moves.values()].every((kobo) => kobo === 0n)
        const isShort = [...moves].some(
          ([name, kobo]) => hasCachedBalance(name) && -(model.get(name) ?? 0n) - kobo < 0n && kobo > 0n,
        )
        const outcome = await postInTransaction(entry(all)).catch((error: unknown) => error)
        if (isBalanced && !isEmpty && !isShort) {
          expect(outcome).toBe(true)
          for (const [name, kobo] of moves) model.set(name, (model.get(name) ?? 0n) + kobo)
        } else {
          expect(outcome).toBeInstanceOf(Error)
          if (isBalanced && !isEmpty) expect(outcome).toBeInstanceOf(InsufficientBalance)
        }
      }
      const balances = await trialBalance(db.q)
      expect([...balances.values()].reduce((sum, kobo) => sum + kobo, 0n)).toBe(0n)
      for (const name of names) {
        const expected = model.get(name) ?? 0n
        expect(balances.get(name) ?? 0n).toBe(expected)
        if (hasCachedBalance(name)) {
          expect(await balanceOf(db.q, name)).toBe(-expected)
          expect(-expected).toBeGreaterThanOrEqual(0n)
        }
      }
    }),
    { numRuns: 15 },
  )
})

/** A wallet action: top-up, hold, capture, refund, reversal, or a retry of an earlier entry. */
type WalletAction =
  | { does: 'tops_up'; who: number; kobo: bigint }
  | { does: 'holds'; who: number; kobo: bigint }
  | { does: 'spends' | 'returns' | 'reverses' | 'repeats'; which: number }

const walletActions: fc.Arbitrary<WalletAction> = fc.oneof(
  fc.record({
    does: fc.constantFrom('tops_up' as const, 'holds' as const, 'holds' as const),
    who: fc.nat({ max: 1 }),
    kobo: fc.bigInt({ min: 1n, max: 1_000n }),
  }),
  fc.record({
    does: fc.constantFrom(...(['spends', 'spends', 'returns', 'reverses', 'repeats'] as const)),
    which: fc.nat({ max: 9 }),
  }),
)

test('for any holds, captures, refunds, reversals and retries, every account equals a simple model', async () => {
  interface Held {
    paymentId: string
    orderId: string
    userId: string
    amountKobo: bigint
    type: 'held' | 'spent' | 'over'
  }
  const model = new Map<string, bigint>()
  const userIds = [randomUUID(), randomUUID()] as const
  const gateway = account.gateway('modelled')
  const move = (from: string, to: string, kobo: bigint) => {
    model.set(from, (model.get(from) ?? 0n) - kobo)
    model.set(to, (model.get(to) ?? 0n) + kobo)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(walletActions, { minLength: 3, maxLength: 14 }), async (all) => {
      const held: Held[] = []
      const postedEntries: Entry[] = []
      const postOnce = async (ledgerEntry: Entry) => {
        const isNew = await postInTransaction(ledgerEntry)
        if (isNew) postedEntries.push(ledgerEntry)
        return isNew
      }
      for (const action of all) {
        if (action.does === 'tops_up') {
          const userId = userIds[action.who]!
          const paid = { paidKobo: action.kobo, feeKobo: 0n, gateway: 'modelled' }
          expect(await postOnce(walletToppedUp({ paymentId: randomUUID(), userId, ...paid }))).toBe(true)
          move(gateway, account.wallet(userId), action.kobo)
        } else if (action.does === 'holds') {
          const userId = userIds[action.who]!
          const item = { paymentId: randomUUID(), orderId: randomUUID(), userId, amountKobo: action.kobo }
          const outcome = await postOnce(walletHeld(item)).catch((error: unknown) => error)
          if ((model.get(account.wallet(userId)) ?? 0n) < action.kobo) {
            expect(outcome).toBeInstanceOf(InsufficientBalance)
            continue
          }
          expect(outcome).toBe(true)
          move(account.wallet(userId), account.hold(userId), action.kobo)
          held.push({ ...item, type: 'held' })
        } else if (action.does === 'repeats') {
          const repeated = postedEntries[action.which % postedEntries.length]
          if (repeated) expect(await postInTransaction(repeated)).toBe(false)
        } else {
          const item = held[action.which % held.length]
          if (!item || item.type === 'over') continue
          const { orderId, userId, amountKobo } = item
          if (action.does === 'spends' && item.type === 'held') {
            expect(await postOnce(holdCaptured(item))).toBe(true)
            move(account.hold(userId), account.order(orderId), amountKobo)
            item.type = 'spent'
          } else if (action.does === 'reverses' && item.type === 'spent') {
            const spent = await findPostedEntry(db.q, captureEvent(item.paymentId))
            expect(await postOnce(vendorReversed({ orderId, deliveryEntry: spent! }))).toBe(true)
            move(account.order(orderId), account.hold(userId), amountKobo)
            // A retried capture under an existing event posts nothing.
            expect(await postInTransaction(holdCaptured(item))).toBe(false)
            item.type = 'over'
          } else if (action.does === 'returns') {
            const from = item.type === 'spent' ? ('order' as const) : ('hold' as const)
            expect(await postOnce(refundedToWallet({ refundId: randomUUID(), ...item, from }))).toBe(true)
            move(account[from](from === 'order' ? orderId : userId), account.wallet(userId), amountKobo)
            item.type = 'over'
          }
        }
        const { rows } = await sql<{ sum: string; wrong: number }>`
          select (select sum(amount_kobo)::text from ledger_postings) as sum, (select count(*)::int from balances
            where balance_kobo < 0 or balance_kobo <> -(select sum(amount_kobo) from ledger_postings where account = balances.account)) as wrong`.execute(
          db.q,
        )
        expect(rows[0]).toEqual({ sum: '0', wrong: 0 })
      }
      const balances = await trialBalance(db.q)
      for (const [name, kobo] of model) expect([name, -(balances.get(name) ?? 0n)]).toEqual([name, kobo])
    }),
    { numRuns: 15 },
  )
})

test('one event is posted once, however often it is submitted', async () => {
  const item = entry(
    [
      ['unapplied', 700n],
      ['bank', -700n],
    ],
    'order:once:paid',
  )
  expect(await postInTransaction(item)).toBe(true)
  expect(await postInTransaction(item)).toBe(false)
  const racing = entry(
    [
      ['unapplied', 300n],
      ['bank', -300n],
    ],
    'order:raced:paid',
  )
  const wins = await Promise.all(Array.from({ length: 8 }, () => postInTransaction(racing)))
  expect(wins.filter(Boolean)).toHaveLength(1)
  expect(await accountSum(db.q, 'bank')).toBe(-1_000n)
})

test('a balance snapshot equals the sum of the postings under concurrent and later postings', async () => {
  const line = (kobo: bigint) =>
    postInTransaction(
      entry([
        ['vendor_float:kept', kobo],
        ['adjustment', -kobo],
      ]),
    )
  const fromPostings = async () => (await trialBalance(db.q)).get('vendor_float:kept') ?? 0n
  await saveBalanceSnapshots(db)
  await line(500n)
  for (let round = 0; round < 3; round++) {
    await Promise.all([line(100n), saveBalanceSnapshots(db), line(20n), saveBalanceSnapshots(db), line(3n)])
    expect(await accountSum(db.q, 'vendor_float:kept')).toBe(await fromPostings())
  }
  await saveBalanceSnapshots(db)
  expect(await accountSum(db.q, 'vendor_float:kept')).toBe(869n)
  const snapshot = await db.q
    .selectFrom('account_balance_snapshots')
    .select(sql<string>`amount_kobo::text`.as('kobo'))
    .where('account', '=', 'vendor_float:kept')
    .executeTakeFirst()
  expect(snapshot).toEqual({ kobo: '869' })
  expect(
    await db.q
      .selectFrom('account_balance_snapshots')
      .select('account')
      .where('account', 'like', 'wallet:%')
      .execute(),
  ).toEqual([])
})

test('an entry without amounts is rejected', async () => {
  await expect(
    postInTransaction(
      entry([
        ['unapplied', 5n],
        ['unapplied', -5n],
      ]),
    ),
  ).rejects.toThrow('moves nothing')
})

test('50 concurrent debits of ₦100 from a wallet of ₦1,000 succeed 10 times', async () => {
  await topUp('wallet:raced', 100_000n)
  const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => spend('wallet:raced', 10_000n)))
  const rejected = attempts.filter((result) => result.status === 'rejected')
  expect(attempts.length - rejected.length).toBe(10)
  for (const item of rejected) expect(item.reason).toBeInstanceOf(InsufficientBalance)
  expect(await balanceOf(db.q, 'wallet:raced')).toBe(0n)
  expect(await accountSum(db.q, 'wallet:raced')).toBe(0n)
})

test('two wallets that pay each other concurrently never deadlock', async () => {
  await topUp('wallet:one', 50_000n)
  await topUp('wallet:two', 50_000n)
  const pay = (from: string, to: string) =>
    postInTransaction(
      entry([
        [from, 100n],
        [to, -100n],
      ]),
    )
  await Promise.all(
    Array.from({ length: postgresUrl ? 40 : 10 }, (_, i) =>
      i % 2 ? pay('wallet:one', 'wallet:two') : pay('wallet:two', 'wallet:one'),
    ),
  )
  expect(await balanceOf(db.q, 'wallet:one')).toBe(50_000n)
})

test('postings cannot be changed, deleted or unbalanced, even by direct SQL', async () => {
  await postInTransaction(
    entry(
      [
        ['unapplied', 10n],
        ['bank', -10n],
      ],
      'order:kept:paid',
    ),
  )
  await expect(
    db.q.updateTable('ledger_postings').set({ amount_kobo: 1n }).where('account', '=', 'bank').execute(),
  ).rejects.toThrow('append-only')
  await expect(
    db.q.deleteFrom('ledger_entries').where('event', '=', 'order:kept:paid').execute(),
  ).rejects.toThrow('append-only')
  const { id } = await db.q
    .selectFrom('ledger_entries')
    .select('id')
    .where('event', '=', 'order:kept:paid')
    .executeTakeFirstOrThrow()
  await expect(
    db.q
      .insertInto('ledger_postings')
      .values({ entry_id: id, account: 'commission', amount_kobo: 1n })
      .execute(),
  ).rejects.toThrow('unbalanced')
  await expect(
    db.q.insertInto('balances').values({ account: 'wallet:poor', balance_kobo: -1n }).execute(),
  ).rejects.toThrow()
})

test('a rolled-back transaction leaves no postings', async () => {
  const before = await trialBalance(db.q)
  await expect(
    db.inTransaction(async (tx) => {
      await post(
        tx,
        entry([
          ['unapplied', 99n],
          ['bank', -99n],
        ]),
      )
      await post(
        tx,
        entry([
          ['wallet:unknown', 1n],
          ['bank', -1n],
        ]),
      )
    }),
  ).rejects.toThrow(InsufficientBalance)
  expect(await trialBalance(db.q)).toEqual(before)
})
