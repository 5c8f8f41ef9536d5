import * as z from 'zod/mini'
import { Bank, getBanks } from '../../shared/banks.ts'
import { hours } from '../../shared/constants.ts'
import { fetchOrNull } from '../lib/index.ts'

/** Storage key fixed by the specification. Source: specification 2, sections 3 and 9; ruling E-035 */
const storageKey = 'local-banks'
const dayMs = 24 * hours
const StoredBanks = z.object({ at: z.number(), banks: z.array(Bank).check(z.minLength(1)) })

/** Banks from browser storage, refreshed in the background once a day. Invalid stored data is ignored. */
export async function fetchBanks(): Promise<Bank[]> {
  const stored = readStored()
  if (!stored) return refresh()
  if (Date.now() - stored.at > dayMs) void refresh()
  return stored.banks
}

async function refresh(): Promise<Bank[]> {
  const banks = (await fetchOrNull(getBanks)) ?? []
  if (banks.length > 0) write({ at: Date.now(), banks })
  return banks
}

function readStored(): z.infer<typeof StoredBanks> | null {
  try {
    const stored = StoredBanks.safeParse(JSON.parse(window.localStorage.getItem(storageKey) ?? 'null'))
    return stored.success ? stored.data : null
  } catch {
    return null
  }
}

function write(value: z.infer<typeof StoredBanks>): void {
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(value))
  } catch {
    // Storage is full or blocked: the banks are fetched again next time.
  }
}
