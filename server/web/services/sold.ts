import type { Service } from '../../../shared/constants.ts'
import type { Answer, Caller } from '../api-client.ts'
import type { Fields, Form, Page, Site } from '../page.ts'

/** What every stored lookup tells, whatever the service. Amounts in naira. */
export interface OrderDetails {
  order_reference: string
  service_id: string
  access_token: string
  amount: number
  service_charge: number
  total_amount: number
}

/** Which order is meant, and its other value: '' when the address brought none. */
export interface OrderAsked {
  reference: string
  second: string
}

/** The order in the words of a page without script. */
export interface Summary {
  /** For the gateway's own records: "Ikeja Electric, meter 45012345678". */
  description: string
  /** Who is served, inside a sentence: "the meter of Ada Obi". */
  customer: string
  /** Label and value, below total, amount and service charge. */
  lines: { label: string; value: string; wide?: boolean }[]
  /** What happens once it is paid. */
  after: string
}

/**
 * What the shell needs to know of a service; its pages are the same for all. `D` is the service's stored
 * lookup, `O` its delivered order.
 */
export interface Sold<D extends OrderDetails = OrderDetails, O extends object = object> {
  readonly service: Service
  /** Titles and descriptions of its pages. */
  readonly titles: Record<'form' | 'details' | 'success', Pick<Page, 'title' | 'description'>>
  /** Inside "Choose how to pay for …". */
  readonly noun: string
  /** What also goes by SMS: "the token". */
  readonly sent: string
  /** How a refused order is begun again. */
  readonly startOver: { href: string; text: string }
  /** The fields of the form. */
  readonly fields: readonly string[]
  /** The lists the form brings; the same objects while nothing has changed. */
  lists(site: Site): Promise<{ props: object; madeOf: readonly unknown[] }>
  /** Stores the order that the fields ask for, as they were typed. */
  quote(site: Site, caller: Caller, fields: Fields): Promise<Answer<D>>
  /** The stored lookup, for the session that made it. */
  details(site: Site, caller: Caller, reference: string): Promise<Answer<D>>
  /** Brings a paid order on. `data` is the other value of its success page. */
  process(site: Site, caller: Caller, asked: OrderAsked): Promise<Answer<string>>
  delivered(site: Site, caller: Caller, asked: OrderAsked): Promise<Answer<O>>
  summary(details: D): Summary
  /** Names the company that is asked: "Ikeja Electric". */
  company(details: D): string
  /** What else its process page shows. */
  processProps?(details: D | null): object
  /** Forms that this service alone has. */
  readonly moreForms?: readonly Form[]
}

/** The answer with something else as its data. */
export const mapped = <T, R>(answer: Answer<T>, read: (data: T) => R): Answer<R> =>
  answer.ok ? { ...answer, data: read(answer.data) } : answer
