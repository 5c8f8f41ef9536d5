import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import {
  getAllStates,
  getCashback,
  getPhoneCodes,
  getServiceStatuses,
  type ServiceStatus,
} from '../../shared/actions.ts'
import { type Tile, tiles } from '../../shared/constants.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../http/index.ts'
import type { Settings } from '../settings/index.ts'

export interface ActionParts {
  readonly db: Database
  readonly settings: Settings
  /** Services that stopped by themselves although they are switched on. Told by a room above. */
  readonly stopped?: (() => Promise<ReadonlyMap<Tile, { reason: string; since: Date | null }>>) | undefined
}

/** The small lists that forms and the chooser ask for. */
export function actionRoutes({ db, settings, stopped }: ActionParts): Route[] {
  const phoneCodes = countries()
  return [
    route(getServiceStatuses, async () => {
      const now = await settings.all()
      const stops = await stopped?.()
      const data = tiles.map((service): ServiceStatus => {
        const stop = stops?.get(service)
        if (now[`${service}_status`] !== 1) return { service, status: 0, reason: now[`${service}_reason`] }
        if (!stop) return { service, status: 1, reason: null }
        return { service, status: 0, reason: stop.reason, since: stop.since?.toISOString() ?? null }
      })
      return { data }
    }),
    route(getCashback, async () => ({
      data: { percent: (await settings.get('cashback_basis_points')) / 100 },
    })),
    route(getAllStates, async () => {
      const states = await db.q.selectFrom('states').select(['code as id', 'name']).orderBy('name').execute()
      return { data: states }
    }),
    route(getPhoneCodes, async () => ({ data: phoneCodes })),
  ]
}

/** Every country with a calling code, by its English name; Nigeria, where nearly everybody is, first. */
function countries() {
  const named = new Intl.DisplayNames('en', { type: 'region' })
  return getCountries()
    .map((code) => ({
      code: String(code),
      name: named.of(code) ?? code,
      dial_code: `+${getCountryCallingCode(code)}`,
    }))
    .sort(
      (one, other) =>
        Number(other.code === 'NG') - Number(one.code === 'NG') || one.name.localeCompare(other.name, 'en'),
    )
}
