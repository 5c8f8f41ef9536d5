import { bulkColumns } from '../../shared/bulk.ts'
import { type Service, services } from '../../shared/constants.ts'
import { nairaText } from '../../shared/money.ts'
import { listDiscos } from '../catalogue/index.ts'
import { csvFile, type FileResponse } from '../http/index.ts'
import { currentNetworks, type ServiceDeps } from '../purchase/index.ts'
import { serviceData } from '../service-data/index.ts'
import { serviceBackends } from '../services.ts'
import { bulkServerTexts } from './texts.ts'

/** A company, bouquet, plan or kind of PIN, as a row names it. */
interface Plan {
  readonly billerCode: string
  readonly plan: string
  /** Null where the buyer chooses the amount. */
  readonly priceKobo: bigint | null
}

/** Template file with one sample row per service, each with a plan that is sold now. */
export async function templateFile(deps: ServiceDeps): Promise<FileResponse> {
  const rows = await Promise.all(
    services.map(async (service) => {
      const sample = serviceBackends[service].bulk.sampleRow
      const plans = serviceData[service].hasVariations ? await plansOf(deps, service) : []
      const samplePlan =
        plans.find(({ billerCode, plan }) => billerCode === sample.provider && plan === sample.plan) ??
        plans.find(({ billerCode }) => billerCode === sample.provider) ??
        plans[0]
      const row = {
        service,
        ...sample,
        ...(samplePlan && { provider: samplePlan.billerCode, plan: samplePlan.plan }),
      }
      return bulkColumns.map((column) => row[column] ?? '')
    }),
  )
  return csvFile('purchases.csv', [[...bulkColumns], ...rows])
}

/** Everything that a row may name, with its price today. */
export async function plansFile(deps: ServiceDeps): Promise<FileResponse> {
  const lists = await Promise.all(
    services.map(async (service) =>
      (await plansOf(deps, service)).map(({ billerCode, plan, priceKobo }) => [
        service,
        billerCode,
        plan,
        priceKobo === null ? null : nairaText(priceKobo),
      ]),
    ),
  )
  return csvFile('plans.csv', [['service', 'provider', 'plan', bulkServerTexts.csvPrice()], ...lists.flat()])
}

async function plansOf(deps: ServiceDeps, service: Service): Promise<Plan[]> {
  if (service === 'power')
    return (await listDiscos(deps.db)).map(({ code }) => ({ billerCode: code, plan: '', priceKobo: null }))
  const { networks } = await currentNetworks(deps, service)
  return networks.flatMap(({ code, variations }): Plan[] =>
    variations.length === 0
      ? [{ billerCode: code, plan: '', priceKobo: null }]
      : variations.map(({ name, priceKobo }) => ({ billerCode: code, plan: name, priceKobo })),
  )
}
