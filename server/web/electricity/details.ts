import type { PowerDetailsPage } from '../../../islands/pages.ts'
import { getMeterCustomer, processPower } from '../../../shared/power.ts'
import { ledElsewhere, readState, referenceIn } from '../order-pages.ts'
import type { Shown, Site, Visit } from '../page.ts'

/** The stored lookup and true state of an order, both null unless this session made it. */
export async function readPowerOrder(visit: Visit, site: Site, reference: string) {
  if (!reference) return { details: null, status: null }
  const [details, status] = await Promise.all([
    site.api.ask(getMeterCustomer, { params: { reference } }, visit.caller),
    readState(visit, site, reference, ''),
  ])
  return { details: details.ok ? details.data : null, status: status?.ok ? status.data : null }
}

/**
 * The same, for a page that offers to pay. Whoever comes back from the checkout without having paid finds
 * the order payable: an unfinished payment is asked about first, not left to the next sweep.
 */
export async function readPayable(visit: Visit, site: Site, reference: string) {
  const seen = await readPowerOrder(visit, site, reference)
  if (seen.status?.state !== 'awaiting_payment' || seen.status.may_pay) return seen
  const body = { serviceId: reference, accessToken: seen.details?.access_token ?? null }
  await site.api.ask(processPower, { body }, visit.caller)
  const now = await readState(visit, site, reference, '')
  return { ...seen, status: now?.ok ? now.data : seen.status }
}

export async function loadDetails(visit: Visit, site: Site): Promise<Shown> {
  const reference = referenceIn(visit.query.reference)
  const [{ details, status }, options] = await Promise.all([
    readPayable(visit, site, reference),
    site.data.paymentOptions(),
  ])
  const elsewhere = status && ledElsewhere('details', status, details?.access_token ?? '')
  if (elsewhere) return elsewhere
  const props: Omit<PowerDetailsPage, keyof Visit['every']> = {
    reference,
    details,
    status,
    options: [...options],
  }
  return { is: 'page', props }
}
