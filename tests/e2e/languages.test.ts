import { expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { languages } from '../../shared/languages.ts'
import { createUser } from '../support/user.ts'
import { openInProcessFixture } from './in-process.ts'
import { phoneViewport } from './visitor.ts'

const fixture = openInProcessFixture()

test('a guest without JavaScript chooses a language, and then English again', async () => {
  const { browser, origin } = fixture
  const context = await browser.newContext({ ...phoneViewport, javaScriptEnabled: false, locale: 'yo-NG' })
  const page = await context.newPage()
  await page.goto(`${origin}/electricity/subscription?from=test`)
  expect(await page.getAttribute('html', 'lang')).toBe('en-NG')
  await page.getByRole('button', { name: 'Hausa (beta)' }).click()
  expect([page.url(), await page.getAttribute('html', 'lang')]).toEqual([
    `${origin}/electricity/subscription?from=test`,
    'ha',
  ])
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sayi wutar lantarki')
  await page.getByRole('button', { name: 'English' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Buy electricity')
})

test("a user's language is stored in the account: another browser uses it after sign-in, until the user chooses English", async () => {
  const { app } = fixture
  const user = await createUser(app)
  const password = 'Language-Test-1'
  const password_hash = await hashSecret(password)
  await app.db.q.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  const account = { email: user.email, password }
  const storedLanguage = async () =>
    (await app.db.q.selectFrom('users').select('language').where('id', '=', user.id).execute())[0]?.language
  const firstBrowser = await fixture.openBrowser({
    ...phoneViewport,
    storageState: await fixture.signedIn(account),
  })
  const { page } = firstBrowser
  await page.goto('/electricity/subscription')
  await page.getByRole('button', { name: 'Igbo (beta)' }).tap()
  await page.locator('html[lang="ig"]').waitFor()
  expect(await storedLanguage()).toBe('ig')

  const secondBrowser = await fixture.openBrowser({
    ...phoneViewport,
    storageState: await fixture.signedIn(account),
  })
  await secondBrowser.page.goto('/electricity/subscription')
  expect(await secondBrowser.page.getAttribute('html', 'lang')).toBe('ig')
  await secondBrowser.page.getByRole('button', { name: 'English' }).tap()
  await secondBrowser.page.locator('html[lang="en-NG"]').waitFor()
  expect(await storedLanguage()).toBe('en')
  await Promise.all([firstBrowser.closeBrowser(), secondBrowser.closeBrowser()])
})

test('the names of the services fit into 360 px in every language', async () => {
  const { browser, origin } = fixture
  const context = await browser.newContext({ ...phoneViewport, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  for (const language of languages) {
    await context.addCookies([{ name: 'language', value: language, url: origin }])
    await page.goto(`${origin}/airtime/subscription`)
    const row = page.locator('.service-navigation')
    expect(await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), language).toBe(0)
    const heights = await row.locator('a').evaluateAll((links) => links.map((link) => link.clientHeight))
    expect(Math.min(...heights), language).toBeGreaterThanOrEqual(48)
  }
  await context.close()
})

test('with text twice as large the header is at most a fifth of a phone 320 px wide, in every language and signed in', async () => {
  const { app, browser, origin } = fixture
  const user = await createUser(app)
  const password = 'Language-Test-1'
  const password_hash = await hashSecret(password)
  await app.db.q.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  const viewport = { width: 320, height: 640 }
  for (const storageState of [undefined, await fixture.signedIn({ email: user.email, password })]) {
    const context = await browser.newContext({
      ...{ ...phoneViewport, viewport, bypassCSP: true },
      ...(storageState && { storageState }),
    })
    const page = await context.newPage()
    for (const language of languages) {
      await context.addCookies([{ name: 'language', value: language, url: origin }])
      await page.goto(`${origin}/electricity/subscription`)
      await page.addStyleTag({ content: 'html { font-size: 200% }' })
      const header = await page.locator('.site-head').boundingBox()
      expect(header?.height, language).toBeLessThanOrEqual(viewport.height / 5)
    }
    await context.close()
  }
})
