import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksCommand } from '../../server/commands/books-command.ts'
import { listenForCommands } from '../../server/commands/control.ts'
import { silent } from '../http/house.ts'
import { impatient } from '../support/counterparties.ts'
import { customerOf } from '../support/customer.ts'
import { prepaid } from '../support/meters.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: impatient })
})
afterAll(() => shop.close())

const books = (...args: string[]) => {
  const { vendors } = impatient(shop.config)
  return booksCommand({ db: shop.db, vendors }, args)
}
const text = async (...args: string[]) => (await books(...args)).lines.join('\n')

async function delivered() {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid() })
  await guest.processes(info)
  return shop.orderRow(info.order_reference)
}

test('the books in order say so: every class of accounts, a sum of 0, every rule held', async () => {
  await delivered()
  await customerOf(shop, { walletKobo: 150_000n })
  const { lines, failed } = await books()
  const said = lines.join('\n')
  expect(failed).toBe(false)
  expect(said).toMatch(/Wallets\s+-₦1,500\.00/)
  expect(said).toMatch(/Service charges\s+-₦100\.00/)
  expect(said).toMatch(/Sum of everything\s+₦0\.00/)
  for (const rule of ['M1', 'M3', 'M5', 'M7', 'V1', 'V4', 'V5'])
    expect(said).toMatch(new RegExp(`${rule} +holds`))
  expect(said).not.toContain('BROKEN')
})

test('what is paid and not ended is shown by its age', async () => {
  await shop.guest().buys({ meter_number: prepaid('noAnswer') })
  await shop.sweepUntil(async () => (await text()).includes('under 30 minutes (1)'))
  await shop.clockAhead(40 * 60)
  await shop.sweep()
  expect(await text()).toMatch(/under 24 hours \(1\)\s+₦2,100\.00/)
  expect(await text()).toMatch(/Orders that wait for a person\s+1 since/)
})

test('a broken rule is named with what breaks it, and the command fails', async () => {
  const order = await delivered()
  const tokens = await shop.db.q
    .selectFrom('deliveries')
    .select('tokens')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await sql`update deliveries set tokens = '[]' where order_id = ${order.id}`.execute(shop.db.q)
  const { lines, failed } = await books()
  expect(failed).toBe(true)
  expect(lines.join('\n')).toContain(`${order.reference}: It has no token.`)
  await shop.db.q
    .updateTable('deliveries')
    .set({ tokens: JSON.stringify(tokens.tokens) })
    .where('order_id', '=', order.id)
    .execute()
  expect((await books()).failed).toBe(false)
})

test('the books of a float are opened once with what the vendor says, and filled once for each transfer', async () => {
  expect(await text()).toContain('not opened')
  expect(await text('open', 'vtpass', 'first', 'day')).toContain('begin with ₦999,99')
  expect(await text('open', 'vtpass', 'again')).toContain('hold already')
  const before = (await shop.books()).get('vendor_float:vtpass')!
  expect(await text('fund', 'vtpass', '250000.50', 'NIP-778')).toContain('₦250,000.50 were booked')
  expect(await text('fund', 'vtpass', '250000.50', 'NIP-778')).toContain('booked before')
  expect((await shop.books()).get('vendor_float:vtpass')! - before).toBe(25_000_050n)
  expect(await shop.ledgerSum()).toBe(0n)
  const deeds = await shop.db.q
    .selectFrom('audit_log')
    .select(['action', 'role'])
    .where('action', 'like', 'float.%')
    .execute()
  expect(deeds).toEqual([
    { action: 'float.open', role: 'command' },
    { action: 'float.fund', role: 'command' },
  ])
  expect((await books()).failed).toBe(false)
})

test.each([
  [['fly']],
  [['open', 'nobody', 'why']],
  [['open', 'vtpass']],
  [['fund', 'vtpass', '-5', 'NIP-1']],
  [['fund', 'vtpass', '1e3', 'NIP-1']],
  [['fund', 'vtpass', '100']],
  [['accept', 'x', 'why']],
  [['accept', '999', 'why not']],
  [['explain', '999', 'why not']],
])('what cannot be done is refused with a sentence: %j', async (args) => {
  await expect(books(...args)).rejects.toThrow(/\w/)
})

test('the command asks the app that holds the embedded database, prints, and exits with 1 when a rule is broken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-books-'))
  const handlers = { books: (args: readonly string[]) => books(...args) }
  const control = await listenForCommands(folder, handlers, silent)
  const run = () =>
    promisify(execFile)(process.execPath, ['server/commands/books.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )
  try {
    const good = await run()
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('Sum of everything') })
    const order = await delivered()
    await sql`update deliveries set tokens = '[]' where order_id = ${order.id}`.execute(shop.db.q)
    expect(await run()).toMatchObject({ code: 1, stdout: expect.stringContaining('BROKEN') })
  } finally {
    await control.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
