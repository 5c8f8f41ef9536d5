import type { Delivery, Goods } from '../../vendor.ts'
import { type Fields, fieldsOf, textAt } from '../fields.ts'

type Pin = NonNullable<Delivery['pins']>[number]

/** What a delivery must hold to be one: so many PINs or vouchers. */
export const pinsDue = ({ service, productCode, quantity = 1 }: Goods): number =>
  service === 'education' || productCode === 'showmax' ? quantity : 0

/**
 * The PINs of a delivery. WAEC writes `cards` or `tokens`, JAMB `Pin`, Showmax `Voucher`; each repeats
 * itself in `purchased_code`, which is read only where the others are missing.
 */
export function readPins(root: Fields): Pin[] {
  const cards = listAt(root, 'cards')
    .map(fieldsOf)
    .flatMap((card) => {
      const pin = textAt(card, 'pin')
      return pin ? [{ serial: textAt(card, 'serial', 'serial_no', 'serialnumber'), pin: bare(pin) }] : []
    })
  if (cards.length > 0) return cards
  const listed = ['tokens', 'voucher', 'vouchers', 'pins'].flatMap((name) => textsAt(root, name))
  if (listed.length > 0) return listed.map((pin) => ({ serial: null, pin: bare(pin) }))
  const text = textAt(root, 'pin') ?? textAt(root, 'purchased_code')
  return text ? text.split('||').flatMap(pinIn) : []
}

/** "Serial No:WRN182135587, pin: 373820665258" or "Pin : 3675746830" → serial and PIN. */
function pinIn(text: string): Pin[] {
  const serial = /serial[^:]*:\s*([\w-]+)/i.exec(text)?.[1] ?? null
  const pin = bare(serial ? (/pin[^:]*:\s*([\w-]+)/i.exec(text)?.[1] ?? '') : text)
  return pin ? [{ serial, pin }] : []
}

/** Without the label that some write before it. */
const bare = (text: string) => text.replace(/^\s*(pin|token|voucher)[^:]{0,12}:\s*/i, '').trim()

function listAt(root: Fields, name: string): unknown[] {
  const value = root.get(name)
  return Array.isArray(value) ? value : []
}

const textsAt = (root: Fields, name: string): string[] =>
  listAt(root, name).flatMap((it) => textAt(new Map([['it', it]]), 'it') ?? [])
