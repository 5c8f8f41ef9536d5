import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import { desktop, phoneViewport, type Visitor } from './visitor.ts'

/**
 * The referral of a friend of Ada's, from the registration to a new password, with Ada's bonus.
 */
const fixture = openBrowserFixture()
let ada: Visitor
let friend: Visitor

const bisi = { email: 'bisi@friends.example', password: 'Bisi-Pays-1', newPassword: 'Bisi-Pays-2' }
const phoneNumber = '08012345671'

beforeAll(async () => {
  await fixture.app.set('wallet_minimum_deposit', '100')
  const account = { email: 'ada@example.com', password: 'Demo-Ada-1' }
  const storageState = await fixture.signedIn(account)
  ada = await fixture.openBrowser({ ...phoneViewport, storageState })
  friend = await fixture.openBrowser()
}, 150_000)

const dialog = (name: string) => friend.page.getByRole('dialog', { name })
const button = (name: string | RegExp) => friend.page.getByRole('button', { name })

test('a friend registers with a shared link, and an e-mailed code signs them in', async () => {
  const { page } = friend
  await ada.openPage('/account/referral')
  await ada.page.getByRole('button', { name: 'Copy link' }).click()
  await friend.openPage(await ada.page.evaluate(() => navigator.clipboard.readText()))
  expect(await page.getByLabel('Referral code').inputValue()).toMatch(/^[A-Z2-9]{8}$/)
  await page.getByLabel('Name', { exact: true }).fill('Bisi Alade')
  await page.getByLabel('E-mail').fill(bisi.email)
  await page.getByLabel('Phone number').fill('08031230000')
  await page.getByLabel('Password').fill(bisi.password)
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await button('Create account').click()
  await page.waitForURL('**/email/verify')
  await expect.poll(() => fixture.app.mailTo(bisi.email), { timeout: 10_000 }).toHaveLength(1)
  const [mail] = await fixture.app.mailTo(bisi.email)
  const code = /\b\d{4}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.getByLabel('Verification PIN').pressSequentially(code)
  await page.waitForURL('**/account/dashboard')
  await page.getByRole('heading', { name: 'Welcome, Bisi Alade' }).waitFor()
})

test('a wallet is topped up by card, the card is saved, and the result leads back to the wallet', async () => {
  const { page } = friend
  await friend.openPage('/account/wallet')
  await page.getByLabel('Amount (NGN)').fill('5,000')
  await button('Topup Wallet').click()
  const pay = dialog('How do you want to pay?')
  await pay.getByLabel('Save card for later').check()
  await pay.getByRole('radio', { name: 'Card' }).check()
  await button(/^Pay ₦5,000/).click()
  await page.waitForURL(`${fixture.app.simulatorsUrl}/**`)
  await friend.pressCheckoutButton('Pay now')
  await page.getByRole('heading', { name: 'Your wallet is topped up' }).waitFor()
  await page.waitForURL('**/account/wallet', { timeout: 10_000 })
  await page.getByRole('main').getByText('₦5,000.00').first().waitFor()
  await page.getByRole('heading', { name: 'Saved cards' }).click()
  await page.getByText(/^Visa .*•••• /).waitFor()
})

