import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoUsers } from '../../server/accounts/index.ts'
import { services } from '../../shared/constants.ts'
import { detailsPageUrl } from '../../shared/pages.ts'
import { expectAllOrdersConsistent, expectLedgerMatchesProviders } from '../support/consistency.ts'
import { launchApp } from '../support/launched-app.ts'
import { eventually } from '../support/test-app.ts'
import { openBrowserFixture } from './browser.ts'
import { formOf, type TestProduct, testProducts } from './catalogue.ts'
import {
  limitConcurrency,
  phoneViewport,
  referenceOf,
  runsFullMatrix,
  successAddress,
  timeoutMs,
  type Visitor,
  waitForHydration,
} from './visitor.ts'

const fixture = openBrowserFixture(launchApp)
let signedInState: BrowserContextOptions['storageState']

beforeAll(async () => {
  await fixture.app.configureSimulators({ speed: 10 })
  signedInState = await fixture.signedIn(demoUsers[0]!)
}, 150_000)

/** One purchase: its guest, its product and its beneficiary number. */
interface Scenario {
  readonly guest: Visitor
  readonly product: TestProduct
  readonly number: string
}

/** From the form to the details page. @returns the order's reference */
async function submitOrder({ guest, product, number }: Scenario): Promise<string> {
  await guest.openPage(formOf(product))
  await product.fillForm(guest.page, number)
  const order = await guest.submitForm()
  await waitForHydration(guest.page)
  return order
}

const payAtCheckout = (method: string) => async (scenario: Scenario) => {
  const order = await submitOrder(scenario)
  await scenario.guest.goToHostedCheckout(method)
  await scenario.guest.pressCheckoutButton('Pay now')
  return order
}

const payOnDetailsPage = (method: string) => async (scenario: Scenario) => {
  const order = await submitOrder(scenario)
  await scenario.guest.pay(method)
  return order
}

async function payAfterDeclinedCard(scenario: Scenario): Promise<string> {
  const { guest, product } = scenario
  const { page } = guest
  const order = await submitOrder(scenario)
  await guest.goToHostedCheckout('Card')
  await page.getByLabel('Or one of the test cards').selectOption('4084080000005408')
  await guest.pressCheckoutButton('Pay now')
  await page.getByRole('heading', { name: "Your payment didn't go through" }).waitFor()
  await page.getByRole('link', { name: 'Try payment again' }).click()
  expect(await referenceOf(page), product.service).toBe(order)
  await waitForHydration(page)
  await guest.goToHostedCheckout('Card')
  await guest.pressCheckoutButton('Pay now')
  return order
}

/** Closes the tab as soon as the bank has the money; another tab opens the order's link later. */
async function payAndCloseTab(scenario: Scenario): Promise<string> {
  const { guest, product, number } = scenario
  const order = await submitOrder(scenario)
  await guest.goToHostedCheckout('Card')
  await guest.page.route('**/payments/callback/**', (route) => route.abort())
  const returns = guest.page.waitForRequest('**/payments/callback/**')
  await guest.pressCheckoutButton('Pay now')
  await returns
  await guest.page.goto('about:blank')
  const isDelivered = async () =>
    (await fixture.app.providerRecordsOf({ reference: order, beneficiary: number })).deliveries.length === 1
  await eventually(isDelivered, timeoutMs)
  await guest.page.goto(detailsPageUrl(product.service, order))
  return order
}

async function payWithoutScript({ guest, product, number }: Scenario): Promise<string> {
  const { page } = guest
  await page.goto(formOf(product))
  await product.fillPlainForm(page, number)
  await page.getByRole('button', { name: 'Continue' }).click()
  const order = await referenceOf(page)
  await page.getByRole('link', { name: 'Proceed to Payment' }).click()
  await page.getByRole('radio', { name: 'Card' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await guest.pressCheckoutButton('Pay now')
  return order
}

interface PaymentCase {
  readonly label: string
  readonly pay: (scenario: Scenario) => Promise<string>
  /** Payments that reach a gateway. */
  readonly captures: 0 | 1
  readonly isSignedIn?: boolean
  readonly isPlain?: boolean
}

const paymentCases: readonly PaymentCase[] = [
  { label: 'by card', pay: payAtCheckout('Card'), captures: 1 },
  { label: 'by transfer', pay: payAtCheckout('Bank transfer'), captures: 1 },
  { label: 'by USSD', pay: payAtCheckout('USSD'), captures: 1 },
  { label: 'from the wallet', pay: payOnDetailsPage('Wallet'), captures: 0, isSignedIn: true },
  { label: 'by a saved card', pay: payOnDetailsPage('Saved card'), captures: 1, isSignedIn: true },
  { label: 'at the second attempt, after a declined card', pay: payAfterDeclinedCard, captures: 1 },
  { label: 'by card, with the tab closed', pay: payAndCloseTab, captures: 1 },
  { label: 'by card without JavaScript', pay: payWithoutScript, captures: 1, isPlain: true },
]

/** Buys the product and checks what the providers recorded. */
async function expectBought(
  product: TestProduct,
  { pay, captures: captureCount, isSignedIn, isPlain }: PaymentCase,
): Promise<void> {
  const guest = await fixture.openBrowser({
    ...phoneViewport,
    ...(isSignedIn && { storageState: signedInState }),
    ...(isPlain && { javaScriptEnabled: false }),
  })
  const { page } = guest
  try {
    const number = product.newNumber()
    const order = await pay({ guest, product, number })
    await page.waitForURL(successAddress)
    await page.getByRole('heading', { level: 1, name: product.title }).waitFor()
    const { captures, deliveries, refunds } = await fixture.app.providerRecordsOf({
      reference: order,
      beneficiary: number,
    })
    expect(captures.map(({ amountKobo }) => amountKobo)).toEqual(
      captureCount === 1 ? [product.totalKobo] : [],
    )
    expect([deliveries.length, refunds.length]).toEqual([1, 0])
    // The request of the closed tab never reached the application.
    expect(guest.errors.filter((item) => !item.includes('net::ERR_FAILED'))).toEqual([])
  } finally {
    await guest.closeBrowser()
  }
}

/**
 * Every service with every payment case. Without the full matrix: each payment case once, each service at least once,
 * and electricity also from the wallet.
 */
const scenarios = services.flatMap((service, row) =>
  paymentCases
    .filter((_, column) => runsFullMatrix || column % services.length === row || (row === 0 && column === 3))
    .map((paymentCase) => [service, paymentCase] as const),
)

describe.concurrent('on a phone', { timeout: 180_000 }, () => {
  for (const [service, paymentCase] of scenarios) {
    test(`${service} is bought ${paymentCase.label}, once and for its price`, () =>
      limitConcurrency(() => expectBought(testProducts[service], paymentCase)))
  }
})

test('after all purchases the ledger matches the providers to the kobo', async () => {
  await fixture.app.inspectDatabase(async (app) => {
    await expectLedgerMatchesProviders(app)
    expect(await expectAllOrdersConsistent(app)).toEqual({ delivered: scenarios.length })
  })
})
