import type { SuccessPage } from '../../../islands/pages.ts'
import { errors } from '../../../shared/errors.ts'
import type { OrderStatus } from '../../../shared/orders.ts'
import { successPage } from '../../../shared/pages.ts'
import type { Answer } from '../api-client.ts'
import { ledElsewhere, readState, referenceIn, secretIn } from '../order-pages.ts'
import type { Load, Shown, Site, Visit } from '../page.ts'
import { readOrder } from './details.ts'
import type { OrderAsked, OrderDetails, Sold } from './sold.ts'

const notFound = { ok: false, http: 404, message: errors.NOT_FOUND.says, errors: {} } as const

/** The delivered order. A link without its second value works in the browser that made the order. */
export const loadSuccess =
  (sold: Sold): Load =>
  async (visit, site) => {
    const asked = {
      reference: referenceIn(visit.query.reference),
      // Airtime and data call it p_ref.
      second: secretIn(visit.query.order ?? visit.query.p_ref),
    }
    const [answer, state] = await Promise.all([
      readDelivered(sold, visit, site, asked),
      readState(visit, site, asked.reference, asked.second),
    ])
    if (!answer.ok) {
      const elsewhere = await whereElse(sold, visit, site, asked, state)
      if (elsewhere) return elsewhere
    }
    const props: Omit<SuccessPage<object>, keyof Visit['every']> = {
      ...asked,
      order: answer.ok ? answer.data : null,
      message: answer.ok ? null : answer.message,
      appUrl: site.config.appUrl,
      refund: state?.ok ? (state.data.refund_account?.amount ?? null) : null,
    }
    return { is: 'page', props }
  }

export const readDelivered = async <O extends object>(
  sold: Sold<OrderDetails, O>,
  visit: Visit,
  site: Site,
  asked: OrderAsked,
): Promise<Answer<O>> =>
  asked.reference && asked.second ? sold.delivered(site, visit.caller, asked) : notFound

/** An unfinished order's own page, or the whole address of a delivered one. */
async function whereElse(
  sold: Sold,
  visit: Visit,
  site: Site,
  { reference, second }: OrderAsked,
  state: Answer<OrderStatus> | null,
): Promise<Shown | null> {
  if (!state?.ok) return null
  const { details } = await readOrder(sold, visit, site, reference)
  const known = second || details?.access_token || ''
  const elsewhere = ledElsewhere('success', state.data, known)
  if (elsewhere) return elsewhere
  return known && known !== second
    ? { is: 'elsewhere', to: successPage(sold.service, reference, known) }
    : null
}
