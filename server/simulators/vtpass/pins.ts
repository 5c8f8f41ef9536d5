import { digitsFrom } from '../people.ts'
import type { Vend } from '../vending/state.ts'
import type { ServiceOnSale } from './catalogue.ts'

/**
 * Exam PINs and vouchers at the root of a response, as documented for each product; airtime, data and smartcards
 * have none.
 */
export function pinsOf(vend: Vend, service: ServiceOnSale) {
  const seeds = Array.from({ length: vend.quantity ?? 1 }, (_, index) => `${vend.requestId} ${index}`)
  switch (service.serviceID) {
    case 'waec': {
      const cards = seeds.map((seed) => ({
        Serial: `WRN${digitsFrom(`${seed} serial`, 9)}`,
        Pin: digitsFrom(`${seed} pin`, 12),
      }))
      const text = cards.map(({ Serial, Pin }) => `Serial No:${Serial}, pin: ${Pin}`).join('||')
      return { purchased_code: text, cards }
    }
    case 'waec-registration': {
      const tokens = seeds.map((seed) => digitsFrom(`${seed} token`, 12))
      return { purchased_code: tokens.map((token) => `Token: ${token}`).join(','), tokens }
    }
    case 'jamb': {
      const text = `Pin : ${digitsFrom(`${vend.requestId} pin`, 15)}`
      return { purchased_code: text, Pin: text }
    }
    case 'showmax': {
      const voucher = `SHMVHXQ${digitsFrom(`${vend.requestId} voucher`, 6)}`
      return { purchased_code: voucher, Voucher: [voucher] }
    }
    default:
      return { purchased_code: '' }
  }
}
