import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'

let product: Product
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${product.url}/login`)
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Password').fill('Demo-Ada-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/account/dashboard')
}, 300_000)

afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const dialog = (name: string) => page.getByRole('dialog', { name })
const open = async (room: string) => {
  await page.goto(`${product.url}/account/${room}`)
}
const menuOf = async (number: string, item: string) => {
  await page.getByRole('button', { name: `Menu of ${number}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('every page of the account opens, fits a phone, and the menu says where one is', async () => {
  const rooms = ['beneficiaries', 'transactions', 'wallet', 'cards', 'referral', 'bulk', 'settings']
  for (const room of ['dashboard', 'notifications', ...rooms]) {
    await open(room)
    expect(await page.getByRole('heading', { level: 1 }).count(), room).toBe(1)
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(tooWide, room).toBe(false)
    if (room !== 'notifications') {
      const here = page.getByRole('navigation', { name: 'Account pages' }).locator('[aria-current=page]')
      expect(await here.getAttribute('href')).toBe(`/account/${room}`)
    }
  }
}, 120_000)

test('a meter is saved: its owner is looked up, and it stands on its card', async () => {
  await open('beneficiaries')
  await page.getByRole('button', { name: 'Add Beneficiary' }).click()
  const add = dialog('Add Beneficiary')
  await add.getByLabel('Meter number').fill('11000000123')
  await add.getByRole('button', { name: /Company or city/ }).click()
  await page.getByRole('button', { name: /Ikeja Electric/ }).click()
  await add.getByRole('button', { name: /^State/ }).click()
  await page.getByRole('button', { name: 'Lagos', exact: true }).click()
  await expect.poll(() => add.getByLabel('Customer name').inputValue(), { timeout: 15_000 }).not.toBe('')
  await add.getByLabel('Notes').fill("Mum's house")
  await add.getByRole('button', { name: 'Add Beneficiary' }).click()
  await page.getByRole('article').getByText("Mum's house").waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
}, 60_000)

test('its card buys: an amount, a check, the wallet, the token, and the bell hears of it', async () => {
  await open('beneficiaries')
  await menuOf('11000000123', 'Subscribe')
  await dialog('Purchase Units').getByLabel('Modify Amount').fill('1,500')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await dialog('How do you want to pay?')
    .getByRole('radio', { name: /Wallet/ })
    .check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('**/electricity/transactions/successful**', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click({ timeout: 20_000 })
  const list = page.getByRole('region', { name: 'Notifications' })
  await list.getByRole('button', { name: /^Unread/ }).click()
  await page.getByRole('dialog').getByText('11000000123').last().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Read' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Read' }).waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await list.getByRole('button', { name: 'Mark All as Read' }).click()
  await list.getByText('No notifications!').waitFor()
}, 90_000)

test('an account is reserved for a meter, once it is known whose BVN it is, and stands in its dialog', async () => {
  await open('beneficiaries')
  await menuOf('11000000123', 'Reserve')
  const reserve = dialog('Reserve an Account')
  await reserve.getByLabel('BVN').fill('22212345678')
  await reserve.getByRole('button', { name: /^Bank/ }).click()
  await page.getByRole('button', { name: 'Access Bank', exact: true }).click()
  await reserve.getByLabel('Account number').fill('0123456789')
  await reserve.getByRole('button', { name: 'Verify Details' }).click()
  await reserve.getByRole('button', { name: 'Reserve Account' }).click({ timeout: 15_000 })
  await page.waitForEvent('load', { timeout: 20_000 })
  await menuOf('11000000123', 'Vir. Account')
  const account = dialog('Account Details')
  await account.getByText('Account number').waitFor()
  expect(await account.getByText(/^\d{10}$/).count()).toBe(1)
}, 90_000)

test('an order is found again, and a problem with it has a ticket number', async () => {
  await open('transactions?search=11000000123')
  await page.getByRole('button', { name: /^Report a problem/ }).click()
  await page.getByLabel('What happened?').fill('The meter rejects the token.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText(/^T-[A-Z2-9]{8}$/).waitFor()
}, 60_000)

test('the activity log is switched, and a PIN is set', async () => {
  await open('settings')
  const log = page.getByRole('switch')
  const was = await log.isChecked()
  await log.click()
  await expect.poll(() => log.isChecked(), { timeout: 10_000 }).toBe(!was)
  await page.getByRole('button', { name: 'Set PIN' }).click()
  const set = dialog('Set PIN')
  await set.getByLabel('New PIN').fill('135790')
  await set.getByLabel('Confirm PIN').fill('135790')
  await set.getByLabel('Your password').fill('Demo-Ada-1')
  await set.getByRole('button', { name: 'Set PIN' }).click()
  await page.getByRole('button', { name: 'Change PIN' }).waitFor({ timeout: 15_000 })
}, 60_000)

test('a saved meter is deleted from its card', async () => {
  await open('beneficiaries')
  await menuOf('11000000123', 'Delete')
  await page.getByText("You don't have any beneficiary saved!").waitFor({ timeout: 15_000 })
  expect(complaints).toEqual([])
}, 60_000)
