import type { ServiceTile } from '../../../islands/pages.ts'
import type { ServiceStatus } from '../../../shared/actions.ts'
import type { Tile } from '../../../shared/constants.ts'
import { formatMoney } from '../../../shared/money.ts'
import { serviceStatusOf } from '../site-data.ts'
import { servicePageTexts } from './texts.ts'

/** A service's availability, and what its form says about the service charge. */
export function serviceTile(statuses: readonly ServiceStatus[], tile: Tile): ServiceTile {
  const status = serviceStatusOf(statuses, tile)
  return {
    ...status,
    chargeNote: status.service_charge_range ? chargeNote(status.service_charge_range) : null,
  }
}

function chargeNote({ min, max }: NonNullable<ServiceStatus['service_charge_range']>): string {
  if (max === 0) return servicePageTexts.noServiceCharge()
  const amount = formatMoney(max, { decimals: Number.isInteger(max) ? 0 : 2 })
  return min === max
    ? servicePageTexts.serviceChargeAdded({ amount })
    : servicePageTexts.serviceChargeUpTo({ amount })
}
