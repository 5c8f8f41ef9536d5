import { expect, test } from 'vitest'
import { demoUsers } from '../../server/accounts/index.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { openBrowserFixture } from './browser.ts'
import { desktop, newMeter, waitForHydration } from './visitor.ts'

/** A manager answers the ticket of an order. The title states the number of clicks; typed keys are not counted. */
const fixture = openBrowserFixture()
const musa = demoUsers.find(({ role }) => role === 'manager')!

/** A delivered order whose customer has reported a problem. */
async function createReportedOrder({ email, message }: { email: string; message: string }) {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const reference = await guest.completePurchase({ meter: newMeter() })
  await page.goto(`/orders/report?reference=${reference}`)
  await waitForHydration(page)
  await page.getByLabel('What went wrong?').fill(message)
  await page.getByLabel('E-mail for our reply').fill(email)
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByRole('heading', { name: 'Ticket created' }).waitFor()
  const number = (await page.locator('.amount').textContent()) ?? ''
  await guest.closeBrowser()
  return { reference, number }
}

test('the ticket of an order is opened and answered from the page of the order, in 2 clicks', async () => {
  const email = 'reporter@example.com'
  const { reference, number } = await createReportedOrder({ email, message: 'The meter rejects the token.' })
  const manager = await fixture.openBrowser({ ...desktop, storageState: await fixture.signedIn(musa) })
  const { page } = manager
  let pressCount = 0
  await manager.openPage(`/management/transactions/${reference}`)

  await page.getByRole('link', { name: `Ticket ${number}` }).click()
  pressCount += 1
  const ticket = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: number }) })
  await ticket.getByText('The meter rejects the token.').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await ticket.getByLabel('Reply').fill('Enter the key change tokens first.')
  const menuCounts = page.waitForResponse((response) => response.url().includes('/management/overview'))
  await ticket.getByRole('button', { name: 'Send reply' }).click()
  pressCount += 1
  expect((await menuCounts).status()).toBe(200)

  const replies = async () => (await fixture.app.mailTo(email)).map(({ text }) => text)
  await expect
    .poll(replies, { timeout: 15_000 })
    .toContainEqual(expect.stringContaining('Enter the key change tokens first.'))
  expect(pressCount).toBe(2)
  expect(manager.errors).toEqual([])
  await manager.closeBrowser()
}, 90_000)
