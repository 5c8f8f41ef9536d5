import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { account, post } from '../../server/ledger/index.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

const fetchStatement = (user: TestUser, from = `${today().slice(0, 4)}-01-01`, to = today()) =>
  user.fetchFile(`/account/wallet/statement?from=${from}&to=${to}`)

async function readStatement(user: TestUser, from?: string, to?: string) {
  const { httpStatus, headers, bytes } = await fetchStatement(user, from, to)
  expect(httpStatus).toBe(200)
  expect(headers.get('content-type')).toBe('application/pdf')
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { totalPages, text } = await extractText(document, { mergePages: true })
  return { totalPages, text: text.replace(/\s+/g, ' ') }
}

let entries = 0
const credit = (app: TestApp, user: TestUser, reason: string) =>
  app.db.inTransaction((tx) =>
    post(tx, {
      event: `manager:statement-${++entries}`,
      orderId: null,
      reason,
      postings: [
        [account.adjustment, 100n],
        [account.wallet(user.id), -100n],
      ],
    }),
  )

test('a statement has opening and closing balance, totals, and each transaction with the balance after it', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 500_000n })
  await ada.buy('airtime')
  const { text, totalPages } = await readStatement(ada)
  expect(totalPages).toBe(1)
  for (const value of [
    'Opening balance ₦0.00',
    'Money in ₦5,005.00',
    'Money out ₦500.00',
    'Closing balance ₦4,505.00',
    'Cashback: Airtime for 08010000099',
  ])
    expect(text).toContain(value)
  expect(text).toMatch(/₦500\.00 ₦4,500\.00.*₦5\.00 ₦4,505\.00/)
})

test('a period without transactions has the balance that the wallet had then', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 500_000n })
  const { text } = await readStatement(ada, '2020-01-01', '2020-12-31')
  expect(text).toContain('Closing balance ₦0.00')
  expect(text).toContain('No transactions in this period.')
})

test('a statement never names the manager who changed the wallet', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  await credit(app, ada, 'Goodwill for the outage (by Musa Danjuma)')
  const { text } = await readStatement(ada)
  expect(text).toContain('Goodwill for the outage')
  expect(text).not.toContain('Musa')
})

test('a long period continues on further pages; a reversed period, or one longer than a year, is rejected', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  for (let index = 1; index <= 60; index++) await credit(app, ada, `Credit number ${index}.`)
  const { text, totalPages } = await readStatement(ada)
  expect(totalPages).toBeGreaterThan(2)
  for (let index = 1; index <= 60; index++) expect(text).toContain(`Credit number ${index}.`)
  expect(await ada.get('/account/wallet/statement?from=2026-02-02&to=2026-02-01')).toMatchObject({
    httpStatus: 422,
    errors: { to: ['The last day cannot be before the first day.'] },
  })
  expect(await ada.get('/account/wallet/statement?from=2024-01-01&to=2026-01-01')).toMatchObject({
    httpStatus: 422,
    errors: { to: ['A statement covers at most one year.'] },
  })
})

test('a user loads at most sixty statements and files of their history an hour', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  const file = async () => (await ada.fetchFile('/account/wallet/movements/all?format=csv')).httpStatus
  await app.context.limits.consume('account_file', ada.id, 58)
  expect((await fetchStatement(ada)).httpStatus).toBe(200)
  expect(await file()).toBe(200)
  expect(await file()).toBe(429)
  expect((await fetchStatement(ada)).httpStatus).toBe(429)
  expect((await ada.get('/account/wallet/movements/all')).httpStatus).toBe(200)
})
