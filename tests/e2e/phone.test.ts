import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import { phoneViewport, textOf, timeoutMs } from './visitor.ts'

/** The USSD menu and SMS on the simulated phone, as a person uses it in a browser. */
const fixture = openBrowserFixture()
const pin = '461830'

function phoneOf(page: Page, number: string) {
  const address = `${fixture.app.simulatorsUrl}/simulators/phone`
  const screen = () => textOf(page.locator('#screen'))
  /** Presses a button and waits for the page that it opens. */
  const press = (name: string) =>
    Promise.all([page.waitForEvent('load'), page.getByRole('button', { name, exact: true }).tap()])
  async function send(...inputs: string[]): Promise<string> {
    for (const input of inputs) {
      await page.getByLabel('Answer').fill(input)
      await press('Send')
    }
    return screen()
  }
  return {
    send,
    async dial(): Promise<string> {
      await page.goto(address)
      await page.getByLabel('My number').fill(number)
      await press('Dial *347*80#')
      return screen()
    },
    async sendSms(text: string): Promise<void> {
      await page.goto(`${address}?phone=${number}`)
      await page.getByLabel('Send an SMS to the service').fill(text)
      await press('Send SMS')
    },
    /** Waits for an SMS that matches. */
    async waitForSms(pattern: RegExp): Promise<void> {
      await expect
        .poll(
          async () => {
            await page.goto(`${address}?phone=${number}`)
            return page.locator('pre').filter({ hasText: pattern }).count()
          },
          { timeout: timeoutMs },
        )
        .toBeGreaterThan(0)
    },
  }
}

test('on the simulated phone, a user buys electricity with wallet and PIN, and reads the token, balance and status', async () => {
  const { page, errors, closeBrowser } = await fixture.openBrowser(phoneViewport)
  const phone = phoneOf(page, '08030000004')
  const meter = '11000000175'
  expect(await phone.dial()).toContain('6. Link my account')
  expect(await phone.send('6', pin)).toContain('This phone is linked to your account.')
  expect(await phone.send('1', meter, '1', '1', 'abc')).toContain('Enter whole naira, like 2000.')
  expect(await phone.send('500')).toContain(`Electricity ${meter}\nPay N600 (fee N100)`)
  expect(await phone.send('1', '000000')).toContain('Wrong PIN. Try again.')
  expect(await phone.send(pin)).toMatch(/^Paid N600 from your wallet\./)
  await phone.waitForSms(new RegExp(`\\d{4} \\d{4} \\d{4} \\d{4} \\d{4}[^]*Meter: ${meter}`))

  await phone.dial()
  expect(await phone.send('4', '1')).toMatch(new RegExp(`Meter ${meter}\n.*(\\d{4}-){4}\\d{4}`))
  await phone.dial()
  expect(await phone.send('5', '1')).toMatch(/: delivered, N600 paid\.$/)
  await phone.dial()
  expect(await phone.send('6', pin)).toMatch(/^Wallet: N[\d,.]+\. Bonus/)
  await phone.sendSms(`token ${meter}`)
  await phone.waitForSms(new RegExp(`meter ${meter}, .*(\\d{4}-){4}\\d{4}`))
  expect(errors).toEqual([])
  await closeBrowser()
}, 180_000)

test('on the simulated phone, a guest pays by the link in an SMS, and stops offers', async () => {
  const guest = await fixture.openBrowser(phoneViewport)
  const { page } = guest
  const phone = phoneOf(page, '08010000088')
  const meter = '11000000185'
  await phone.dial()
  expect(await phone.send('1', meter, '1', '1', '700')).toContain('1. Payment link by SMS')
  expect(await phone.send('1')).toContain('We sent you an SMS with a link to pay N800.')
  await phone.waitForSms(/pay N800 for Electricity/)
  const link = /\/o\/[\w-]+/.exec(await textOf(page.locator('pre').first()))?.[0] ?? ''
  await guest.openPage(link)
  await guest.goToHostedCheckout()
  await guest.pressCheckoutButton('Pay now')
  await guest.waitForSuccessPage()
  await phone.waitForSms(new RegExp(`Meter: ${meter}`))

  await phone.sendSms('STOP')
  await phone.waitForSms(/no more offers or alerts by SMS/)
  await phone.sendSms('HELP')
  await phone.waitForSms(/TOKEN meter or STATUS reference/)
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
}, 180_000)
