import { networkOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { productDelivered } from '../messaging/index.ts'
import {
  assertPriceUnchanged,
  type Branding,
  createProduct,
  deliveredFacts,
  displayNumber,
  nameOf,
  type Order,
  type Product,
} from '../purchase/index.ts'
import type { Settings } from '../settings/index.ts'
import { assertExamSold, needsProfile } from './exams.ts'
import { describe } from './show.ts'

/** The purchase engine's product for exam PINs. */
export const educationProduct = (
  { db, settings }: { db: Database; settings: Settings },
  branding: Branding,
): Product =>
  createProduct(branding, {
    service: 'education',

    findMismatch: (order, { delivery }) =>
      delivery.pins?.length === order.quantity ? null : 'incorrect number of PINs',

    async assertSellable(order) {
      await assertExamSold(settings, order.code)
      await assertPriceUnchanged(db, order)
    },

    label: (order) => `${networkOf('education', order.code).name}: ${describe(order)}`,

    delivered: (order, delivery, context) =>
      productDelivered({
        ...context,
        ...deliveredFacts(order, delivery),
        headline: `Your ${networkOf('education', order.code).name} PIN${delivery.pins.length > 1 ? 's are' : ' is'} ready`,
        message: ['Keep this message safe. Anyone with the PIN can use it.'],
        codes: delivery.pins.map(({ serial, pin }, index) => ({
          label: `${delivery.pins.length > 1 ? `PIN ${index + 1}` : 'PIN'}${serial ? ` (serial ${serial})` : ''}`,
          code: pin,
        })),
        beneficiary: beneficiaryLabel(order),
        facts: [
          ['Examination', describe(order)],
          ['Customer', nameOf(order)],
        ],
      }),
  })

const beneficiaryLabel = (order: Order): [string, string] =>
  needsProfile(order.code) ? ['Profile ID', order.beneficiary] : ['Phone', displayNumber(order.beneficiary)]
