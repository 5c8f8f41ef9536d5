import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoUsers, ManagerCommandError, managerCommand, seedDemoUsers } from '../../server/accounts/index.ts'
import { account, balanceOf } from '../../server/ledger/index.ts'
import { type AccountsTestApp, startAccountsApp } from './setup.ts'

let app: AccountsTestApp
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

test('the command creates a manager with a password that is shown once', async () => {
  const lines = await managerCommand(app.db, ['Boss@Example.com', 'The', 'Boss'])
  const password = lines.map((line) => /^Password: (\S+)$/.exec(line)?.[1]).find(Boolean) ?? ''
  const signedIn = await app.createBrowser().signIn('boss@example.com', password)
  expect(signedIn).toMatchObject({
    httpStatus: 200,
    data: { role: 'manager', name: 'The Boss', email_verified: true },
  })
  expect(await managerCommand(app.db, [])).toEqual([
    'boss@example.com  The Boss  support, finance, operations, admin  (no PIN yet)',
  ])
})

test('the command makes an existing user a manager and a manager an ordinary user, who must sign in again', async () => {
  const ada = await app.createSignedInUser()
  await managerCommand(app.db, [ada.email])
  expect((await ada.browser.fetchProfile()).httpStatus).toBe(401)
  expect((await ada.browser.signIn(ada.email)).httpStatus).toBe(401)
  const fresh = app.createBrowser()
  expect((await fresh.signIn(ada.email)).data.role).toBe('manager')
  await managerCommand(app.db, [ada.email, 'off'])
  expect((await fresh.fetchProfile()).httpStatus).toBe(401)
  expect((await app.userRow(ada.email)).role).toBe('user')
})

test('the command grants scopes, changes them and records both in the audit log', async () => {
  const ada = await app.createSignedInUser()
  await managerCommand(app.db, [ada.email, '--scopes', 'support,finance'])
  expect((await app.userRow(ada.email)).scopes).toEqual(['support', 'finance'])
  expect((await app.createBrowser().signIn(ada.email)).data).toMatchObject({ scopes: ['support', 'finance'] })
  await managerCommand(app.db, [ada.email, '--scopes=admin'])
  expect((await app.userRow(ada.email)).scopes).toEqual(['admin'])
  for (const wrong of ['--scopes=root', '--scopes=', '--scopes'])
    await expect(managerCommand(app.db, [ada.email, wrong]), wrong).rejects.toThrow('is no list of scopes')
  await managerCommand(app.db, [ada.email, 'off'])
  expect(await app.userRow(ada.email)).toMatchObject({ role: 'user', scopes: [] })
  const { uniqueid } = await app.userRow(ada.email)
  const events = await app.db.q
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'role.change')
    .where('subject', '=', uniqueid)
    .orderBy('id')
    .execute()
  expect(events.map(({ detail }) => detail.scopes)).toEqual(['support, finance', 'admin', ''])
})

test('an ordinary user receives no scopes with the profile', async () => {
  const ada = await app.createSignedInUser()
  expect((await app.createBrowser().signIn(ada.email)).data).not.toHaveProperty('scopes')
})

test('a user with an unverified e-mail cannot become a manager', async () => {
  const { data } = await app.createBrowser().register()
  await expect(managerCommand(app.db, [data.email])).rejects.toThrow(ManagerCommandError)
  await expect(managerCommand(app.db, ['unknown'])).rejects.toThrow('is no e-mail address')
  await expect(managerCommand(app.db, ['new@example.com', 'off'])).rejects.toThrow('is no manager')
})

test('demo users can sign in, their wallets are funded once, and the ledger balances', async () => {
  await seedDemoUsers(app.db)
  await seedDemoUsers(app.db)
  for (const { email, password, role, walletKobo, pin } of demoUsers) {
    const { data } = await app.createBrowser().signIn(email, password)
    expect(data).toMatchObject({ role, email_verified: true, has_pin: pin !== null })
    expect(await balanceOf(app.db.q, account.wallet((await app.userRow(email)).id))).toBe(walletKobo)
  }
})
