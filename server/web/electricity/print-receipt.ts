import type { PrintReceiptPage } from '../../../islands/pages.ts'
import { referenceIn, secretIn } from '../order-pages.ts'
import type { Load, Visit } from '../page.ts'
import { readOrder } from '../services/details.ts'
import { power } from '../services/power.ts'
import { readDelivered } from '../services/success.ts'

export const loadPrintReceipt: Load = async (visit, site) => {
  const reference = referenceIn(visit.query.ref)
  const { details } = await readOrder(power, visit, site, reference)
  const second = secretIn(visit.query.order) || details?.access_token || ''
  const answer = await readDelivered(power, visit, site, { reference, second })
  const props: Omit<PrintReceiptPage, keyof Visit['every']> = { order: answer.ok ? answer.data : null }
  return { is: 'page', props }
}
