import { getServiceHealth, type ServiceHealth } from '../../shared/actions.ts'
import { formatDate } from '../../shared/dates.ts'
import { healthStatuses } from '../../shared/statuses.ts'
import type { Loader } from './page.ts'
import { webTexts } from './texts.ts'

type Health = Omit<ServiceHealth, 'service' | 'discos'>

/** The public status page. */
export const loadServiceStatus: Loader = async (_, web) => {
  const result = await web.api.request(getServiceHealth)
  if (!result.ok)
    return {
      type: 'page',
      httpStatus: 503,
      locals: { services: [], overall: null, updatedAt: null, withoutMeasures: '' },
    }
  const { services, updated_at } = result.data
  const locals = {
    overall: overallText(services),
    updatedAt: formatDate(updated_at),
    services: services.map(({ discos = [], ...service }) => ({
      ...entryOf(service),
      discos: discos.map(entryOf),
      discoSummary: discoSummary(discos),
      discosWithoutMeasures: withoutMeasures(discos),
    })),
    withoutMeasures: withoutMeasures(services),
    tooFewOrders: webTexts.tooFewOrders(),
  }
  return { type: 'page', locals }
}

const entryOf = (health: Health) => ({
  name: health.name,
  // The badge of an available service states the same.
  message: isWorking(health) ? null : health.message,
  status: healthStatuses[health.status],
  measures: measuresText(health),
})

/** Names of the services or discos with too few orders to measure. */
const withoutMeasures = (list: readonly Health[]): string =>
  list
    .filter(({ delivered_percent }) => delivered_percent === null)
    .map(({ name }) => name)
    .join(', ')

const isWorking = ({ status }: Health) => status === 'available'

const hasUndelivered = ({ delivered_percent: percent }: Health) => percent !== null && percent < 100

function overallText(services: readonly Health[]): string {
  const working = services.filter(isWorking).length
  if (working === services.length)
    return services.some(hasUndelivered) ? webTexts.someOrdersFailed() : webTexts.allServicesWorking()
  return webTexts.someServicesWorking({ working, count: services.length })
}

function discoSummary(discos: readonly Health[]): string {
  const failing = discos.filter((disco) => !isWorking(disco)).length
  const count = discos.length
  return failing > 0 ? webTexts.companiesWithProblems({ count, failing }) : webTexts.companies({ count })
}

function measuresText({ delivered_percent, typical_seconds }: Health): string | null {
  if (delivered_percent === null) return null
  const rate = webTexts.deliveredRate({ percent: delivered_percent })
  if (typical_seconds === null) return rate
  return typical_seconds < 60
    ? webTexts.typicalSeconds({ count: typical_seconds, rate })
    : webTexts.typicalMinutes({ count: Math.round(typical_seconds / 60), rate })
}
