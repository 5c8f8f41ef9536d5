import { networkOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { goodsDelivered } from '../messaging/index.ts'
import {
  deliveredFacts,
  nameOf,
  type Order,
  type Product,
  productFrom,
  refuseNewPrice,
  shownNumber,
  type Words,
} from '../purchase/index.ts'
import type { Settings } from '../settings/index.ts'
import { needsProfile, refuseUnlessSold } from './exams.ts'
import { describe } from './show.ts'

/** Exam PINs, as the purchase engine needs to know them. */
export const educationProduct = (
  { db, settings }: { db: Database; settings: Settings },
  words: Words,
): Product =>
  productFrom(words, {
    service: 'education',

    fault: (order, { delivery }) =>
      delivery.pins?.length === order.quantity ? null : 'another number of PINs',

    async refuseUnsellable(order) {
      await refuseUnlessSold(settings, order.code)
      await refuseNewPrice(db, order)
    },

    what: (order) => `${networkOf('education', order.code).name}: ${describe(order)}`,

    delivered: (order, delivery, told) =>
      goodsDelivered({
        ...told,
        ...deliveredFacts(order, delivery),
        headline: `Your ${networkOf('education', order.code).name} PIN${delivery.pins.length > 1 ? 's are' : ' is'} ready`,
        says: ['Keep this message: whoever has the PIN can use it.'],
        codes: delivery.pins.map(({ serial, pin }, at) => ({
          label: `${delivery.pins.length > 1 ? `PIN ${at + 1}` : 'PIN'}${serial ? ` (serial ${serial})` : ''}`,
          code: pin,
        })),
        beneficiary: forWhom(order),
        facts: [
          ['Examination', describe(order)],
          ['Customer', nameOf(order)],
        ],
      }),
  })

const forWhom = (order: Order): [string, string] =>
  needsProfile(order.code) ? ['Profile ID', order.beneficiary] : ['Phone', shownNumber(order.beneficiary)]
