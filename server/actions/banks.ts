import type { Logger } from 'pino'
import { getBanks } from '../../shared/banks.ts'
import { gateways } from '../../shared/payments.ts'
import { ApiError, type Route, route } from '../http/index.ts'
import type { Settings } from '../settings/index.ts'
import { type BankSources, bankLists, retryDelayMs } from './bank-list.ts'

/** Browser cache lifetime: after a gateway change, a browser sees the new list this much later. */
const maxAgeSeconds = 60 * 60

/** The banks of the requested gateway; else of the identity gateway; else of any gateway that lists them. */
export function bankRoutes(deps: { log: Logger; settings: Settings; sources: BankSources }): Route[] {
  const banksOf = bankLists(deps)
  return [
    route(getBanks, async ({ query }) => {
      const { identity_gateway, payment_gateway } = await deps.settings.all()
      const candidates = query.gateway ? [query.gateway] : [identity_gateway, payment_gateway, ...gateways]
      for (const name of new Set(candidates)) {
        const banks = await banksOf(name)
        if (banks) return { data: [...banks], cacheSeconds: maxAgeSeconds }
      }
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: retryDelayMs / 1000 })
    }),
  ]
}
