import type { PowerSuccessPage, PrintReceiptPage } from '../../../islands/pages.ts'
import { errors } from '../../../shared/errors.ts'
import { successPage } from '../../../shared/pages.ts'
import { type PowerOrder, powerOrder } from '../../../shared/power.ts'
import type { Answer } from '../api-client.ts'
import { ledElsewhere, readState, referenceIn, secretIn } from '../order-pages.ts'
import type { Shown, Site, Visit } from '../page.ts'
import { readPowerOrder } from './details.ts'

const notFound: Answer<PowerOrder> = { ok: false, http: 404, message: errors.NOT_FOUND.says, errors: {} }

/** The delivered order. A link without its second value works in the browser that made the order. */
export async function loadSuccess(visit: Visit, site: Site): Promise<Shown> {
  const reference = referenceIn(visit.query.reference)
  const second = secretIn(visit.query.order)
  const answer = await readDelivered(visit, site, reference, second)
  if (!answer.ok) {
    const elsewhere = await whereElse(visit, site, reference, second)
    if (elsewhere) return elsewhere
  }
  const props: Omit<PowerSuccessPage, keyof Visit['every']> = {
    reference,
    second,
    order: answer.ok ? answer.data : null,
    message: answer.ok ? null : answer.message,
    appUrl: site.config.appUrl,
  }
  return { is: 'page', props }
}

export async function loadPrintReceipt(visit: Visit, site: Site): Promise<Shown> {
  const reference = referenceIn(visit.query.ref)
  const { details } = await readPowerOrder(visit, site, reference)
  const answer = await readDelivered(
    visit,
    site,
    reference,
    secretIn(visit.query.order) || details?.access_token || '',
  )
  const props: Omit<PrintReceiptPage, keyof Visit['every']> = { order: answer.ok ? answer.data : null }
  return { is: 'page', props }
}

const readDelivered = async (visit: Visit, site: Site, reference: string, second: string) =>
  reference && second
    ? site.api.ask(powerOrder, { params: { accessToken: second, serviceId: reference } }, visit.caller)
    : notFound

/** An unfinished order's own page, or the whole address of a delivered one. */
async function whereElse(visit: Visit, site: Site, reference: string, second: string): Promise<Shown | null> {
  const [{ details }, state] = await Promise.all([
    readPowerOrder(visit, site, reference),
    readState(visit, site, reference, second),
  ])
  if (!state?.ok) return null
  const known = second || details?.access_token || ''
  const elsewhere = ledElsewhere('success', state.data, known)
  if (elsewhere) return elsewhere
  return known && known !== second ? { is: 'elsewhere', to: successPage('power', reference, known) } : null
}
