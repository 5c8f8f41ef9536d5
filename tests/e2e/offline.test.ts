import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import { newMeter, powerForm, waitForHydration } from './visitor.ts'

/** On every page a guest without a connection gets a toast with the text of the specification. */
const fixture = openBrowserFixture()

const toastWith = (page: Page, text: string) => page.locator('.toast-text').filter({ hasText: text })

/** Waits until toasts work without a network. */
const toastsLoaded = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('toast-layer')),
  )

test("a guest's lost connection is reported in a toast on Continue and on Pay", async () => {
  const guest = await fixture.openBrowser()
  const { page, context } = guest
  await guest.openPage('/electricity/subscription')
  await guest.fillForm({ meter: newMeter() })
  await toastsLoaded(page)
  await context.setOffline(true)
  await powerForm(page).getByRole('button', { name: 'Continue' }).click()
  await toastWith(page, 'No internet connection').waitFor()
  await context.setOffline(false)
  await guest.submitForm()
  await waitForHydration(page)
  await toastsLoaded(page)

  await page.route('**/api/v1/payments/initiate', (route) => route.abort('connectionreset'))
  await guest.pay('Bank transfer')
  await toastWith(page, 'An error occurred. Please try again later.').waitFor()
  await page.unroute('**/api/v1/payments/initiate')
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await page.waitForURL(`${fixture.app.simulatorsUrl}/**`)
  await guest.closeBrowser()
})

test('a connection that is lost before the guest touches the form is reported on Continue', async () => {
  const guest = await fixture.openBrowser()
  const { page, context } = guest
  await guest.openPage('/electricity/subscription')
  await waitForHydration(page)
  await context.setOffline(true)
  await guest.fillForm({ meter: newMeter() })
  await powerForm(page).getByRole('button', { name: 'Continue' }).click()
  await toastWith(page, 'No internet connection').waitFor()
  await context.setOffline(false)
  await guest.submitForm()
  expect(guest.errors.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await guest.closeBrowser()
})

test('without a connection the token is still copied, and a missing receipt or share sheet is reported', async () => {
  const guest = await fixture.openBrowser()
  const { page, context } = guest
  await guest.completePurchase({ meter: newMeter() })
  await toastsLoaded(page)
  await context.setOffline(true)
  const pressButton = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await pressButton('Copy token')
  await toastWith(page, 'Token copied successfully!').waitFor()
  await pressButton('Download receipt')
  await toastWith(page, 'Error downloading receipt.').waitFor()
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.getByText('More ways to keep the receipt').click()
  await pressButton('Share')
  await toastWith(
    page,
    'This sharing option is not available on this device. Please try again or choose another option.',
  ).waitFor({ timeout: 15_000 })
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})
