import type { PrintReceiptPage } from '../../../islands/pages.ts'
import { parseAccessToken, parseReference } from '../order-pages.ts'
import type { Loader, PageRequest } from '../page.ts'
import { fetchOrder } from '../services/details.ts'
import { power } from '../services/power.ts'
import { fetchDeliveredOrder } from '../services/success.ts'

export const loadPrintReceipt: Loader = async (pageRequest, web) => {
  const reference = parseReference(pageRequest.query.ref)
  const { details } = await fetchOrder(power, web, reference)
  const accessToken = parseAccessToken(pageRequest.query.order) || details?.access_token || ''
  const result = await fetchDeliveredOrder(power, web, { reference, accessToken })
  const props: Omit<PrintReceiptPage, keyof PageRequest['baseProps']> = {
    reference,
    order: result.ok ? result.data : null,
    appUrl: web.config.appUrl,
    helpUrl: web.config.helpUrl,
    csrf: web.csrf,
  }
  return { type: 'page', props }
}
