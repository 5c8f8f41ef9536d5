import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople, ManagerRefused, managerCommand, seedDemoPeople } from '../../server/accounts/index.ts'
import { account, balanceOf } from '../../server/ledger/index.ts'
import { type AccountsHouse, accountsHouse } from './house.ts'

let house: AccountsHouse
beforeAll(async () => {
  house = await accountsHouse()
})
afterAll(() => house.close())

test('the command makes a manager with a password that is shown once', async () => {
  const lines = await managerCommand(house.db, ['Boss@Example.com', 'The', 'Boss'])
  const password = lines.map((line) => /^Password: (\S+)$/.exec(line)?.[1]).find(Boolean) ?? ''
  const signedIn = await house.visitor().signsIn('boss@example.com', password)
  expect(signedIn).toMatchObject({
    http: 200,
    data: { role: 'manager', name: 'The Boss', email_verified: true },
  })
  expect(await managerCommand(house.db, [])).toEqual(['boss@example.com  The Boss  (no PIN yet)'])
})

test('the command makes somebody who has an account a manager, and takes it back; they sign in anew', async () => {
  const ada = await house.person()
  await managerCommand(house.db, [ada.email])
  expect((await ada.browser.seesProfile()).http).toBe(401)
  expect((await ada.browser.signsIn(ada.email)).http).toBe(401)
  const fresh = house.visitor()
  expect((await fresh.signsIn(ada.email)).data.role).toBe('manager')
  await managerCommand(house.db, [ada.email, 'off'])
  expect((await fresh.seesProfile()).http).toBe(401)
  expect((await house.userRow(ada.email)).role).toBe('user')
})

test('an e-mail that nobody proved does not become a manager', async () => {
  const { data } = await house.visitor().registers()
  await expect(managerCommand(house.db, [data.email])).rejects.toThrow(ManagerRefused)
  await expect(managerCommand(house.db, ['nobody'])).rejects.toThrow('is no e-mail address')
  await expect(managerCommand(house.db, ['new@example.com', 'off'])).rejects.toThrow('is no manager')
})

test('the demo people can sign in, the wallet is funded once, and the books balance', async () => {
  await seedDemoPeople(house.db)
  await seedDemoPeople(house.db)
  for (const { email, password, role, walletKobo, pin } of demoPeople) {
    const { data } = await house.visitor().signsIn(email, password)
    expect(data).toMatchObject({ role, email_verified: true, has_pin: pin !== null })
    expect(await balanceOf(house.db.q, account.wallet((await house.userRow(email)).id))).toBe(walletKobo)
  }
})
