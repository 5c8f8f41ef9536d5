import type { ProcessPage } from '../../../islands/pages.ts'
import { payPage, processPage, successPage } from '../../../shared/pages.ts'
import { ledElsewhere, readState, referenceIn, secretIn } from '../order-pages.ts'
import type { Load, Shown, Site, Visit } from '../page.ts'
import { readOrder } from './details.ts'
import type { Sold } from './sold.ts'

const againSeconds = 4

export const loadProcess =
  (sold: Sold): Load =>
  async (visit, site) => {
    const reference = referenceIn(visit.query.reference)
    const secret = secretIn(visit.query.order)
    const [{ details }, state] = await Promise.all([
      readOrder(sold, visit, site, reference),
      readState(visit, site, reference, secret),
    ])
    const status = state?.ok ? state.data : null
    const known = secret || details?.access_token || ''
    const elsewhere = status && ledElsewhere('process', status, known)
    if (elsewhere) return elsewhere
    if (status && visit.query.noscript === '1')
      return askedByShell(sold, visit, site, { reference, secret: known, mayPay: status.may_pay })
    const props: Omit<ProcessPage, keyof Visit['every']> = {
      service: sold.service,
      reference,
      second: secret || null,
      status,
      company: details && sold.company(details),
      ...sold.processProps?.(details),
    }
    return {
      is: 'page',
      props,
      ...(status && { refresh: { to: withoutScript(sold, reference, secret), seconds: againSeconds } }),
    }
  }

interface Waiting {
  reference: string
  secret: string
  mayPay: boolean
}

/** Without script the shell asks for the delivery itself, at each reload of this page. */
async function askedByShell(
  sold: Sold,
  visit: Visit,
  site: Site,
  { reference, secret, mayPay }: Waiting,
): Promise<Shown> {
  const answer = await sold.process(site, visit.caller, { reference, second: secret })
  if (answer.ok && answer.status === 'success')
    return { is: 'elsewhere', to: successPage(sold.service, reference, answer.data || secret) }
  const isClear = !answer.ok && answer.http > 0 && answer.http < 500 && answer.http !== 429
  if (isClear) {
    const retry = mayPay ? payPage(sold.service, reference) : null
    return { is: 'page', view: 'refused', locals: { says: answer.message, retry, start: sold.startOver } }
  }
  const again = withoutScript(sold, reference, secret)
  return {
    is: 'page',
    view: 'waiting',
    locals: {
      heading: 'Your order is on its way',
      says: answer.message,
      hint: `You may close it: the ${sold.sent} also comes by SMS, and you do not need to pay again.`,
      again,
    },
    refreshAlways: { to: again, seconds: againSeconds },
  }
}

const withoutScript = ({ service }: Sold, reference: string, secret: string) =>
  `${processPage(service, reference, secret)}&noscript=1`
