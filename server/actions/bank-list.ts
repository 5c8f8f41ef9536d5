import type { Logger } from 'pino'
import type { Bank } from '../../shared/banks.ts'
import type { GatewayName } from '../../shared/payments.ts'

/** Whom the list is asked of; null when it could not be told. */
export interface BankSource {
  readonly banks: () => Promise<readonly Bank[] | null>
}
/** Gateways that have keys, and tell of banks. */
export type BankSources = Partial<Record<GatewayName, BankSource | undefined>>

const freshMs = 24 * 60 * 60 * 1000
/** A gateway that could not tell is left alone so long: anybody may ask us, without a limit. */
export const restMs = 60 * 1000

interface Kept {
  readonly banks: readonly Bank[] | null
  readonly until: number
}

/**
 * Each gateway's banks by name: asked once a day, by each process for itself, and by many at once together.
 * An older list serves while its gateway is down; null when there is none.
 * @param now milliseconds that only run forward
 */
export function bankLists(
  { log, sources }: { log: Logger; sources: BankSources },
  now: () => number = () => performance.now(),
): (name: GatewayName) => Promise<readonly Bank[] | null> {
  const kept = new Map<GatewayName, Kept>()
  const asking = new Map<GatewayName, Promise<readonly Bank[] | null>>()

  async function ask(name: GatewayName): Promise<readonly Bank[] | null> {
    const found = (await sources[name]?.banks()) ?? null
    if (!found) log.warn({ gateway: name }, 'the list of banks could not be asked for')
    const banks = found ? byName(found) : (kept.get(name)?.banks ?? null)
    kept.set(name, { banks, until: now() + (found ? freshMs : restMs) })
    return banks
  }

  return async (name) => {
    if (!sources[name]) return null
    const had = kept.get(name)
    if (had && now() < had.until) return had.banks
    const asked = asking.get(name) ?? ask(name).finally(() => asking.delete(name))
    asking.set(name, asked)
    return asked
  }
}

const byName = (banks: readonly Bank[]): Bank[] =>
  banks
    .map(({ name, code }) => ({ name, code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
