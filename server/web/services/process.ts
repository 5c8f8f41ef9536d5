import type { ProcessPage } from '../../../islands/pages.ts'
import { payPage, processPage, refundAccountPage, reportPage, successPage } from '../../../shared/pages.ts'
import { ledElsewhere, readState, referenceIn, secretIn } from '../order-pages.ts'
import type { Load, Shown, Site, Visit } from '../page.ts'
import { readOrder } from './details.ts'
import type { OrderAsked, Sold } from './sold.ts'

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
      return askedByShell(sold, visit, site, { reference, second: known })
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

/** Without script the shell asks for the delivery itself, at each reload of this page. */
async function askedByShell(sold: Sold, visit: Visit, site: Site, asked: OrderAsked): Promise<Shown> {
  const { reference, second } = asked
  const report = reportPage(reference, second)
  const answer = await sold.process(site, visit.caller, asked)
  if (answer.ok && answer.status === 'success')
    return { is: 'elsewhere', to: successPage(sold.service, reference, answer.data || second) }
  const isClear = !answer.ok && answer.http > 0 && answer.http < 500 && answer.http !== 429
  if (isClear) {
    // As it stands after the asking, which may have found that the payment failed.
    const state = await readState(visit, site, reference, second)
    const status = state?.ok ? state.data : null
    const locals = {
      says: answer.message,
      money: status && status.money.says !== answer.message ? status.money.says : null,
      retry: status?.may_pay ? payPage(sold.service, reference) : null,
      account: status?.refund_account ? refundAccountPage(reference, second) : null,
      start: sold.startOver,
      report,
    }
    return { is: 'page', view: 'refused', locals }
  }
  const again = withoutScript(sold, reference, second)
  return {
    is: 'page',
    view: 'waiting',
    locals: {
      heading: 'Your order is on its way',
      says: answer.message,
      hint: `You may close it: the ${sold.sent} also comes by SMS, and you do not need to pay again.`,
      again,
      report,
    },
    refreshAlways: { to: again, seconds: againSeconds },
  }
}

const withoutScript = ({ service }: Sold, reference: string, secret: string) =>
  `${processPage(service, reference, secret)}&noscript=1`