test('airtime is bought for a saved beneficiary, and the referrer redeems the bonus', async () => {
  const { page } = friend
  await friend.openPage('/account/beneficiaries')
  await button('Add Beneficiary').click()
  const add = dialog('Add Beneficiary')
  await add.getByText('Airtime', { exact: true }).click()
  await add.getByLabel('Phone number').fill(phoneNumber)
  await add.getByRole('button', { name: /^Network/ }).click()
  await dialog('Choose the network').getByRole('button', { name: 'MTN' }).click()
  await add.getByRole('button', { name: 'Add Beneficiary' }).click()
  await add.waitFor({ state: 'detached' })

  await button(/^Menu of .*234 5671$/).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await button('Change').click()
  await dialog('Edit beneficiary').getByLabel('Notes').fill('My own line')
  await button('Save changes').click()
  await page.getByRole('article').getByText('My own line').waitFor()

  await button(/^Menu of .*234 5671$/).click()
  await page.getByRole('menuitem', { name: 'Subscribe' }).click()
  await dialog('Top Up').getByRole('button', { name: '₦1,000' }).click()
  await button('Subscribe').click()
  await dialog('How do you want to pay?')
    .getByRole('button', { name: /^Saved card/ })
    .click()
  await dialog('How do you want to pay?').getByRole('radio').check()
  await button(/^Pay ₦/).click()
  await friend.waitForSuccessPage()

  await expect
    .poll(
      async () => {
        await ada.openPage('/account/referral')
        return ada.page.getByText('Balance: 100 UTW').count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  await ada.page.getByLabel('Amount to redeem').fill('100')
  await ada.page.getByRole('button', { name: 'Redeem' }).click()
  await ada.page.getByText('Balance: 0 UTW').waitFor()
  await ada.openPage('/account/wallet?kind=bonus')
  await ada.page.getByText('+₦100.00').waitFor()
})

test('a purchase is found in the history: its receipt, a repeat purchase, and a report of another problem', async () => {
  const { page } = friend
  // A phone has these actions on the order's page.
  await page.setViewportSize(desktop.viewport)
  await friend.openPage('/account/transactions')
  const download = page.waitForEvent('download')
  await button(/^Receipt of/).click()
  const receipt = await readFile(await (await download).path())
  expect(receipt.subarray(0, 5).toString()).toBe('%PDF-')
  await button(/^Buy again/).click()
  await page.waitForURL('**/customer-details?reference=**')
  await page.getByRole('link', { name: 'Proceed to Payment' }).waitFor()

  await friend.openPage('/account/tickets')
  await button('New ticket').click()
  await page.getByLabel('What happened?').fill('My receipt has my old address.')
  await button('Send report').click()
  await dialog('Report a problem')
    .getByText(/^T-[A-Z2-9]{8}$/)
    .waitFor()
  await button('Close').click()
  await page.getByRole('article').getByText('My receipt has my old address.').waitFor()
})

test('without a connection each click reports it, and works when the connection is restored', async () => {
  const { page, context } = friend
  const message = page.getByText('No internet connection, please check your connection and try again.')
  await friend.openPage('/account/settings')
  // The script of the toast layer loads right after the page.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('toast-layer')),
  )
  await context.setOffline(true)
  await button('Set PIN').click()
  await message.waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await button('Dismiss').click()
  await message.waitFor({ state: 'detached' })
  await page.getByRole('switch').click()
  await message.waitFor()
  await context.setOffline(false)
  await button('Set PIN').click()
  await dialog('Set PIN').waitFor()
})

test('a profile is saved, the other browsers are signed out, and a new password signs in', async () => {
  const { page } = friend
  const otherBrowser = await fixture.openBrowser({
    ...phoneViewport,
    storageState: await fixture.signedIn(bisi),
  })
  await friend.openPage('/account/settings')
  await page.getByLabel('Address').fill('14B Admiralty Way, Lekki')
  await button('Save profile').click()
  await page.getByText('Your profile is saved.').waitFor()
  await page.locator('summary', { hasText: 'Active sessions' }).click()
  await button('Sign out of all other devices').click()
  await button('Sign out of all other devices').waitFor({ state: 'detached' })
  await otherBrowser.page.goto('/account/settings')
  await otherBrowser.page.waitForURL('**/login**')
  await otherBrowser.closeBrowser()

  expect(await page.getByLabel('Address').inputValue()).toBe('14B Admiralty Way, Lekki')
  await page.getByLabel('Current password').fill(bisi.password)
  await page.getByLabel('New password', { exact: true }).fill(bisi.newPassword)
  await page.getByLabel('Confirm new password').fill('another')
  await page.getByText('Your password do not match.').waitFor()
  await page.getByLabel('Confirm new password').fill(bisi.newPassword)
  await button('Change password').click()
  await page.waitForURL('**/login**')
  const again = await fixture.signedIn({ ...bisi, password: bisi.newPassword })
  expect(again.cookies.length).toBeGreaterThan(0)
  expect([...friend.errors, ...ada.errors]).toEqual([])
})
