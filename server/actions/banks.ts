import type { Logger } from 'pino'
import { getAllBanks } from '../../shared/banks.ts'
import { gateways } from '../../shared/payments.ts'
import { Refused, type Route, route } from '../http/index.ts'
import type { Settings } from '../settings/index.ts'
import { type BankSources, bankLists, restMs } from './bank-list.ts'

/** A browser that asked sees another gateway's list so much later. */
const keepSeconds = 60 * 60

/** The banks: of the gateway that is named, or of the one that checks identities, or else of any that can tell. */
export function bankRoutes(parts: { log: Logger; settings: Settings; sources: BankSources }): Route[] {
  const banksOf = bankLists(parts)
  return [
    route(getAllBanks, async ({ query }) => {
      const { identity_gateway, payment_gateway } = await parts.settings.all()
      const order = query.gateway ? [query.gateway] : [identity_gateway, payment_gateway, ...gateways]
      for (const name of new Set(order)) {
        const banks = await banksOf(name)
        if (banks) return { data: [...banks], keepSeconds }
      }
      throw new Refused('UNAVAILABLE', { retryAfterSeconds: restMs / 1000 })
    }),
  ]
}
