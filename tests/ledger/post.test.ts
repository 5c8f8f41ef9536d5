import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/database/index.ts'
import {
  account,
  balanceOf,
  captureEvent,
  type Entry,
  heldFromWallet,
  holdCaptured,
  keepSums,
  NotEnough,
  post,
  postedEntry,
  returnedToWallet,
  sumOf,
  toppedUp,
  trialBalance,
  vendorReversed,
} from '../../server/ledger/index.ts'
import { freshDatabase, postgres, type TestDatabase } from '../support/database.ts'

let house: TestDatabase
let db: Database
beforeAll(async () => {
  house = await freshDatabase()
  db = house.db
})
afterAll(() => house.drop())

let events = 0
const entry = (lines: Entry['lines'], event = `test:${++events}`): Entry => ({ event, orderId: null, lines })
const posted = (it: Entry) => db.inTransaction((tx) => post(tx, it))
const topUp = (wallet: string, kobo: bigint) =>
  posted(
    entry([
      [account.gateway('paystack'), kobo],
      [wallet, -kobo],
    ]),
  )
const spend = (wallet: string, kobo: bigint) =>
  posted(
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
const isHeld = (name: string) => /^(wallet|hold|bonus):/.test(name)

test('whatever is posted, the books sum to 0, no customer is below 0, and they equal a simple model', async () => {
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
          ([name, kobo]) => isHeld(name) && -(model.get(name) ?? 0n) - kobo < 0n && kobo > 0n,
        )
        const outcome = await posted(entry(all)).catch((error: unknown) => error)
        if (isBalanced && !isEmpty && !isShort) {
          expect(outcome).toBe(true)
          for (const [name, kobo] of moves) model.set(name, (model.get(name) ?? 0n) + kobo)
        } else {
          expect(outcome).toBeInstanceOf(Error)
          if (isBalanced && !isEmpty) expect(outcome).toBeInstanceOf(NotEnough)
        }
      }
      const books = await trialBalance(db.q)
      expect([...books.values()].reduce((sum, kobo) => sum + kobo, 0n)).toBe(0n)
      for (const name of names) {
        const should = model.get(name) ?? 0n
        expect(books.get(name) ?? 0n).toBe(should)
        if (isHeld(name)) {
          expect(await balanceOf(db.q, name)).toBe(-should)
          expect(-should).toBeGreaterThanOrEqual(0n)
        }
      }
    }),
    { numRuns: 15 },
  )
})

/** What somebody does with a wallet, or somebody repeats: money comes, is set aside, spent, given back, taken back. */
type Deed =
  | { does: 'tops_up'; who: number; kobo: bigint }
  | { does: 'holds'; who: number; kobo: bigint }
  | { does: 'spends' | 'returns' | 'reverses' | 'repeats'; which: number }

const deeds: fc.Arbitrary<Deed> = fc.oneof(
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

test('whatever is set aside, spent, given back, reversed or told twice, every account is what a simple model says', async () => {
  interface Held {
    paymentId: string
    orderId: string
    userId: string
    amountKobo: bigint
    is: 'held' | 'spent' | 'over'
  }
  const model = new Map<string, bigint>()
  const people = [randomUUID(), randomUUID()] as const
  const gateway = account.gateway('modelled')
  const move = (from: string, to: string, kobo: bigint) => {
    model.set(from, (model.get(from) ?? 0n) - kobo)
    model.set(to, (model.get(to) ?? 0n) + kobo)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(deeds, { minLength: 3, maxLength: 14 }), async (all) => {
      const held: Held[] = []
      const told: Entry[] = []
      const tell = async (it: Entry) => {
        const isNew = await posted(it)
        if (isNew) told.push(it)
        return isNew
      }
      for (const deed of all) {
        if (deed.does === 'tops_up') {
          const userId = people[deed.who]!
          const paid = { paidKobo: deed.kobo, feeKobo: 0n, gateway: 'modelled' }
          expect(await tell(toppedUp({ paymentId: randomUUID(), userId, ...paid }))).toBe(true)
          move(gateway, account.wallet(userId), deed.kobo)
        } else if (deed.does === 'holds') {
          const userId = people[deed.who]!
          const it = { paymentId: randomUUID(), orderId: randomUUID(), userId, amountKobo: deed.kobo }
          const outcome = await tell(heldFromWallet(it)).catch((error: unknown) => error)
          if ((model.get(account.wallet(userId)) ?? 0n) < deed.kobo) {
            expect(outcome).toBeInstanceOf(NotEnough)
            continue
          }
          expect(outcome).toBe(true)
          move(account.wallet(userId), account.hold(userId), deed.kobo)
          held.push({ ...it, is: 'held' })
        } else if (deed.does === 'repeats') {
          const again = told[deed.which % told.length]
          if (again) expect(await posted(again)).toBe(false)
        } else {
          const it = held[deed.which % held.length]
          if (!it || it.is === 'over') continue
          const { orderId, userId, amountKobo } = it
          if (deed.does === 'spends' && it.is === 'held') {
            expect(await tell(holdCaptured(it))).toBe(true)
            move(account.hold(userId), account.order(orderId), amountKobo)
            it.is = 'spent'
          } else if (deed.does === 'reverses' && it.is === 'spent') {
            const spent = await postedEntry(db.q, captureEvent(it.paymentId))
            expect(await tell(vendorReversed({ orderId, delivered: spent! }))).toBe(true)
            move(account.order(orderId), account.hold(userId), amountKobo)
            // Set aside again, under an event that was posted: it is not spent a second time.
            expect(await posted(holdCaptured(it))).toBe(false)
            it.is = 'over'
          } else if (deed.does === 'returns') {
            const from = it.is === 'spent' ? ('order' as const) : ('hold' as const)
            expect(await tell(returnedToWallet({ refundId: randomUUID(), ...it, from }))).toBe(true)
            move(account[from](from === 'order' ? orderId : userId), account.wallet(userId), amountKobo)
            it.is = 'over'
          }
        }
        const { rows } = await sql<{ sum: string; wrong: number }>`
          select (select sum(amount_kobo)::text from ledger_postings) as sum, (select count(*)::int from balances
            where balance_kobo < 0 or balance_kobo <> -(select sum(amount_kobo) from ledger_postings where account = balances.account)) as wrong`.execute(
          db.q,
        )
        expect(rows[0]).toEqual({ sum: '0', wrong: 0 })
      }
      const books = await trialBalance(db.q)
      for (const [name, kobo] of model) expect([name, -(books.get(name) ?? 0n)]).toEqual([name, kobo])
    }),
    { numRuns: 15 },
  )
})

