import { expect, test } from 'vitest'
import { findAccessibilityViolations } from './accessibility.ts'
import { openBrowserFixture } from './browser.ts'
import { phoneViewport, textOf, timeoutMs } from './visitor.ts'

const fixture = openBrowserFixture()
const tunde = { email: 'tunde@example.com', password: 'Demo-Tunde-1' }
const pin = '461830'

const openSignedInBrowser = async () =>
  fixture.openBrowser({ ...phoneViewport, storageState: await fixture.signedIn(tunde) })

/** A day that a new schedule may start on, as the date field takes it. */
const inFiveDays = () => new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

test('a delivered purchase is scheduled from its page, step by step, by keyboard', async () => {
  const user = await openSignedInBrowser()
  const { page } = user
  await user.completePurchase({ meter: '11000000125' })
  await page.getByRole('link', { name: 'Schedule this purchase' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule a purchase' })
  const isFocused = (name: string) =>
    dialog.getByRole('heading', { name }).evaluate((heading) => heading === document.activeElement)
  await dialog.getByRole('heading', { name: 'Step 1 of 3: What and how much' }).waitFor()
  expect(await textOf(dialog.getByLabel('What to buy').locator('option:checked'))).toContain('11000000125')
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('5000')
  expect(await findAccessibilityViolations(page)).toEqual([])
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
  expect(user.errors).toEqual([])
  await user.closeBrowser()
}, 180_000)

test('a payment request is copied, paid by a guest without JavaScript, and its token opens for the requester', async () => {
  const requester = await openSignedInBrowser()
  const { page } = requester
  await requester.openPage('/electricity/subscription')
  await requester.fillForm({ meter: '11000000145', amount: '3,000' })
  await requester.submitForm()
  await page.getByRole('link', { name: 'Ask another person to pay' }).click()
  const summary = await textOf(page.locator('main dl'))
  expect(summary).toContain('11000000145')
  expect(summary).toContain('₦3,000.00')
  await page.getByLabel('Note for the payer').fill('The meter at home, please')
  await page.getByRole('button', { name: 'Create the link' }).click()
  const link = await page.getByLabel('Link to send').first().inputValue()
  await page.getByRole('button', { name: 'Copy link' }).first().click()
  await page.getByText('Link copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(await findAccessibilityViolations(page)).toEqual([])

  const payer = await fixture.openBrowser({ ...phoneViewport, javaScriptEnabled: false })
  await payer.page.goto(new URL(link).pathname)
  expect(await payer.page.getByText('11000000145').count()).toBe(0)
  await payer.page.getByText('****0145').waitFor()
  await payer.page.getByRole('button', { name: 'Continue to pay' }).click()
  await payer.page.getByRole('link', { name: 'Back to the request' }).click()
  expect(new URL(payer.page.url()).pathname).toBe(new URL(link).pathname)
  await payer.page.getByRole('button', { name: 'Continue to pay' }).click()
  await payer.page.getByRole('radio', { name: 'Bank transfer' }).check()
  await payer.page.getByRole('button', { name: 'Continue' }).click()
  await payer.page.getByRole('link', { name: 'Continue to your bank' }).click()
  await payer.pressCheckoutButton('Pay now')
  await payer.page.getByText(/It was delivered to Tunde/).waitFor()
  expect(await payer.page.getByText('11000000145').count()).toBe(0)
  await payer.closeBrowser()

  await page.goto('/account/requests')
  expect(await page.locator('main > h1').count()).toBe(1)
  await page.getByRole('link', { name: 'Open the order' }).first().click()
  await page.getByText('11000000145').first().waitFor()
  expect(requester.errors).toEqual([])
  await requester.closeBrowser()
}, 180_000)

test('a payer enters the amount, reports the request, and sees that a request is paid or cancelled', async () => {
  const requester = await openSignedInBrowser()
  const { page } = requester
  async function createRequest(meter: string): Promise<string> {
    await requester.openPage('/electricity/subscription')
    await requester.fillForm({ meter })
    await requester.submitForm()
    await page.getByRole('link', { name: 'Ask another person to pay' }).tap()
    await page.getByLabel('Let the payer choose the amount').check()
    await page.getByRole('button', { name: 'Create the link' }).tap()
    return new URL(await page.getByLabel('Link to send').first().inputValue()).pathname
  }
  const paidRequestPath = await createRequest('11000000155')
  const cancelledRequestPath = await createRequest('11000000165')
  await page.getByRole('button', { name: 'Cancel the request' }).first().tap()
  await page.getByText('The request is cancelled.').waitFor()

  const payer = await fixture.openBrowser()
  const status = payer.page.getByRole('main').getByRole('status')
  await payer.page.goto(cancelledRequestPath)
  expect(await textOf(status)).toBe('This request cannot be paid: it is cancelled. No money was taken.')
  expect(await payer.page.getByRole('button', { name: 'Continue to pay' }).count()).toBe(0)

  await payer.page.goto(paidRequestPath)
  await payer.page.getByLabel('Amount in naira').fill('50')
  await payer.page.getByRole('button', { name: 'Continue to pay' }).tap()
  await payer.page.getByText('Please enter an amount from ₦100 to ₦500,000.').waitFor()
  await payer.page.getByText('Report this request').first().tap()
  await payer.page.getByLabel('What is wrong with it?').fill('I do not know this person')
  await payer.page.getByRole('button', { name: 'Report this request' }).tap()
  await payer.page.getByText('Thank you. We will look at this request.').waitFor()
  await payer.page.getByLabel('Amount in naira').fill('₦1,500')
  await payer.page.getByRole('button', { name: 'Continue to pay' }).tap()
  await payer.page.getByText('₦1,600.00').first().waitFor()
  expect(await findAccessibilityViolations(payer.page)).toEqual([])
  await payer.page.getByRole('radio', { name: 'Card' }).check()
  await payer.page.getByRole('button', { name: 'Continue' }).tap()
  await payer.page.getByRole('link', { name: /^Continue to/ }).tap()
  await payer.pressCheckoutButton('Pay now')
  await payer.page.getByText(/You paid ₦1,600.00. It was delivered to Tunde/).waitFor()
  await payer.page.goto(paidRequestPath)
  expect(await textOf(status)).toBe('This request is already paid. Do not pay again.')
  expect([...requester.errors, ...payer.errors]).toEqual([])
  await Promise.all([requester.closeBrowser(), payer.closeBrowser()])
}, 180_000)
