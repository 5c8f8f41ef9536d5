import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoPeople } from '../../server/accounts/index.ts'
import { services } from '../../shared/constants.ts'
import { detailsPage } from '../../shared/pages.ts'
import { expectAllFair, expectBooksTrue } from '../support/audit.ts'
import { eventually } from '../support/shop.ts'
import {
  atATime,
  type Guest,
  isAwake,
  patienceMs,
  phone,
  referenceOf,
  successAddress,
  whole,
} from './guest.ts'
import { openStage } from './stage.ts'
import { formOf, type Ware, wares } from './wares.ts'

const stage = openStage()
let signedIn: BrowserContextOptions['storageState']

beforeAll(async () => {
  await stage.product.tune({ speed: 10 })
  signedIn = await stage.signedIn(demoPeople[0]!)
}, 150_000)

/** One purchase by one person: who it is, what it is for. */
interface Story {
  readonly guest: Guest
  readonly ware: Ware
  readonly number: string
}

/** From the form to its details. @returns the order's reference */
async function orders({ guest, ware, number }: Story): Promise<string> {
  await guest.opens(formOf(ware))
  await ware.fills(guest.page, number)
  const order = await guest.continues()
  await isAwake(guest.page)
  return order
}

const atTheCheckout = (method: string) => async (story: Story) => {
  const order = await orders(story)
  await story.guest.choosesToPay(method)
  await story.guest.presses('Pay now')
  return order
}

const atOnce = (method: string) => async (story: Story) => {
  const order = await orders(story)
  await story.guest.pays(method)
  return order
}

async function atTheSecondTry(story: Story): Promise<string> {
  const { guest, ware } = story
  const { page } = guest
  const order = await orders(story)
  await guest.choosesToPay('Card')
  await page.getByLabel('Or one of the test cards').selectOption('4084080000005408')
  await guest.presses('Pay now')
  await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor()
  await page.getByRole('link', { name: 'Try the payment again' }).click()
  expect(await referenceOf(page), ware.service).toBe(order)
  await isAwake(page)
  await guest.choosesToPay('Card')
  await guest.presses('Pay now')
  return order
}

/** The tab closes as soon as the bank has the money; another opens the link of the order later. */
async function withItsTabClosed(story: Story): Promise<string> {
  const { guest, ware, number } = story
  const order = await orders(story)
  await guest.choosesToPay('Card')
  await guest.page.route('**/payments/callback/**', (route) => route.abort())
  const returns = guest.page.waitForRequest('**/payments/callback/**')
  await guest.presses('Pay now')
  await returns
  await guest.page.goto('about:blank')
  const isDelivered = async () =>
    (await stage.product.truthOf({ order, meter: number })).deliveries.length === 1
  await eventually(isDelivered, patienceMs)
  await guest.page.goto(detailsPage(ware.service, order))
  return order
}

async function withoutScript({ guest, ware, number }: Story): Promise<string> {
  const { page } = guest
  await page.goto(formOf(ware))
  await ware.fillsPlain(page, number)
  await page.getByRole('button', { name: 'Continue' }).click()
  const order = await referenceOf(page)
  await page.getByRole('link', { name: 'Proceed to Payment' }).click()
  await page.getByRole('radio', { name: 'Card' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await guest.presses('Pay now')
  return order
}

interface Way {
  readonly says: string
  readonly pays: (story: Story) => Promise<string>
  /** Payments that reach a gateway. */
  readonly captures: 0 | 1
  readonly isSignedIn?: boolean
  readonly isPlain?: boolean
}

const ways: readonly Way[] = [
  { says: 'by card', pays: atTheCheckout('Card'), captures: 1 },
  { says: 'by transfer', pays: atTheCheckout('Bank transfer'), captures: 1 },
  { says: 'by USSD', pays: atTheCheckout('USSD'), captures: 1 },
  { says: 'from the wallet', pays: atOnce('Wallet'), captures: 0, isSignedIn: true },
  { says: 'by a saved card', pays: atOnce('Saved card'), captures: 1, isSignedIn: true },
  { says: 'at the second try, after a declined card', pays: atTheSecondTry, captures: 1 },
  { says: 'by card though the tab was closed', pays: withItsTabClosed, captures: 1 },
  { says: 'by card with script off', pays: withoutScript, captures: 1, isPlain: true },
]

/** Buys one of it and compares what the counterparties saw of that. */
async function expectBought(ware: Ware, { pays, captures: paid, isSignedIn, isPlain }: Way): Promise<void> {
  const guest = await stage.guest({
    ...phone,
    ...(isSignedIn && { storageState: signedIn }),
    ...(isPlain && { javaScriptEnabled: false }),
  })
  const { page } = guest
  try {
    const number = ware.newNumber()
    const order = await pays({ guest, ware, number })
    await page.waitForURL(successAddress)
    await page.getByRole('heading', { level: 1, name: ware.title }).waitFor()
    const { captures, deliveries, refunds } = await stage.product.truthOf({ order, meter: number })
    expect(captures.map(({ amountKobo }) => amountKobo)).toEqual(paid ? [ware.totalKobo] : [])
    expect([deliveries.length, refunds.length]).toEqual([1, 0])
    // The tab that was closed never reached us.
    expect(guest.troubles.filter((it) => !it.includes('net::ERR_FAILED'))).toEqual([])
  } finally {
    await guest.leaves()
  }
}

/** Every service in every way; in the sample every way and every service, electricity by card and from the wallet. */
const stories = services.flatMap((service, row) =>
  ways
    .filter((_, column) => whole || column % services.length === row || (row === 0 && column === 3))
    .map((way) => [service, way] as const),
)

describe.concurrent('on a phone', { timeout: 180_000 }, () => {
  for (const [service, way] of stories) {
    test(`${service} is bought ${way.says}, once and for its price`, () =>
      atATime(() => expectBought(wares[service], way)))
  }
})

test('after all of it the books say to the kobo what the counterparties saw', async () => {
  await stage.product.audit(async (till) => {
    await expectBooksTrue(till)
    expect(await expectAllFair(till)).toEqual({ delivered: stories.length })
  })
})
