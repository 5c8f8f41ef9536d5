import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { type VendorName, vendors } from '../../shared/constants.ts'
import { type GatewayName, gateways } from '../../shared/payments.ts'
import { expectAllOrdersConsistent, expectLedgerMatchesProviders } from '../support/consistency.ts'
import { launchApp } from '../support/launched-app.ts'
import { openBrowserFixture } from './browser.ts'
import { formOf, type TestProduct, testProducts } from './catalogue.ts'
import { limitConcurrency, runsFullMatrix, successAddress, waitForHydration } from './visitor.ts'

const fixture = openBrowserFixture(launchApp)

beforeAll(async () => {
  await fixture.app.configureSimulators({ speed: 10 })
}, 150_000)

/** Every vendor sells these; only VTpass sells examinations. */
const soldByEveryVendor = [testProducts.power, testProducts.cabletv, testProducts.airtime, testProducts.data]

interface ProviderRound {
  readonly gateway: GatewayName
  /** The vendor of each service in this round. */
  readonly vendorByProduct: readonly (readonly [TestProduct, VendorName])[]
}
const rotate = <T>(items: readonly T[], index: number): T => items[index % items.length]!

/** Each pair of gateway and vendor once, with another service each time. */
const sample: readonly ProviderRound[] = gateways.map((gateway, index) => ({
  gateway,
  vendorByProduct: vendors.map(
    (vendor, shift) => [rotate(soldByEveryVendor, index + shift), vendor] as const,
  ),
}))

/**
 * Each pair with each service that the vendor sells. In each round every service has a vendor; the next round
 * shifts the vendors.
 */
const fullMatrix: readonly ProviderRound[] = gateways.flatMap((gateway) =>
  vendors.map((first, shift) => ({
    gateway,
    vendorByProduct: [
      ...soldByEveryVendor.map((product, index) => [product, rotate(vendors, index + shift)] as const),
      ...(first === 'vtpass' ? [[testProducts.education, first] as const] : []),
    ],
  })),
)
const rounds = runsFullMatrix ? fullMatrix : sample

/** Buys the product by card, and checks which gateway and vendor were used. */
async function expectPair(
  product: TestProduct,
  { gateway, vendor }: { gateway: GatewayName; vendor: VendorName },
) {
  const guest = await fixture.openBrowser()
  const { page } = guest
  try {
    const number = product.newNumber()
    await guest.openPage(formOf(product))
    await product.fillForm(page, number)
    const order = await guest.submitForm()
    await waitForHydration(page)
    await guest.goToHostedCheckout('Card')
    await guest.pressCheckoutButton('Pay now')
    await page.waitForURL(successAddress)
    await page.getByRole('heading', { level: 1, name: product.title }).waitFor()
    const { captures, deliveries } = await fixture.app.providerRecordsOf({
      reference: order,
      beneficiary: number,
    })
    expect(captures.map(({ party, amountKobo }) => [party, amountKobo])).toEqual([
      [gateway, product.totalKobo],
    ])
    expect(deliveries.map(({ party }) => party)).toEqual([vendor])
    expect(guest.errors).toEqual([])
  } finally {
    await guest.closeBrowser()
  }
}

for (const [index, { gateway, vendorByProduct }] of rounds.entries()) {
  describe(`${gateway} collects, round ${index + 1}`, { timeout: 180_000 }, () => {
    beforeAll(async () => {
      await fixture.app.set('payment_gateway', gateway)
      for (const [{ service }, vendor] of vendorByProduct) await fixture.app.set(`${service}_gateway`, vendor)
      // A page may still show the list of the previous vendor.
      await pause(2_500)
    }, 120_000)

    describe.concurrent('and', () => {
      for (const [product, vendor] of vendorByProduct) {
        test(`${vendor} delivers ${product.service}`, () =>
          limitConcurrency(() => expectPair(product, { gateway, vendor })))
      }
    })
  })
}

test('for every gateway and vendor the ledger matches the providers to the kobo', async () => {
  await fixture.app.inspectDatabase(async (app) => {
    await expectLedgerMatchesProviders(app)
    const expectedCount = rounds.flatMap(({ vendorByProduct }) => vendorByProduct).length
    expect(await expectAllOrdersConsistent(app)).toEqual({ delivered: expectedCount })
  })
})
