import { expect, test } from 'vitest'
import { expectLedgerMatchesProviders } from '../support/consistency.ts'
import { eventually, startTestApp } from '../support/test-app.ts'
import { createAccountHolder, transferTo } from './setup.ts'

const twelve = Array.from({ length: 12 }, (_, index) => index)

test('a dozen concurrent checks call the gateway once, and concurrent guesses do not exceed the limit', async () => {
  const app = await startTestApp()
  const ada = await createAccountHolder(app)
  const responses = await Promise.all(twelve.map(() => ada.verifyBvn()))
  expect(responses.filter(({ httpStatus }) => httpStatus !== 200 && httpStatus !== 409)).toEqual([])
  expect(responses.some(({ httpStatus }) => httpStatus === 200)).toBe(true)
  const fetchChecks = () => app.db.q.selectFrom('bvn_checks').select('outcome').execute()
  expect(await fetchChecks()).toEqual([{ outcome: 'match' }])

  const bola = await createAccountHolder(app)
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(
      [0, 1].map((index) => bola.verifyBvn({ customer_bvn: `222${round + 10}${index}10003` })),
    )
  }
  expect((await fetchChecks()).filter((entry) => entry.outcome === 'mismatch')).toHaveLength(10)
})

test('a dozen concurrent reservations create one account', async () => {
  const app = await startTestApp()
  const ada = await createAccountHolder(app)
  await ada.verifyBvn()
  const uniqueid = await ada.saveMeter()
  const responses = await Promise.all(twelve.map(() => ada.reserve(uniqueid)))
  expect(responses.map(({ httpStatus }) => httpStatus)).toEqual(twelve.map(() => 200))
  expect(new Set(responses.map(({ data }) => data.virtual_account?.account_number)).size).toBe(1)
  expect(await app.db.q.selectFrom('virtual_accounts').select('state').execute()).toEqual([
    { state: 'reserved' },
  ])
})

test('a deposit that several processes receive, scan for and process concurrently is credited once', async () => {
  const app = await startTestApp()
  const ada = await createAccountHolder(app)
  const { account } = await ada.reserveAccountForNewMeter()
  const others = await Promise.all([
    app.startSecondProcess(),
    app.startSecondProcess(),
    app.startSecondProcess(),
  ])
  for (let round = 1; round <= 5; round += 1) {
    await app.injectFault('monnify', 'webhook_duplicate')
    await transferTo(app, account.account_number, 1000)
    await app.advanceClock(3_700)
    await Promise.all([app.runDueJobs(), ...others.map((entry) => entry.runDueJobs())])
    await eventually(async () => (await ada.walletKobo()) === BigInt(round) * 100_000n)
  }
  await Promise.all(others.map((entry) => entry.stop()))
  expect(await ada.walletKobo()).toBe(500_000n)
  expect(await ada.notifications()).toHaveLength(5)
  await expectLedgerMatchesProviders(app)
})

test('after a crash between webhook and credit, the restarted application credits the deposit once', async () => {
  const app = await startTestApp()
  const ada = await createAccountHolder(app)
  const { account } = await ada.reserveAccountForNewMeter()
  await app.injectFault('monnify', 'verify_timeout')
  await transferTo(app, account.account_number, 1000)
  await eventually(async () => (await app.db.q.selectFrom('deposits').select('id').execute()).length === 1)
  await app.restart()
  await app.runDueJobsUntil(async () => (await ada.walletKobo()) === 100_000n)
  expect(await ada.notifications()).toHaveLength(1)
  await expectLedgerMatchesProviders(app)
})
