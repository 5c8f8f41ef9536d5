import { getCashback, getServiceStatuses, type ServiceStatus } from '../../shared/actions.ts'
import { airtimeNetworks } from '../../shared/airtime.ts'
import { type CabletvNetwork, cabletvNetworks } from '../../shared/cabletv.ts'
import { type Tile, tiles, usualCashbackPercent } from '../../shared/constants.ts'
import type { Call, DataOf } from '../../shared/contract.ts'
import { type DataNetwork, dataNetworks } from '../../shared/data.ts'
import { type EducationType, educationTypes } from '../../shared/education.ts'
import type { Network } from '../../shared/journeys.ts'
import { getPaymentOptions, type PaymentOption } from '../../shared/payments.ts'
import { type Disco, discoCompanies } from '../../shared/power.ts'
import type { ApiClient, Asked, Caller } from './api-client.ts'

/** What pages show to everybody, remembered for a moment so that a page costs no call. */
export interface SiteData {
  statuses(): Promise<readonly ServiceStatus[]>
  /** Percent of the amount. */
  cashback(): Promise<number>
  discos(): Promise<Discos>
  cabletvNetworks(): Promise<readonly CabletvNetwork[]>
  airtimeNetworks(): Promise<readonly Network[]>
  dataNetworks(): Promise<readonly DataNetwork[]>
  educationTypes(): Promise<readonly EducationType[]>
  /** The ways to pay that this visitor has: a signed-in person has more of them. */
  paymentOptions(caller: Caller): Promise<readonly PaymentOption[]>
}
export interface Discos {
  readonly prepaid: Disco[]
  readonly postpaid: Disco[]
}

/**
 * How long a page may show what was true: a status that changed shows at the next page load. A list is the
 * list of one vendor: once another serves, an order from the old list is refused.
 */
const freshMs = { statuses: 250, lists: 2_000 } as const
/** A page waits no longer than this for news: less when it knows something older. */
const patienceMs = { knowing: 1_000, knowingNothing: 4_000 } as const

const nobody = { ip: '127.0.0.1', session: '', token: '' }
const unknownReason = 'We cannot reach this service right now. Please try again shortly.'

export function siteData(api: ApiClient): SiteData {
  const read =
    <C extends Call>(call: C, asked: Asked<C>) =>
    async (): Promise<DataOf<C> | null> => {
      const answer = await api.ask(call, asked, nobody)
      return answer.ok ? answer.data : null
    }
  const statuses = remembered(read(getServiceStatuses, {}), freshMs.statuses)
  const cashback = remembered(read(getCashback, {}), freshMs.statuses)
  const prepaid = remembered(read(discoCompanies, { query: { meter_type: 'prepaid' } }), freshMs.lists)
  const postpaid = remembered(read(discoCompanies, { query: { meter_type: 'postpaid' } }), freshMs.lists)
  const cabletv = remembered(read(cabletvNetworks, {}), freshMs.lists)
  const airtime = remembered(read(airtimeNetworks, {}), freshMs.lists)
  const data = remembered(read(dataNetworks, {}), freshMs.lists)
  const education = remembered(read(educationTypes, {}), freshMs.lists)
  const options = remembered(read(getPaymentOptions, {}), freshMs.lists)
  const both = pairedOnce<Disco[], Discos>((one, other) => ({ prepaid: one, postpaid: other }))
  return {
    statuses: async () => (await statuses()) ?? unknownStatuses,
    // An API that does not tell has the specified one.
    cashback: async () => (await cashback())?.percent ?? usualCashbackPercent,
    discos: async () => both((await prepaid()) ?? none, (await postpaid()) ?? none),
    cabletvNetworks: async () => (await cabletv()) ?? none,
    airtimeNetworks: async () => (await airtime()) ?? none,
    dataNetworks: async () => (await data()) ?? none,
    educationTypes: async () => (await education()) ?? none,
    paymentOptions: async (caller) => {
      const own = caller.token ? await api.ask(getPaymentOptions, {}, caller) : null
      return own?.ok ? own.data : ((await options()) ?? none)
    },
  }
}

/** One and the same, so that pages made of it stay made. */
const none: never[] = []
const unknownStatuses: readonly ServiceStatus[] = tiles.map((service) => ({
  service,
  status: 0,
  reason: unknownReason,
}))

/** The status of one tile; a tile that nobody mentions is off. */
export const statusOf = (statuses: readonly ServiceStatus[], service: Tile): ServiceStatus =>
  statuses.find((it) => it.service === service) ?? { service, status: 0, reason: null }

/**
 * Asks at most once per `ms`, and once at a time. Keeps what was last known when the answer is null or
 * late. An answer equal to the last keeps the same object, so that pages made of it stay made.
 */
export function remembered<T>(ask: () => Promise<T | null>, ms: number): () => Promise<T | null> {
  let known: T | null = null
  let text = ''
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<T | null> | null = null

  const refresh = async () => {
    askedAt = performance.now()
    const news = await ask()
    asking = null
    const newsText = JSON.stringify(news)
    if (news !== null && newsText !== text) {
      known = news
      text = newsText
    }
    return known
  }
  return () => {
    if (asking === null && known !== null && performance.now() - askedAt < ms) return Promise.resolve(known)
    asking ??= refresh()
    const wait = known === null ? patienceMs.knowingNothing : patienceMs.knowing
    return Promise.race([asking, later(wait, known)])
  }
}

const later = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value).unref())

/** Joins two values; the same two give the same object. */
function pairedOnce<A, R>(join: (one: A, other: A) => R): (one: A, other: A) => R {
  let last: { one: A; other: A; joined: R } | null = null
  return (one, other) => {
    if (last?.one !== one || last.other !== other) last = { one, other, joined: join(one, other) }
    return last.joined
  }
}
