import { tokenKinds } from '../../../shared/power.ts'
import type { Delivery, Goods } from '../vendor.ts'

type Token = Delivery['tokens'][number]
type Kind = Token['kind']

/** A prepaid meter's delivery is one only with its token. */
export const tokenDue = ({ service, meterType }: Goods): boolean =>
  service === 'power' && meterType !== 'postpaid'

/**
 * Every token of a delivery once, under its own name, in the order of entry on the keypad. A main text
 * may repeat the others.
 */
export function inOrderOfEntry(
  found: Partial<Record<Kind, readonly string[]>>,
  units: { main: string | null; bonus: string | null },
): Token[] {
  const others = tokenKinds.flatMap((kind) => (kind === 'main' ? [] : (found[kind] ?? [])))
  const main = [...new Set(found.main)].filter((digits) => !others.includes(digits))
  const all = { ...found, main }
  return tokenKinds.flatMap((kind) =>
    (all[kind] ?? []).map((digits) => ({
      kind,
      digits,
      units: kind === 'main' || kind === 'bonus' ? units[kind] : null,
    })),
  )
}
