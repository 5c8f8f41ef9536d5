import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoUsers } from '../../server/accounts/index.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { openBrowserFixture } from './browser.ts'
import { desktop, newMeter, waitForHydration } from './guest.ts'

/** A manager's way from an order to its ticket. The number of presses is that of the title; typed keys are not counted. */
const fixture = openBrowserFixture()
const musa = demoUsers.find(({ role }) => role === 'manager')!

/** A delivered order whose customer has reported a problem. */
async function createReportedOrder({ email, message }: { email: string; message: string }) {
  const guest = await fixture.guest()
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

/** The count next to a link of the menu. */
const openTickets = async (page: Page): Promise<number> => {
  const link = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Tickets' })
  const count = page.getByRole('listitem').filter({ has: link }).locator('.screens-count')
  return Number.parseInt((await count.allTextContents())[0] ?? '0', 10)
}

test('the ticket of an order is opened and answered from the page of the order, in 2 presses', async () => {
  const email = 'reporter@example.com'
  const { reference, number } = await createReportedOrder({ email, message: 'The meter rejects the token.' })
  const manager = await fixture.guest({ ...desktop, storageState: await fixture.signedIn(musa) })
  const { page } = manager
  let pressCount = 0
  await manager.openPage(`/management/transactions/${reference}`)

  await page.getByRole('link', { name: `Ticket ${number}` }).click()
  pressCount += 1
  const ticket = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: number }) })
  await ticket.getByText('The meter rejects the token.').waitFor()
  await expect.poll(() => openTickets(page)).toBeGreaterThan(0)
  const openBefore = await openTickets(page)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await ticket.getByLabel('Reply').fill('Enter the key change tokens first.')
  await ticket.getByRole('button', { name: 'Send reply' }).click()
  pressCount += 1

  const replies = async () => (await fixture.app.mailTo(email)).map(({ text }) => text)
  await expect
    .poll(replies, { timeout: 15_000 })
    .toContainEqual(expect.stringContaining('Enter the key change tokens first.'))
  expect(pressCount).toBe(2)
  await expect.poll(() => openTickets(page), { message: 'the menu counts the reply' }).toBe(openBefore - 1)
  expect(manager.errors).toEqual([])
  await manager.closeBrowser()
}, 90_000)
