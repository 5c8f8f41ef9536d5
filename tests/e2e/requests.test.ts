import { expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import { phoneViewport, textOf, timeoutMs } from './guest.ts'
import { brokenRules } from './rules.ts'

const fixture = openBrowserFixture()
const tunde = { email: 'tunde@example.com', password: 'Demo-Tunde-1' }
const pin = '461830'

const signedIn = async () => fixture.guest({ ...phoneViewport, storageState: await fixture.signedIn(tunde) })

/** A day that a new schedule may start on, as the date field takes it. */
const inFiveDays = () => new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

test('a delivered purchase is scheduled from its page, step by step, by keyboard', async () => {
  const guest = await signedIn()
  const { page } = guest
  await guest.completePurchase({ meter: '11000000125' })
  await page.getByRole('link', { name: 'Schedule this purchase' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule a purchase' })
  const isFocused = (name: string) =>
    dialog.getByRole('heading', { name }).evaluate((heading) => heading === document.activeElement)
  await dialog.getByRole('heading', { name: 'Step 1 of 3: What and how much' }).waitFor()
  expect(await textOf(dialog.getByLabel('What to buy').locator('option:checked'))).toContain('11000000125')
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('5000')
  expect(await brokenRules(page)).toEqual([])
  await dialog.getByLabel('Amount').press('Enter')
  await expect.poll(() => isFocused('Step 2 of 3: When'), { timeout: timeoutMs }).toBe(true)
  await dialog.getByLabel('First day').fill(inFiveDays())
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect
    .poll(() => isFocused('Step 3 of 3: Payment, limits and PIN'), { timeout: timeoutMs })
    .toBe(true)
  await dialog.getByLabel(/^PIN/).first().press('Control+A')
  await page.keyboard.type(pin)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: /^Details of .* for 11000000125/ }).waitFor()
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
}, 180_000)

test('a payment request is copied, paid by a guest without script, and its token opens for the requester', async () => {
  const requester = await signedIn()
  const { page } = requester
  await requester.openPage('/electricity/subscription')
  await requester.fillForm({ meter: '11000000145', amount: '3,000' })
  await requester.submitForm()
  await page.getByRole('link', { name: 'Ask another person to pay' }).click()
  await page.getByLabel('Note for the payer').fill('The meter at home, please')
  await page.getByRole('button', { name: 'Create the link' }).click()
  const link = await page.getByLabel('Link to send').first().inputValue()
  await page.getByRole('button', { name: 'Copy link' }).first().click()
  await page.getByText('Link copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(await brokenRules(page)).toEqual([])

  const payer = await fixture.guest({ ...phoneViewport, javaScriptEnabled: false })
  await payer.page.goto(new URL(link).pathname)
  expect(await payer.page.getByText('11000000145').count()).toBe(0)
  await payer.page.getByText('****0145').waitFor()
  await payer.page.getByRole('button', { name: 'Continue to pay' }).click()
  await payer.page.getByRole('radio', { name: 'Bank transfer' }).check()
  await payer.page.getByRole('button', { name: 'Continue' }).click()
  await payer.page.getByRole('link', { name: 'Continue to your bank' }).click()
  await payer.pressCheckoutButton('Pay now')
  await payer.page.getByText(/It was delivered to Tunde/).waitFor()
  expect(await payer.page.getByText('11000000145').count()).toBe(0)
  await payer.closeBrowser()

  await page.goto('/account/requests')
  await page.getByRole('link', { name: 'Open the order' }).first().click()
  await page.getByText('11000000145').first().waitFor()
  expect(requester.errors).toEqual([])
  await requester.closeBrowser()
}, 180_000)
