import type { Service } from '../../../shared/constants.ts'
import type { ApiResult } from '../api-client.ts'
import type { Page, PostedFields, PostedForm, WebContext } from '../page.ts'

/** Fields that every stored lookup has, for all services. Amounts in naira. */
export interface StoredOrderDetails {
  order_reference: string
  service_id: string
  access_token: string
  amount: number
  service_charge: number
  total_amount: number
}

/** An order's reference and access token (for exam PINs the request id); '' if the URL has none. */
export interface OrderLookup {
  reference: string
  accessToken: string
}

/** The order, as described on pages without JavaScript. */
export interface OrderSummary {
  /** For the gateway's records: "Ikeja Electric, meter 45012345678". */
  description: string
  /** The recipient, within a sentence: "the meter of Ada Obi". */
  purpose: string
  /** Label and value, below total, amount and service charge. */
  lines: { label: string; value: string }[]
  /** The next step after payment. */
  nextStep: string
}

/** The service-specific parts of its pages. `D` is the service's stored lookup, `O` its delivered order. */
export interface ServicePageDefinition<
  D extends StoredOrderDetails = StoredOrderDetails,
  O extends object = object,
  S extends Service = Service,
> {
  readonly service: S
  /** Titles and descriptions of the service's pages. */
  readonly titles: Record<'form' | 'details' | 'success', Pick<Page, 'title' | 'description'>>
  /** Used in "Select a payment method for …". */
  readonly productName: () => string
  /** Content that is also sent by SMS: "token". */
  smsContent(details: D): string
  /** When the product arrives: "Your token comes …". Null: on the form. */
  deliveryNote(details: D | null): string
  /** Link to start a failed order again. */
  readonly startOver: { href: string; text: () => string }
  /** The fields of the form. */
  readonly fields: readonly string[]
  /** The field that is filled in with a signed-in user's own phone. */
  readonly ownPhoneField: string
  /** The form's lists; the same objects while nothing has changed. */
  fetchLists(web: WebContext): Promise<{ props: object; cacheKey: readonly unknown[] }>
  /** Creates an order from the submitted fields. */
  quote(web: WebContext, fields: PostedFields): Promise<ApiResult<D>>
  /** The stored lookup, for the session that created it. */
  fetchDetails(web: WebContext, reference: string): Promise<ApiResult<D>>
  /** Processes a paid order. `data` is the access token of its success page. */
  process(web: WebContext, lookup: OrderLookup): Promise<ApiResult<string>>
  fetchDelivered(web: WebContext, lookup: OrderLookup): Promise<ApiResult<O>>
  summary(details: D): OrderSummary
  /** The name of the biller: "Ikeja Electric". */
  biller(details: D): string
  /** Additional props of the process page. */
  processProps?(details: D | null): object
  /** Additional forms of this service. */
  readonly additionalForms?: readonly PostedForm[]
}

/** Maps the data of a result. */
export const mapData = <T, R>(result: ApiResult<T>, transform: (data: T) => R): ApiResult<R> =>
  result.ok ? { ...result, data: transform(result.data) } : result
