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
import { knownBy } from './networks.ts'

const keyName = (order: Order) => (knownBy(order.code) === 'phone' ? 'Phone' : 'Smartcard')

/** Cable TV, as the purchase engine needs to know it. */
export const cabletvProduct = (db: Database, words: Words): Product =>
  productFrom(words, {
    service: 'cabletv',

    fault: (order, { delivery }) =>
      knownBy(order.code) === 'phone' && !delivery.pins?.length ? 'no voucher' : null,

    refuseUnsellable: (order) => refuseNewPrice(db, order),

    what: (order) =>
      `${order.variation_name ?? 'TV'} for ${keyName(order).toLowerCase()} ${shownNumber(order.beneficiary)}`,

    delivered: (order, delivery, told) =>
      goodsDelivered({
        ...told,
        ...deliveredFacts(order, delivery),
        headline:
          delivery.pins.length > 0
            ? `Your ${networkOf('cabletv', order.code).name} voucher is ready`
            : `Your ${networkOf('cabletv', order.code).name} subscription is paid`,
        says:
          delivery.pins.length > 0
            ? ['Enter the voucher where you sign in to watch.']
            : ['Leave your decoder switched on: the bouquet opens within a few minutes.'],
        codes: delivery.pins.map(({ pin }) => ({ label: 'Voucher', code: pin })),
        beneficiary: [keyName(order), shownNumber(order.beneficiary)],
        facts: [
          ['Bouquet', order.variation_name],
          ['Customer', nameOf(order)],
        ],
      }),
  })
