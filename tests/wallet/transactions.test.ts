import { expect, test } from 'vitest'
import { account, post } from '../../server/ledger/index.ts'
import type { WalletTransaction } from '../../shared/wallet.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

interface WalletTransactionsPage {
  list: WalletTransaction[]
  next: string | null
}
const listWalletTransactions = (user: TestUser, query: Record<string, string> = {}) =>
  user.get<WalletTransactionsPage>(`/account/wallet/movements/all?${new URLSearchParams(query)}`)

let entries = 0
const postAdjustment = (app: TestApp, user: TestUser, kobo: bigint, reason: string, postedAt?: Date) =>
  app.db.inTransaction((tx) =>
    post(tx, {
      event: `manager:test-${++entries}`,
      orderId: null,
      reason,
      postedAt,
      postings: [
        [account.adjustment, kobo],
        [account.wallet(user.id), -kobo],
      ],
    }),
  )

test('wallet history is filtered by kind and date and paginated without duplicates', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const bola = await createUser(app, { walletKobo: 5_000_000n })
  await ada.buy('power')
  await ada.buy('power', { meter_number: '11000000003' })
  await bola.buy('airtime')
  const kinds = async (query: Record<string, string>) =>
    (await listWalletTransactions(ada, query)).data.list.map((transaction) => transaction.kind)
  expect(await kinds({})).toEqual(['returned', 'payment', 'cashback', 'payment', 'other'])
  expect(await kinds({ kind: 'returned' })).toEqual(['returned'])
  expect(await kinds({ from: '2000-01-01', to: '2000-12-31' })).toEqual([])
  expect(await kinds({ from: '2000-01-01' })).toHaveLength(5)

  for (let index = 0; index < 60; index++) await postAdjustment(app, ada, 100n, `correction ${index}`)
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: WalletTransactionsPage = (await listWalletTransactions(ada, cursor ? { cursor } : {})).data
    ids.push(...page.list.map((transaction) => transaction.id))
    cursor = page.next
  } while (cursor)
  expect(new Set(ids).size).toBe(65)
  expect(ids).toHaveLength(65)
})

test('an invalid filter is rejected without a server error', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  const invalidQueries: Record<string, string>[] = [
    { cursor: '99999999999999999999' },
    { cursor: '1; drop table users' },
    { kind: 'stolen' },
    { from: '2026-13-01' },
    { to: 'infinity' },
    { format: 'xlsx' },
  ]
  for (const query of invalidQueries)
    expect(await listWalletTransactions(ada, query), JSON.stringify(query)).toMatchObject({ httpStatus: 422 })
  expect((await listWalletTransactions(ada, { cursor: '999999999999999999' })).httpStatus).toBe(200)
})

test('the CSV has every entry, and no cell is a formula', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  const reasons = ['=HYPERLINK("http://evil","x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', 'say "hi", please']
  for (const reason of reasons) await postAdjustment(app, ada, 12_345n, reason)
  const { headers, bytes } = await ada.fetchFile('/account/wallet/movements/all?format=csv')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename=wallet.csv')
  const text = bytes.toString('utf8')
  expect(text.startsWith('\uFEFF"Date","Type","Description","Reference","Amount (NGN)"\r\n')).toBe(true)
  const cells = text
    .split('\r\n')
    .flatMap((line) => line.split('","').map((transaction) => transaction.replace(/^\uFEFF?"|"$/g, '')))
  for (const cell of cells) expect(cell).not.toMatch(/^[=+@\t]|^-(?!\d+\.\d\d$)/)
  expect(text).toContain(`"'=HYPERLINK(""http://evil"",""x"")"`)
  expect(text).toContain('"say ""hi"", please"')
  expect(text.match(/"123\.45"/g)).toHaveLength(reasons.length)
})

test('a debit is exported as a plain negative amount', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 500_000n })
  await ada.buy('airtime')
  const { bytes } = await ada.fetchFile('/account/wallet/movements/all?format=csv&kind=payment')
  expect(bytes.toString()).toContain('"-500.00"')
  expect(bytes.toString()).toContain('"Payments"')
})

test('each transaction has the balance after it, on every page and in a period, but not in a list of one kind', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  for (let index = 1; index <= 60; index++) await postAdjustment(app, ada, 100n, `credit ${index}`)
  const first = await listWalletTransactions(ada)
  const second = await listWalletTransactions(ada, { cursor: first.data.next ?? '' })
  const balances = [...first.data.list, ...second.data.list].map(({ balance }) => balance)
  expect(balances).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index))
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  expect((await listWalletTransactions(ada, { to: today })).data.list[0]?.balance).toBe(60)
  expect((await listWalletTransactions(ada, { kind: 'manager' })).data.list[0]?.balance).toBeNull()
})

test('the balance is the same, whether the older or the newer transactions of a long history are added up', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  const dayAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000)
  for (let days = 70; days > 0; days--) await postAdjustment(app, ada, 100n, 'correction', dayAgo(days))
  const first = await listWalletTransactions(ada)
  const second = await listWalletTransactions(ada, { cursor: first.data.next ?? '' })
  expect([...first.data.list, ...second.data.list].map(({ balance }) => balance)).toEqual(
    Array.from({ length: 70 }, (_, index) => 70 - index),
  )
  const newestUntil = async (days: number) =>
    (await listWalletTransactions(ada, { to: dayAgo(days).toISOString().slice(0, 10) })).data.list[0]
  for (const days of [3, 20, 36, 50, 68]) {
    const newest = await newestUntil(days)
    const transaction = [...first.data.list, ...second.data.list].find(({ id }) => id === newest?.id)
    expect(newest?.balance).toBe(transaction?.balance)
  }
})
