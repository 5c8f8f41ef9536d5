import type { Delivery, VendorProduct } from '../../vendor.ts'
import { fieldsOf, type ResponseFields, textAt } from '../fields.ts'

type Pin = NonNullable<Delivery['pins']>[number]

/** The number of PINs or vouchers that a delivery must contain. */
export const requiredPins = ({ service, productCode, quantity = 1 }: VendorProduct): number =>
  service === 'education' || productCode === 'showmax' ? quantity : 0

/**
 * Parses the PINs of a delivery. WAEC uses `cards` or `tokens`, JAMB `Pin`, Showmax `Voucher`; each repeats the value
 * in `purchased_code`, which is read only when the others are missing.
 */
export function parsePins(root: ResponseFields): Pin[] {
  const cards = listAt(root, 'cards')
    .map(fieldsOf)
    .flatMap((card) => {
      const pin = textAt(card, 'pin')
      return pin
        ? [{ serial: textAt(card, 'serial', 'serial_no', 'serialnumber'), pin: withoutLabel(pin) }]
        : []
    })
  if (cards.length > 0) return cards
  const pins = ['tokens', 'voucher', 'vouchers', 'pins'].flatMap((name) => textsAt(root, name))
  if (pins.length > 0) return pins.map((pin) => ({ serial: null, pin: withoutLabel(pin) }))
  const text = textAt(root, 'pin') ?? textAt(root, 'purchased_code')
  return text ? text.split('||').flatMap(pinIn) : []
}

/** "Serial No:WRN182135587, pin: 373820665258" or "Pin : 3675746830" → serial and PIN. */
function pinIn(text: string): Pin[] {
  const serial = /serial[^:]*:\s*([\w-]+)/i.exec(text)?.[1] ?? null
  const pin = withoutLabel(serial ? (/pin[^:]*:\s*([\w-]+)/i.exec(text)?.[1] ?? '') : text)
  return pin ? [{ serial, pin }] : []
}

/** Removes the label before a PIN, if any. */
const withoutLabel = (text: string) => text.replace(/^\s*(pin|token|voucher)[^:]{0,12}:\s*/i, '').trim()

function listAt(root: ResponseFields, name: string): unknown[] {
  const value = root.get(name)
  return Array.isArray(value) ? value : []
}

const textsAt = (root: ResponseFields, name: string): string[] =>
  listAt(root, name).flatMap((value) => textAt(new Map([['it', value]]), 'it') ?? [])
