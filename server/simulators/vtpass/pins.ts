import { digitsFrom } from '../people.ts'
import type { Vend } from '../vending/state.ts'
import type { ServiceOnSale } from './catalogue.ts'

/**
 * Exam PINs and vouchers at the root of an answer, as the documents of each product show them; airtime,
 * data and smartcards have none.
 */
export function pinsOf(vend: Vend, service: ServiceOnSale) {
  const each = Array.from({ length: vend.quantity ?? 1 }, (_, at) => `${vend.requestId} ${at}`)
  switch (service.serviceID) {
    case 'waec': {
      const cards = each.map((one) => ({
        Serial: `WRN${digitsFrom(`${one} serial`, 9)}`,
        Pin: digitsFrom(`${one} pin`, 12),
      }))
      const text = cards.map(({ Serial, Pin }) => `Serial No:${Serial}, pin: ${Pin}`).join('||')
      return { purchased_code: text, cards }
    }
    case 'waec-registration': {
      const tokens = each.map((one) => digitsFrom(`${one} token`, 12))
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