test('one event is posted once, however often it is told', async () => {
  const it = entry(
    [
      ['unapplied', 700n],
      ['bank', -700n],
    ],
    'order:once:paid',
  )
  expect(await posted(it)).toBe(true)
  expect(await posted(it)).toBe(false)
  const racing = entry(
    [
      ['unapplied', 300n],
      ['bank', -300n],
    ],
    'order:raced:paid',
  )
  const wins = await Promise.all(Array.from({ length: 8 }, () => posted(racing)))
  expect(wins.filter(Boolean)).toHaveLength(1)
  expect(await sumOf(db.q, 'bank')).toBe(-1_000n)
})

test('a sum that is kept is the sum of the postings, whatever is posted meanwhile and afterwards', async () => {
  const line = (kobo: bigint) =>
    posted(
      entry([
        ['vendor_float:kept', kobo],
        ['adjustment', -kobo],
      ]),
    )
  const fromPostings = async () => (await trialBalance(db.q)).get('vendor_float:kept') ?? 0n
  await keepSums(db)
  await line(500n)
  for (let round = 0; round < 3; round++) {
    await Promise.all([line(100n), keepSums(db), line(20n), keepSums(db), line(3n)])
    expect(await sumOf(db.q, 'vendor_float:kept')).toBe(await fromPostings())
  }
  await keepSums(db)
  expect(await sumOf(db.q, 'vendor_float:kept')).toBe(869n)
  const kept = await db.q
    .selectFrom('ledger_sums')
    .select(sql<string>`amount_kobo::text`.as('kobo'))
    .where('account', '=', 'vendor_float:kept')
    .executeTakeFirst()
  expect(kept).toEqual({ kobo: '869' })
  expect(
    await db.q.selectFrom('ledger_sums').select('account').where('account', 'like', 'wallet:%').execute(),
  ).toEqual([])
})

test('an entry that moves nothing is refused', async () => {
  await expect(
    posted(
      entry([
        ['unapplied', 5n],
        ['unapplied', -5n],
      ]),
    ),
  ).rejects.toThrow('moves nothing')
})

test('50 people who spend ₦100 of one wallet of ₦1,000 at once are served 10 times', async () => {
  await topUp('wallet:raced', 100_000n)
  const tries = await Promise.allSettled(Array.from({ length: 50 }, () => spend('wallet:raced', 10_000n)))
  const refused = tries.filter((it) => it.status === 'rejected')
  expect(tries.length - refused.length).toBe(10)
  for (const it of refused) expect(it.reason).toBeInstanceOf(NotEnough)
  expect(await balanceOf(db.q, 'wallet:raced')).toBe(0n)
  expect(await sumOf(db.q, 'wallet:raced')).toBe(0n)
})

test('two wallets that pay each other at once never wait for each other for ever', async () => {
  await topUp('wallet:one', 50_000n)
  await topUp('wallet:two', 50_000n)
  const pays = (from: string, to: string) =>
    posted(
      entry([
        [from, 100n],
        [to, -100n],
      ]),
    )
  await Promise.all(
    Array.from({ length: postgres ? 40 : 10 }, (_, i) =>
      i % 2 ? pays('wallet:one', 'wallet:two') : pays('wallet:two', 'wallet:one'),
    ),
  )
  expect(await balanceOf(db.q, 'wallet:one')).toBe(50_000n)
})

test('what was posted is never changed, deleted, or left out of balance, even by hand', async () => {
  await posted(
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

test('a transaction that was given up leaves nothing behind', async () => {
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
          ['wallet:nobody', 1n],
          ['bank', -1n],
        ]),
      )
    }),
  ).rejects.toThrow(NotEnough)
  expect(await trialBalance(db.q)).toEqual(before)
})
