import { getServiceHealth, type ServiceHealth } from '../../shared/actions.ts'
import { formatDate } from '../../shared/dates.ts'
import { healthStatuses } from '../../shared/statuses.ts'
import type { Loader } from './page.ts'

type Health = Omit<ServiceHealth, 'service' | 'discos'>

/** The public status page. */
export const loadServiceStatus: Loader = async ({ caller }, web) => {
  const result = await web.api.request(getServiceHealth, {}, caller)
  if (!result.ok) return { type: 'page', http: 503, locals: { services: [], overall: null, updatedAt: null } }
  const { services, updated_at } = result.data
  const locals = {
    overall: overallText(services),
    updatedAt: formatDate(updated_at),
    services: services.map(({ discos = [], ...service }) => ({
      ...entryOf(service),
      discos: discos.map(entryOf),
      discoSummary: discoSummary(discos),
    })),
  }
  return { type: 'page', locals }
}

const entryOf = (health: Health) => ({
  name: health.name,
  message: health.message,
  status: healthStatuses[health.status],
  measures: measuresText(health),
})

const isWorking = ({ status }: Health) => status === 'available'

function overallText(services: readonly Health[]): string {
  const working = services.filter(isWorking).length
  if (working === services.length) return 'All services are working.'
  return `${working} of ${services.length} services are working normally.`
}

function discoSummary(discos: readonly Health[]): string {
  const failing = discos.filter((disco) => !isWorking(disco)).length
  return `${discos.length} electricity companies${failing > 0 ? `, ${failing} with problems` : ''}`
}

function measuresText({ delivered_percent, typical_seconds }: Health): string {
  if (delivered_percent === null) return 'Too few orders in the last hour to measure.'
  const rate = `${delivered_percent}% of orders in the last hour were delivered.`
  return typical_seconds === null ? rate : `Usually delivered in ${durationText(typical_seconds)}. ${rate}`
}

function durationText(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
