import type { ServiceTile } from '../../../islands/pages.ts'
import type { ServiceStatus } from '../../../shared/actions.ts'
import type { Tile } from '../../../shared/constants.ts'
import { serviceChargeText } from '../../../shared/service-charge.ts'
import { serviceStatusOf } from '../site-data.ts'

/** A service's availability, and the service charge as its form states it. */
export function serviceTile(statuses: readonly ServiceStatus[], tile: Tile): ServiceTile {
  const status = serviceStatusOf(statuses, tile)
  const { service_charge_range: range } = status
  return { ...status, chargeNote: range ? serviceChargeText(range) : null }
}
