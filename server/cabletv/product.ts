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
import { customerKeyOf } from './networks.ts'

const keyName = (order: Order) => (customerKeyOf(order.code) === 'phone' ? 'Phone' : 'Smartcard')

/** The purchase engine's product for cable TV. */
export const cabletvProduct = (db: Database, branding: Branding): Product =>
  createProduct(branding, {
    service: 'cabletv',

    findMismatch: (order, { delivery }) =>
      customerKeyOf(order.code) === 'phone' && !delivery.pins?.length ? 'no voucher' : null,

    assertSellable: (order) => assertPriceUnchanged(db, order),

    label: (order, number) => `${order.variation_name ?? 'TV'} for ${keyName(order).toLowerCase()} ${number}`,

    delivered: (order, delivery, context) =>
      productDelivered({
        ...context,
        ...deliveredFacts(order, delivery),
        headline:
          delivery.pins.length > 0
            ? `Your ${networkOf('cabletv', order.code).name} voucher is ready`
            : `Your ${networkOf('cabletv', order.code).name} subscription is paid`,
        message:
          delivery.pins.length > 0
            ? ['Enter the voucher where you sign in to watch.']
            : ['Leave your decoder switched on: the bouquet opens within a few minutes.'],
        codes: delivery.pins.map(({ pin }) => ({ label: 'Voucher', code: pin })),
        beneficiary: [keyName(order), displayNumber(order.beneficiary)],
        facts: [
          ['Bouquet', order.variation_name],
          ['Customer', nameOf(order)],
        ],
      }),
  })
