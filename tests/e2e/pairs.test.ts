import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { type VendorName, vendors } from '../../shared/constants.ts'
import { type GatewayName, gateways } from '../../shared/payments.ts'
import { expectAllFair, expectBooksTrue } from '../support/audit.ts'
import { atATime, isAwake, successAddress, whole } from './guest.ts'
import { openStage } from './stage.ts'
import { formOf, type Ware, wares } from './wares.ts'

const stage = openStage()

beforeAll(async () => {
  await stage.product.tune({ speed: 10 })
}, 150_000)

/** Every vendor sells these; examinations are sold by VTpass alone. */
const everywhere = [wares.power, wares.cabletv, wares.airtime, wares.data]

interface Round {
  readonly gateway: GatewayName
  /** Who delivers what meanwhile. */
  readonly sells: readonly (readonly [Ware, VendorName])[]
}
const turn = <T>(them: readonly T[], at: number): T => them[at % them.length]!

/** Each pair of gateway and vendor once, with another service each time. */
const sample: readonly Round[] = gateways.map((gateway, at) => ({
  gateway,
  sells: vendors.map((vendor, shift) => [turn(everywhere, at + shift), vendor] as const),
}))

/** Each pair with each service that the vendor sells: in a round every service has a vendor, and then the next. */
const everyPair: readonly Round[] = gateways.flatMap((gateway) =>
  vendors.map((first, shift) => ({
    gateway,
    sells: [
      ...everywhere.map((ware, at) => [ware, turn(vendors, at + shift)] as const),
      ...(first === 'vtpass' ? [[wares.education, first] as const] : []),
    ],
  })),
)
const rounds = whole ? everyPair : sample

/** Buys one of it by card, and looks who had a part in it. */
async function expectPair(ware: Ware, { gateway, vendor }: { gateway: GatewayName; vendor: VendorName }) {
  const guest = await stage.guest()
  const { page } = guest
  try {
    const number = ware.newNumber()
    await guest.opens(formOf(ware))
    await ware.fills(page, number)
    const order = await guest.continues()
    await isAwake(page)
    await guest.choosesToPay('Card')
    await guest.presses('Pay now')
    await page.waitForURL(successAddress)
    await page.getByRole('heading', { level: 1, name: ware.title }).waitFor()
    const { captures, deliveries } = await stage.product.truthOf({ order, meter: number })
    expect(captures.map(({ party, amountKobo }) => [party, amountKobo])).toEqual([[gateway, ware.totalKobo]])
    expect(deliveries.map(({ party }) => party)).toEqual([vendor])
    expect(guest.troubles).toEqual([])
  } finally {
    await guest.leaves()
  }
}

for (const [at, { gateway, sells }] of rounds.entries()) {
  describe(`${gateway} collects, round ${at + 1}`, { timeout: 180_000 }, () => {
    beforeAll(async () => {
      await stage.product.set('payment_gateway', gateway)
      for (const [{ service }, vendor] of sells) await stage.product.set(`${service}_gateway`, vendor)
      // A page may still show the list of the vendor before.
      await pause(2_500)
    }, 120_000)

    describe.concurrent('and', () => {
      for (const [ware, vendor] of sells) {
        test(`${vendor} delivers ${ware.service}`, () => atATime(() => expectPair(ware, { gateway, vendor })))
      }
    })
  })
}

test('whoever collected and whoever delivered, the books are true to the kobo', async () => {
  await stage.product.audit(async (till) => {
    await expectBooksTrue(till)
    const sold = rounds.flatMap(({ sells }) => sells).length
    expect(await expectAllFair(till)).toEqual({ delivered: sold })
  })
})
