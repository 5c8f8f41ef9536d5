import * as z from 'zod/mini'
import { Bank, getAllBanks } from '../../shared/banks.ts'
import { hours } from '../../shared/constants.ts'
import { list } from '../lib/index.ts'

/** The name under which the specification keeps them. Source: specification 2, sections 3 and 9; E-035 */
const place = 'local-banks'
const dayMs = 24 * hours
const Kept = z.object({ at: z.number(), banks: z.array(Bank).check(z.minLength(1)) })

/** The banks: those this browser keeps, asked for again once a day behind the scenes; damaged ones are dropped. */
export async function listBanks(): Promise<Bank[]> {
  const kept = readKept()
  if (!kept) return refresh()
  if (Date.now() - kept.at > dayMs) void refresh()
  return kept.banks
}

async function refresh(): Promise<Bank[]> {
  const banks = (await list(getAllBanks)) ?? []
  if (banks.length > 0) write({ at: Date.now(), banks })
  return banks
}

function readKept(): z.infer<typeof Kept> | null {
  try {
    const kept = Kept.safeParse(JSON.parse(window.localStorage.getItem(place) ?? 'null'))
    return kept.success ? kept.data : null
  } catch {
    return null
  }
}

function write(value: z.infer<typeof Kept>): void {
  try {
    window.localStorage.setItem(place, JSON.stringify(value))
  } catch {
    // Full or forbidden: they are asked for again next time.
  }
}
