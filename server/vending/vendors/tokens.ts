import { tokenKinds } from '../../../shared/power.ts'
import type { Delivery, VendorProduct } from '../vendor.ts'

type Token = Delivery['tokens'][number]
type Kind = Token['kind']

/** A delivery to a prepaid meter requires a token. */
export const requiresToken = ({ service, meterType }: VendorProduct): boolean =>
  service === 'power' && meterType !== 'postpaid'

/**
 * Returns each token of a delivery once, with its kind, in the order of entry on the keypad. The main text can
 * repeat the other tokens.
 */
export function tokensInEntryOrder(
  tokens: Partial<Record<Kind, readonly string[]>>,
  units: { main: string | null; bonus: string | null },
): Token[] {
  const others = tokenKinds.flatMap((kind) => (kind === 'main' ? [] : (tokens[kind] ?? [])))
  const main = [...new Set(tokens.main)].filter((digits) => !others.includes(digits))
  const all = { ...tokens, main }
  return tokenKinds.flatMap((kind) =>
    (all[kind] ?? []).map((digits) => ({
      kind,
      digits,
      units: kind === 'main' || kind === 'bonus' ? units[kind] : null,
    })),
  )
}
