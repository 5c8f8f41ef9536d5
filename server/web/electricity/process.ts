import type { ProcessPage } from '../../../islands/pages.ts'
import { home, processPage, successPage } from '../../../shared/pages.ts'
import { processPower } from '../../../shared/power.ts'
import { ledElsewhere, readState, referenceIn, secretIn } from '../order-pages.ts'
import type { Shown, Site, Visit } from '../page.ts'
import { readPowerOrder } from './details.ts'

const againSeconds = 4

export async function loadProcess(visit: Visit, site: Site): Promise<Shown> {
  const reference = referenceIn(visit.query.reference)
  const secret = secretIn(visit.query.order)
  const [{ details }, state] = await Promise.all([
    readPowerOrder(visit, site, reference),
    readState(visit, site, reference, secret),
  ])
  const status = state?.ok ? state.data : null
  const known = secret || details?.access_token || ''
  const elsewhere = status && ledElsewhere('process', status, known)
  if (elsewhere) return elsewhere
  if (status && visit.query.noscript === '1')
    return askedByShell(visit, site, { reference, secret: known, mayPay: status.may_pay })
  const props: Omit<ProcessPage, keyof Visit['every']> = {
    service: 'power',
    reference,
    second: secret || null,
    status,
    company: details?.disco.name ?? null,
    meter_type: details?.meter_type ?? null,
  }
  return {
    is: 'page',
    props,
    ...(status && { refresh: { to: withoutScript(reference, secret), seconds: againSeconds } }),
  }
}

interface Waiting {
  reference: string
  secret: string
  mayPay: boolean
}

/** Without script the shell asks for the token itself, at each reload of this page. */
async function askedByShell(
  visit: Visit,
  site: Site,
  { reference, secret, mayPay }: Waiting,
): Promise<Shown> {
  const body = { serviceId: reference, accessToken: secret || null }
  const answer = await site.api.ask(processPower, { body }, visit.caller)
  if (answer.ok && answer.status === 'success') {
    return {
      is: 'elsewhere',
      to: successPage('power', answer.data.reference, answer.data.access_token ?? secret),
    }
  }
  const unclear = answer.ok || answer.http === 0 || answer.http >= 500 || answer.http === 429
  return {
    is: 'page',
    view: 'waiting',
    locals: {
      waiting: unclear,
      says: answer.message,
      retry: mayPay && !unclear ? `/electricity/pay?reference=${reference}` : null,
      again: withoutScript(reference, secret),
      start: home,
    },
    ...(unclear && {
      refreshAlways: { to: withoutScript(reference, secret), seconds: againSeconds },
    }),
  }
}

const withoutScript = (reference: string, secret: string) =>
  `${processPage('power', reference, secret)}&noscript=1`
