import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { getAllStates, getPhoneCodes, getServiceStatuses } from '../../shared/actions.ts'
import { tiles } from '../../shared/constants.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../http/index.ts'
import type { Settings } from '../settings/index.ts'

/** The small lists that forms and the chooser ask for. */
export function actionRoutes({ db, settings }: { db: Database; settings: Settings }): Route[] {
  const phoneCodes = countries()
  return [
    route(getServiceStatuses, async () => {
      const now = await settings.all()
      const data = tiles.map((service) => {
        const status = now[`${service}_status`]
        return { service, status, reason: status === 1 ? null : now[`${service}_reason`] }
      })
      return { data }
    }),
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
