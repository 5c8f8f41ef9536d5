import type { Service } from '../../../shared/constants.ts'
import type { OrderStatus } from '../../../shared/orders.ts'
import { formPageUrl, servicePath } from '../../../shared/pages.ts'
import type { PostedForm, WebContext } from '../page.ts'
import type { PageRow } from '../page-row.ts'
import { airtime } from './airtime.ts'
import { cabletv } from './cabletv.ts'
import { data } from './data.ts'
import { loadDetails } from './details.ts'
import { education } from './education.ts'
import { loadForm, serviceForm } from './form.ts'
import { loadPay, payForm, payPath } from './pay.ts'
import { power } from './power.ts'
import { loadProcess } from './process.ts'
import type { ServicePageDefinition, StoredOrderDetails } from './service-page.ts'
import { loadSuccess } from './success.ts'
import { servicePageTexts } from './texts.ts'

/** The pages of every service. */
const definitions = { power, cabletv, airtime, data, education } as const satisfies {
  [S in Service]: ServicePageDefinition<StoredOrderDetails, object, S>
}
const allServices: readonly ServicePageDefinition[] = Object.values(definitions)

/** The fields that are filled in with a signed-in user's own phone, of all forms. */
export const ownPhoneFields: readonly string[] = [
  ...new Set(allServices.map(({ ownPhoneField }) => ownPhoneField)),
]

/** The biller that delivers an order, for the session that created it. */
export async function fetchBiller(
  web: WebContext,
  { service, reference }: OrderStatus,
): Promise<string | null> {
  const definition: ServicePageDefinition = definitions[service]
  const details = await definition.fetchDetails(web, reference)
  return details.ok ? definition.biller(details.data) : null
}

/** The lines of the summary of an order and its amount in naira, for the session that created it. */
export async function fetchOrderSummary(
  web: WebContext,
  { service, reference }: OrderStatus,
): Promise<(ReturnType<typeof amountsOf> & { lines: readonly { label: string; value: string }[] }) | null> {
  const definition: ServicePageDefinition = definitions[service]
  const details = await definition.fetchDetails(web, reference)
  return details.ok ? { lines: definition.summary(details.data).lines, ...amountsOf(details.data) } : null
}

const amountsOf = ({ amount, service_charge, total_amount }: StoredOrderDetails) => ({
  amount,
  service_charge,
  total_amount,
})

/** The pages of every service, from form to receipt. */
export const servicePages: readonly PageRow[] = allServices.flatMap(pageRowsOf)

/** The forms of every service, for browsers without JavaScript. */
export const serviceForms: readonly PostedForm[] = allServices.flatMap((definition) => [
  serviceForm(definition),
  payForm(definition),
  ...(definition.additionalForms ?? []),
])

function pageRowsOf(definition: ServicePageDefinition): PageRow[] {
  const { service, titles, productName } = definition
  const basePath = servicePath(service)
  return [
    {
      path: formPageUrl(service),
      ...titles.form,
      island: `${service}-form`,
      load: loadForm(definition),
    },
    {
      path: `${basePath}/customer-details`,
      ...titles.details,
      island: `${service}-details`,
      isPersonal: true,
      load: loadDetails(definition),
    },
    {
      path: payPath(definition),
      title: servicePageTexts.payTitle,
      description: () => servicePageTexts.payDescription({ product: productName() }),
      view: 'pay',
      isPersonal: true,
      load: loadPay(definition),
    },
    {
      path: `${basePath}/transactions/process`,
      title: servicePageTexts.orderTitle,
      description: servicePageTexts.orderDescription,
      island: `${service}-process`,
      isPersonal: true,
      load: loadProcess(definition),
    },
    {
      path: `${basePath}/transactions/successful`,
      ...titles.success,
      island: `${service}-success`,
      isPersonal: true,
      load: loadSuccess(definition),
    },
  ]
}
