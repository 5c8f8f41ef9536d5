import { beforeAll, expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import { keyboardOf } from './keyboard.ts'
import { desktop, phoneViewport, successAddress, type Visitor, waitForHydration } from './visitor.ts'

/** Every test of this file uses only the keyboard, and uses the page object only to read. */
const fixture = openBrowserFixture()
let ada: Visitor
let keys: ReturnType<typeof keyboardOf>

beforeAll(async () => {
  // A desktop user who zooms in has a viewport of a phone's size.
  ada = await fixture.openBrowser({ viewport: phoneViewport.viewport })
  keys = keyboardOf(ada.page)
}, 150_000)

const meter = '11000000123'
const dialog = (name: string) => ada.page.getByRole('dialog', { name })
/** Waits for the dialog before the next Tab. */
const waitForDialog = (name: string) => dialog(name).waitFor()
const waitUntilClosed = (name: string) => dialog(name).waitFor({ state: 'detached' })

const shortcuts = ['Home', 'History', 'Wallet']

/** Opens an account page by its link in the bottom navigation, and skips the header. */
async function openAccountPage(link: string) {
  if (!shortcuts.includes(link)) await keys.activate('More')
  await keys.activate(link)
  await ada.page.waitForURL(/\/account\//)
  await waitForHydration(ada.page)
  await keys.skipHeader()
}

/** Chooses an item in the menu of a card. */
async function chooseMenuItem(item: string, number = meter) {
  await keys.activate(`Menu of ${number}`)
  while ((await keys.focusedName()) !== item) await keys.press('ArrowDown')
  await keys.press('Enter')
}

/** Closes a dialog with Escape, and expects the focus on the element that opened it. */
async function closeWithEscape(name: string, opener: string | RegExp) {
  await waitForDialog(name)
  await keys.press('Escape')
  await waitUntilClosed(name)
  expect(await keys.focusedName()).toMatch(opener)
}

test('a user signs in and skips the page header', async () => {
  await ada.openPage('/login')
  await keys.fill('E-mail', 'ada@example.com')
  await keys.fill('Password', 'Demo-Ada-1')
  await keys.press('Enter')
  await ada.page.waitForURL('**/account/dashboard')
  await waitForHydration(ada.page)
  await keys.skipHeader()
  await keys.press('Tab')
  expect(await keys.focusedName()).toBe('Hide balance')
})

test('"More" opens the other account pages, and closes on Escape or when the focus leaves', async () => {
  const more = ada.page.locator('#more')
  const isOpen = () => more.evaluate((element: HTMLDetailsElement) => element.open)
  await keys.activate('More')
  await keys.focusOn('Settings')
  await keys.press('Escape')
  expect(await keys.focusedName()).toBe('More')
  expect(await isOpen()).toBe(false)
  await keys.press('Enter')
  expect(await isOpen()).toBe(true)
  await keys.press('Shift+Tab')
  expect(await keys.focusedName()).toBe('Wallet')
  expect(await isOpen()).toBe(false)
})

test('a meter is saved, and the focus stays in the beneficiaries section', async () => {
  const { page } = ada
  await openAccountPage('Beneficiaries')
  await keys.activate('Add Beneficiary')
  await closeWithEscape('Add Beneficiary', 'Add Beneficiary')
  await keys.press('Enter')
  await waitForDialog('Add Beneficiary')
  await keys.fill('Meter number', meter)
  await keys.activate(/^Company or city/)
  await keys.focusOn('Search: Choose your electricity company')
  await keys.type('ikeja')
  await keys.activate(/^Ikeja Electric/)
  expect(await keys.focusedName()).toContain('Ikeja Electric')
  await keys.activate(/^State/)
  await keys.focusOn('Abia')
  while ((await keys.focusedName()) !== 'Lagos') await keys.press('ArrowDown')
  await keys.press('Enter')
  await keys.fill('Notes (optional)', "Mum's house")
  await keys.press('Enter')
  await waitUntilClosed('Add Beneficiary')
  await page.getByRole('article').getByText("Mum's house").waitFor()
  expect(await keys.focusedName()).toBe('Beneficiaries')
  await keys.focusOn(`Menu of ${meter}`)
})

test("each dialog of a beneficiary's menu returns the focus to the menu", async () => {
  await keys.press('Enter')
  expect(await keys.focusedName()).toBe('Subscribe')
  await keys.press('End')
  expect(await keys.focusedName()).toBe('Delete')
  await keys.press('Escape')
  expect(await keys.focusedName()).toBe(`Menu of ${meter}`)
  await keys.press('Enter')
  await keys.press('Tab')
  expect(await keys.focusedName()).toBe('Add New')
  await keys.focusOn(`Menu of ${meter}`, 'Shift+Tab')

  await chooseMenuItem('Details')
  await waitForDialog('Meter Details')
  expect(await keys.focusedName()).toBe('Meter Details')
  await keys.activate('Change')
  await closeWithEscape('Edit beneficiary', `Menu of ${meter}`)
  await chooseMenuItem('Subscribe')
  await closeWithEscape('Purchase Units', `Menu of ${meter}`)
  await chooseMenuItem('Reserve')
  await closeWithEscape('Reserve an Account', `Menu of ${meter}`)
})

test('a user buys electricity for the saved meter from the dashboard, and pays from the wallet', async () => {
  const { page } = ada
  await openAccountPage('Home')
  await keys.activate(/^Mum's house/)
  await closeWithEscape('Purchase Units', /^Mum's house/)
  await keys.press('Enter')
  await waitForDialog('Purchase Units')
  await keys.activate('Subscribe')
  await closeWithEscape('How do you want to pay?', /^Mum's house/)
  await keys.press('Enter')
  await waitForDialog('Purchase Units')
  await keys.activate('Subscribe')
  await waitForDialog('How do you want to pay?')
  expect(await keys.focusedName()).toMatch(/^Bank transfer/)
  await keys.activate(/^Saved card/)
  await keys.focusOn('All payment methods')
  await keys.press('Enter')
  await keys.focusOn(/^Bank transfer/)
  while (!(await keys.focusedName()).startsWith('Wallet')) await keys.press('ArrowDown')
  await keys.activate(/^Pay ₦/)
  await page.waitForURL(successAddress)
  await waitForHydration(page)
  await keys.skipHeader()
  await keys.activate('Copy token')
  await page.getByText('Token copied successfully!').waitFor()
})

test('notifications are opened from the bell, read, and closed when the focus leaves', async () => {
  const { page } = ada
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  await keys.focusOn('Notifications, 1 unread', 'Shift+Tab')
  await keys.press('Enter')
  await page.getByText('Units: ').waitFor()
  await keys.activate(/^Your electricity token/)
  await page.getByRole('dialog').waitFor()
  await keys.activate('Mark as Read')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Read' }).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await keys.press('Escape')
  expect(await keys.focusedName()).toMatch(/^Your electricity token/)
  await keys.focusOn('Sign out')
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'hidden' })
  await keys.focusOn('Notifications', 'Shift+Tab')
  await keys.press('Enter')
  await keys.activate(/^Delete: /)
  await page.getByText('No notifications!').waitFor()
  expect(await keys.focusedName()).toMatch(/^Notifications/)
  await keys.press('Escape')
  expect(await keys.focusedName()).toBe('Notifications')
})

test('an order is found with filters, and a problem with it is reported', async () => {
  const { page } = ada
  await keys.focusOn(/^Ada/, 'Shift+Tab')
  await keys.press('Enter')
  await page.waitForURL('**/account/dashboard')
  await openAccountPage('History')
  await keys.activate(/^Search and filters/)
  await keys.activate('More filters')
  await keys.focusOn('Status')
  await keys.type('Deli')
  await keys.activate('Show')
  await page.waitForURL(/state=delivered/)
  await waitForHydration(page)
  await keys.skipHeader()
  // A narrow screen has the actions of an order on the order's page.
  await page.setViewportSize(desktop.viewport)
  await keys.activate('Order details')
  await page.getByRole('button', { name: /^Report a problem/ }).waitFor()
  await keys.activate(/^Report a problem/)
  await closeWithEscape('Report a problem', /^Report a problem/)
  await keys.press('Enter')
  await waitForDialog('Report a problem')
  expect(await keys.focusedName()).toBe('What happened?')
  await keys.fill('What happened?', 'The meter rejects the token.')
  await keys.activate('Send report')
  await dialog('Report a problem').getByText(/^T-/).waitFor()
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await keys.focusOn('Copy number')
  await closeWithEscape('Report a problem', /^Report a problem/)
  await page.setViewportSize(phoneViewport.viewport)
})

test('a wallet top-up is started, and the wallet history is saved as a file', async () => {
  const { page } = ada
  await openAccountPage('Wallet')
  await keys.fill('Amount (NGN)', '2000')
  await keys.press('Enter')
  await closeWithEscape('How do you want to pay?', 'Amount (NGN)')
  await keys.activate('Filter')
  await keys.focusOn('Type')
  await keys.type('Pay')
  await keys.activate('Show')
  await page.waitForURL(/kind=payment/)
  await waitForHydration(page)
  await keys.skipHeader()
  const download = page.waitForEvent('download')
  await keys.activate('Download as CSV')
  expect((await download).suggestedFilename()).toBe('wallet.csv')
})

test('a saved card is deleted, and the focus stays in the saved cards section', async () => {
  await openAccountPage('Cards')
  await keys.activate(/^Delete Visa/)
  await ada.page.getByText('No data...').waitFor()
  expect(await keys.focusedName()).toMatch(/^Saved cards/)
})

test('a virtual account is reserved for the meter', async () => {
  const { page } = ada
  await openAccountPage('Beneficiaries')
  await chooseMenuItem('Reserve')
  await page.getByLabel('BVN').waitFor()
  await keys.fill('BVN', '22212345678')
  await keys.activate(/^Bank/)
  await keys.focusOn('Search: Choose your bank')
  await keys.type('access bank')
  await keys.activate('Access Bank')
  await keys.fill('Account number', '0123456789')
  await keys.activate('Verify Details')
  await page.getByRole('button', { name: 'Reserve Account' }).waitFor()
  const reload = page.waitForEvent('load')
  await keys.activate('Reserve Account')
  await reload
  await waitForHydration(page)
  await keys.skipHeader()
  await chooseMenuItem('Vir. Account')
  await waitForDialog('Account Details')
  await keys.activate('Copy')
  await page.getByText('Account number copied successfully!').waitFor()
  await closeWithEscape('Account Details', `Menu of ${meter}`)
  // A toast covers the end of the page for a few seconds, or until it is clicked.
  await page.locator('.toast').dispatchEvent('click')
  await page.locator('.toast').waitFor({ state: 'detached' })
})

test('a PIN is set, and the activity log is turned off', async () => {
  const { page } = ada
  await openAccountPage('Settings')
  await keys.activate('Set PIN')
  await closeWithEscape('Set PIN', 'Set PIN')
  await keys.press('Enter')
  await waitForDialog('Set PIN')
  expect(await keys.focusedName()).toBe('New PIN')
  await keys.fill('New PIN', '274916')
  expect(await keys.focusedName()).toBe('New PIN')
  await keys.fill('Confirm PIN', '274916')
  await keys.fill('Your password', 'Demo-Ada-1')
  await keys.press('Enter')
  await waitUntilClosed('Set PIN')
  expect(await keys.focusedName()).toBe('Change PIN')
  await keys.focusOn(/^Keep an activity log/)
  await keys.press('Space')
  await expect.poll(() => page.getByRole('switch').isChecked()).toBe(false)
})

test('the meter is deleted, the focus stays in the list, and the user signs out', async () => {
  const { page } = ada
  await openAccountPage('Beneficiaries')
  await chooseMenuItem('Delete')
  await page.getByText("You don't have any beneficiary saved!").waitFor()
  expect(await keys.focusedName()).toBe('Beneficiaries')
  await keys.focusOn('Sign out', 'Shift+Tab')
  await keys.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/account'))
  expect(ada.errors).toEqual([])
})
