import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import {
  getCashback,
  getPhoneCodes,
  getServiceStatuses,
  getStates,
  type ServiceStatus,
} from '../../shared/actions.ts'
import { type Service, type Tile, tiles } from '../../shared/constants.ts'
import { nairaOf } from '../../shared/money.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../http/index.ts'
import { serviceChargeSettings } from '../service-data/index.ts'
import type { Settings } from '../settings/index.ts'

export interface ActionDeps {
  readonly db: Database
  readonly settings: Settings
  /** Outages of services that are switched on. Provided by the operations module. */
  readonly outages?: (() => Promise<ReadonlyMap<Tile, { reason: string; since: Date | null }>>) | undefined
}

/** Reference lists for forms and the service chooser. */
export function actionRoutes({ db, settings, outages: getOutages }: ActionDeps): Route[] {
  const phoneCodes = listCountries()
  return [
    route(getServiceStatuses, async () => {
      const current = await settings.all()
      const outages = await getOutages?.()
      const data = tiles.map((service): ServiceStatus => {
        const outage = outages?.get(service)
        const common = { service, ...(service !== 'insurance' && chargesOf(service, current)) }
        if (current[`${service}_status`] !== 1)
          return { ...common, status: 0, reason: current[`${service}_reason`] }
        if (!outage) return { ...common, status: 1, reason: null }
        return { ...common, status: 0, reason: outage.reason, since: outage.since?.toISOString() ?? null }
      })
      return { data }
    }),
    route(getCashback, async () => ({
      data: { percent: (await settings.get('cashback_basis_points')) / 100 },
    })),
    route(getStates, async () => {
      const states = await db.q.selectFrom('states').select(['code as id', 'name']).orderBy('name').execute()
      return { data: states }
    }),
    route(getPhoneCodes, async () => ({ data: phoneCodes })),
  ]
}

/** The service charges of a service. Without a setting, its orders have none. */
function chargesOf(
  service: Service,
  current: Awaited<ReturnType<Settings['all']>>,
): Pick<ServiceStatus, 'service_charge_range'> {
  const charges = serviceChargeSettings(service).map((name) => nairaOf(BigInt(current[name])))
  const range = charges.length > 0 ? { min: Math.min(...charges), max: Math.max(...charges) } : noCharge
  return { service_charge_range: range }
}

const noCharge = { min: 0, max: 0 }

/** Every country with a calling code, by English name; Nigeria, where most users are, first. */
function listCountries() {
  const regionNames = new Intl.DisplayNames('en', { type: 'region' })
  return getCountries()
    .map((code) => ({
      code: String(code),
      name: regionNames.of(code) ?? code,
      dial_code: `+${getCountryCallingCode(code)}`,
    }))
    .sort(
      (one, other) =>
        Number(other.code === 'NG') - Number(one.code === 'NG') || one.name.localeCompare(other.name, 'en'),
    )
}
