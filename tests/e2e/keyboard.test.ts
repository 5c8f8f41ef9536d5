import { beforeAll, expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import { type Guest, phoneViewport, successAddress, waitForHydration } from './guest.ts'
import { keyboardOf } from './keyboard.ts'

/** Every test of this file uses only the keyboard; the page is only read. */
const fixture = openBrowserFixture()
let ada: Guest
let keys: ReturnType<typeof keyboardOf>

beforeAll(async () => {
  // A desktop user who zooms in has a viewport of a phone's size.
  ada = await fixture.guest({ viewport: phoneViewport.viewport })
  keys = keyboardOf(ada.page)
}, 150_000)

const meter = '11000000123'
const dialog = (name: string) => ada.page.getByRole('dialog', { name })
/** Waits for the dialog before the next Tab. */
const waitForDialog = (name: string) => dialog(name).waitFor()
const closed = (name: string) => dialog(name).waitFor({ state: 'detached' })

const shortcuts = ['Home', 'History', 'Wallet']

/** Opens an account page by its link in the bottom navigation, and skips the header. */
async function goesTo(link: string) {
  if (!shortcuts.includes(link)) await keys.presses('More')
  await keys.presses(link)
  await ada.page.waitForURL(/\/account\//)
  await waitForHydration(ada.page)
  await keys.skipsTheHead()
}

/** Chooses an item in the menu of a card. */
async function chooses(item: string, number = meter) {
  await keys.presses(`Menu of ${number}`)
  while ((await keys.focused()) !== item) await keys.press('ArrowDown')
  await keys.press('Enter')
}

/** Closes a dialog with Escape, and expects the focus on the element that opened it. */
async function leaves(name: string, to: string | RegExp) {
  await waitForDialog(name)
  await keys.press('Escape')
  await closed(name)
  expect(await keys.focused()).toMatch(to)
}

test('a user signs in and skips the page header', async () => {
  await ada.openPage('/login')
  await keys.fills('E-mail', 'ada@example.com')
  await keys.fills('Password', 'Demo-Ada-1')
  await keys.press('Enter')
  await ada.page.waitForURL('**/account/dashboard')
  await waitForHydration(ada.page)
  await keys.skipsTheHead()
  await keys.press('Tab')
  expect(await keys.focused()).toBe('Hide balance')
})

test('"More" opens the other account pages, and closes on Escape or when the focus leaves', async () => {
  const more = ada.page.locator('#more')
  const isOpen = () => more.evaluate((element: HTMLDetailsElement) => element.open)
  await keys.presses('More')
  await keys.goesTo('Settings')
  await keys.press('Escape')
  expect(await keys.focused()).toBe('More')
  expect(await isOpen()).toBe(false)
  await keys.press('Enter')
  expect(await isOpen()).toBe(true)
  await keys.press('Shift+Tab')
  expect(await keys.focused()).toBe('Wallet')
  expect(await isOpen()).toBe(false)
})

test('the first meter is saved, and the focus stays among the beneficiaries', async () => {
  const { page } = ada
  await goesTo('Beneficiaries')
  await keys.presses('Add Beneficiary')
  await leaves('Add Beneficiary', 'Add Beneficiary')
  await keys.press('Enter')
  await waitForDialog('Add Beneficiary')
  await keys.fills('Meter number', meter)
  await keys.presses(/^Company or city/)
  await keys.goesTo('Search: Choose your electricity company')
  await keys.type('ikeja')
  await keys.presses(/^Ikeja Electric/)
  expect(await keys.focused()).toContain('Ikeja Electric')
  await keys.presses(/^State/)
  await keys.goesTo('Abia')
  while ((await keys.focused()) !== 'Lagos') await keys.press('ArrowDown')
  await keys.press('Enter')
  await keys.fills('Notes (optional)', "Mum's house")
  await keys.press('Enter')
  await closed('Add Beneficiary')
  await page.getByRole('article').getByText("Mum's house").waitFor()
  expect(await keys.focused()).toBe('Beneficiaries')
  await keys.goesTo(`Menu of ${meter}`)
})

test('each dialog of its menu returns the focus to the menu', async () => {
  await keys.press('Enter')
  expect(await keys.focused()).toBe('Subscribe')
  await keys.press('End')
  expect(await keys.focused()).toBe('Delete')
  await keys.press('Escape')
  expect(await keys.focused()).toBe(`Menu of ${meter}`)
  await keys.press('Enter')
  await keys.press('Tab')
  expect(await keys.focused()).toBe('Add New')
  await keys.goesTo(`Menu of ${meter}`, 'Shift+Tab')

  await chooses('Details')
  await waitForDialog('Meter Details')
  await keys.presses('Change')
  await leaves('Edit beneficiary', `Menu of ${meter}`)
  await chooses('Subscribe')
  await leaves('Purchase Units', `Menu of ${meter}`)
  await chooses('Reserve')
  await leaves('Reserve an Account', `Menu of ${meter}`)
})

test('the dashboard buys for it from the wallet', async () => {
  const { page } = ada
  await goesTo('Home')
  await keys.presses(/^Mum's house/)
  await leaves('Purchase Units', /^Mum's house/)
  await keys.press('Enter')
  await waitForDialog('Purchase Units')
  await keys.presses('Subscribe')
  await leaves('How do you want to pay?', /^Mum's house/)
  await keys.press('Enter')
  await waitForDialog('Purchase Units')
  await keys.presses('Subscribe')
  await waitForDialog('How do you want to pay?')
  await keys.presses(/^Saved card/)
  await keys.goesTo('All payment methods')
  await keys.press('Enter')
  await keys.goesTo(/^Bank transfer/)
  while (!(await keys.focused()).startsWith('Wallet')) await keys.press('ArrowDown')
  await keys.presses(/^Pay ₦/)
  await page.waitForURL(successAddress)
  await waitForHydration(page)
  await keys.skipsTheHead()
  await keys.presses('Copy token')
  await page.getByText('Token copied successfully!').waitFor()
})

test('notifications are opened from the bell, read, and closed when the focus leaves', async () => {
  const { page } = ada
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  await keys.goesTo('Notifications, 1 unread', 'Shift+Tab')
  await keys.press('Enter')
  await page.getByText('Units: ').waitFor()
  await keys.presses(/^Your electricity token/)
  await page.getByRole('dialog').waitFor()
  await keys.presses('Mark as Read')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Read' }).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await keys.press('Escape')
  expect(await keys.focused()).toMatch(/^Your electricity token/)
  await keys.goesTo('Sign out')
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'hidden' })
  await keys.goesTo('Notifications', 'Shift+Tab')
  await keys.press('Enter')
  await keys.presses(/^Delete: /)
  await page.getByText('No notifications!').waitFor()
  expect(await keys.focused()).toMatch(/^Notifications/)
  await keys.press('Escape')
  expect(await keys.focused()).toBe('Notifications')
})

test('an order is found with filters, and a problem with it is reported', async () => {
  const { page } = ada
  await keys.goesTo(/^Ada/, 'Shift+Tab')
  await keys.press('Enter')
  await page.waitForURL('**/account/dashboard')
  await goesTo('History')
  await keys.presses('More filters')
  await keys.goesTo('Status')
  await keys.type('Deli')
  await keys.presses('Show')
  await page.waitForURL(/state=delivered/)
  await waitForHydration(page)
  await keys.skipsTheHead()
  await keys.presses(/^Report a problem/)
  await leaves('Report a problem', /^Report a problem/)
  await keys.press('Enter')
  await waitForDialog('Report a problem')
  await keys.fills('What happened?', 'The meter rejects the token.')
  await keys.presses('Send report')
  await dialog('Report a problem').getByText(/^T-/).waitFor()
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await keys.goesTo('Copy number')
  await leaves('Report a problem', /^Report a problem/)
})

test('a wallet top-up is started, and the wallet history is saved as a file', async () => {
  const { page } = ada
  await goesTo('Wallet')
  await keys.fills('Amount (NGN)', '2000')
  await keys.press('Enter')
  await leaves('How do you want to pay?', 'Amount (NGN)')
  await keys.presses('Filter')
  await keys.goesTo('Type')
  await keys.type('Pay')
  await keys.presses('Show')
  await page.waitForURL(/kind=payment/)
  await waitForHydration(page)
  await keys.skipsTheHead()
  const saving = page.waitForEvent('download')
  await keys.presses('Download as CSV')
  expect((await saving).suggestedFilename()).toBe('wallet.csv')
})

test('a saved card is deleted, and the focus stays in the saved cards section', async () => {
  await goesTo('Cards')
  await keys.presses(/^Delete Visa/)
  await ada.page.getByText('No data...').waitFor()
  expect(await keys.focused()).toMatch(/^Saved cards/)
})

test('a virtual account is reserved for the meter', async () => {
  const { page } = ada
  await goesTo('Beneficiaries')
  await chooses('Reserve')
  await page.getByLabel('BVN').waitFor()
  await keys.fills('BVN', '22212345678')
  await keys.presses(/^Bank/)
  await keys.goesTo('Search: Choose your bank')
  await keys.type('access bank')
  await keys.presses('Access Bank')
  await keys.fills('Account number', '0123456789')
  await keys.presses('Verify Details')
  await page.getByRole('button', { name: 'Reserve Account' }).waitFor()
  const reloaded = page.waitForEvent('load')
  await keys.presses('Reserve Account')
  await reloaded
  await waitForHydration(page)
  await keys.skipsTheHead()
  await chooses('Vir. Account')
  await waitForDialog('Account Details')
  await keys.presses('Copy')
  await page.getByText('Account number copied successfully!').waitFor()
  await leaves('Account Details', `Menu of ${meter}`)
  // A toast covers the end of the page for a few seconds.
  await page.locator('.toast').waitFor({ state: 'detached' })
})

test('a PIN is set digit by digit, with the next cell in view', async () => {
  const { page } = ada
  await goesTo('Settings')
  await keys.presses('Set PIN')
  await leaves('Set PIN', 'Set PIN')
  await keys.press('Enter')
  await waitForDialog('Set PIN')
  await keys.fills('New PIN', '274916')
  expect(await keys.focused()).toBe('New PIN')
  await keys.fills('Confirm PIN', '274916')
  await keys.fills('Your password', 'Demo-Ada-1')
  await keys.press('Enter')
  await closed('Set PIN')
  expect(await keys.focused()).toBe('Change PIN')
  await keys.goesTo(/^Keep an activity log/)
  await keys.press('Space')
  await expect.poll(() => page.getByRole('switch').isChecked()).toBe(false)
})

test('the meter is deleted, the focus stays in the list, and the user signs out', async () => {
  const { page } = ada
  await goesTo('Beneficiaries')
  await chooses('Delete')
  await page.getByText("You don't have any beneficiary saved!").waitFor()
  expect(await keys.focused()).toBe('Beneficiaries')
  await keys.goesTo('Sign out', 'Shift+Tab')
  await keys.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/account'))
  expect(ada.errors).toEqual([])
})
