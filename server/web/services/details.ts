import type { DetailsPage } from '../../../islands/pages.ts'
import { ledElsewhere, readState, referenceIn } from '../order-pages.ts'
import type { Load, Site, Visit } from '../page.ts'
import type { Sold } from './sold.ts'

/** The stored lookup and true state of an order, both null unless this session made it. */
export async function readOrder(sold: Sold, visit: Visit, site: Site, reference: string) {
  if (!reference) return { details: null, status: null }
  const [details, status] = await Promise.all([
    sold.details(site, visit.caller, reference),
    readState(visit, site, reference, ''),
  ])
  return { details: details.ok ? details.data : null, status: status?.ok ? status.data : null }
}

/**
 * The same, for a page that offers to pay. Whoever comes back from the checkout without having paid finds
 * the order payable: an unfinished payment is asked about first, not left to the next sweep.
 */
export async function readPayable(sold: Sold, visit: Visit, site: Site, reference: string) {
  const seen = await readOrder(sold, visit, site, reference)
  if (seen.status?.state !== 'awaiting_payment' || seen.status.may_pay) return seen
  await sold.process(site, visit.caller, { reference, second: seen.details?.access_token ?? '' })
  const now = await readState(visit, site, reference, '')
  return { ...seen, status: now?.ok ? now.data : seen.status }
}

export const loadDetails =
  (sold: Sold): Load =>
  async (visit, site) => {
    const reference = referenceIn(visit.query.reference)
    const [{ details, status }, options] = await Promise.all([
      readPayable(sold, visit, site, reference),
      site.data.paymentOptions(visit.caller),
    ])
    const elsewhere = status && ledElsewhere('details', status, details?.access_token ?? '')
    if (elsewhere) return elsewhere
    const props: Omit<DetailsPage<unknown>, keyof Visit['every']> = {
      reference,
      details,
      status,
      options: [...options],
      csrf: site.csrf,
    }
    return { is: 'page', props }
  }
