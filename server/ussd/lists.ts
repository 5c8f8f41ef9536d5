import { type Kobo, koboOf } from '../../shared/money.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { truncate } from '../../shared/text.ts'
import { type ListedNetwork, listDiscos } from '../catalogue/index.ts'
import { currentNetworks, ordersOfPhone, toLocalPhone } from '../purchase/index.ts'
import { amountOf, type UssdCaller, type UssdDeps } from './deps.ts'
import { stepAfterNetwork } from './menu.ts'
import { endUssdSession, type Result, showScreen } from './result.ts'
import {
  type Draft,
  emptyDraft,
  type MeterOption,
  type MeterPurpose,
  type Option,
  type UssdService,
} from './screen.ts'
import { ussdTexts } from './texts.ts'

/** Longest labels that fit as often as their screen shows them. */
const labelLengths = { meter: 21, company: 22, plan: 31, order: 22 } as const
const maxMeters = 4
const maxOrders = 4

/** The meters that the user saved, then those that the phone bought for. */
export async function listMeters(deps: UssdDeps, dialer: UssdCaller, purpose: MeterPurpose): Promise<Result> {
  const [saved, orders] = await Promise.all([
    savedMeters(deps, dialer),
    ordersOfPhone(deps.db, { phone: dialer.phone, userId: dialer.account?.userId ?? null }),
  ])
  const purchasedMeters = orders
    .filter(({ service }) => service === 'power')
    .map(({ beneficiary, code, variation }) => ({ number: beneficiary, billerCode: code, type: variation }))
  const unique = new Map([...saved, ...purchasedMeters].reverse().map((meter) => [meter.number, meter]))
  const abbreviations = new Map((await listDiscos(deps.db)).map(({ code, abbr }) => [code, abbr]))
  const meters: MeterOption[] = [...unique.values()]
    .reverse()
    .slice(0, maxMeters)
    .map((meter) => ({
      ...meter,
      label: truncate(`${meter.number} ${abbreviations.get(meter.billerCode) ?? ''}`, labelLengths.meter),
    }))
  return showScreen(
    meters.length > 0 ? { name: 'meters', purpose, meters } : { name: 'meter_number', purpose },
  )
}

async function savedMeters({ db }: UssdDeps, { account }: UssdCaller) {
  if (!account) return []
  const rows = await db.q
    .selectFrom('beneficiaries')
    .select(['number', 'details'])
    .where('user_id', '=', account.userId)
    .where('type', '=', 'power')
    .orderBy('created_at', 'desc')
    .limit(maxMeters)
    .execute()
  return rows.map(({ number, details }) => ({
    number,
    billerCode: details.disco ?? '',
    type: details.type ?? 'prepaid',
  }))
}

export async function listCompanies({ db }: UssdDeps, draft: Draft): Promise<Result> {
  const options = (await listDiscos(db)).map(({ code, name }) => ({
    code,
    label: truncate(name, labelLengths.company),
  }))
  return showScreen({ name: 'company', draft, options, page: 0 })
}

/** The number to recharge: the phone itself, or another one. */
export const choosePhone = ({ phone }: UssdCaller, service: UssdService): Result =>
  showScreen({ name: 'phone', draft: emptyDraft(service), own: toLocalPhone(phone) })

/** Mobile network by Africa's Talking's code. Source: its documentation, "SMS notifications" */
const networkByCode: Readonly<Record<string, string>> = {
  62120: 'airtel',
  62130: 'mtn',
  62150: 'glo',
  62160: '9mobile',
}

/** The caller's own number needs no choice of the network: Africa's Talking reports it, also for a ported number. */
export async function chooseOwnPhone(deps: UssdDeps, dialer: UssdCaller, draft: Draft): Promise<Result> {
  const own = { ...draft, number: dialer.phone }
  const networks = await networksOf(deps, draft)
  const network = networks.find(({ code }) => code === networkByCode[dialer.networkCode])
  if (!network) return networkScreen(own, networks)
  const action = stepAfterNetwork({ ...own, billerCode: network.code })
  return action.type === 'show'
    ? showScreen(action.screen)
    : listPlans(deps, { ...own, billerCode: network.code })
}

export const offerNetworks = async (deps: UssdDeps, draft: Draft): Promise<Result> =>
  networkScreen(draft, await networksOf(deps, draft))

const networkScreen = (draft: Draft, networks: readonly ListedNetwork[]): Result =>
  showScreen({
    name: 'network',
    draft,
    options: networks.map(({ code, name }) => ({ code, label: name })),
    page: 0,
  })

const networksOf = async (deps: UssdDeps, { service }: Draft): Promise<ListedNetwork[]> =>
  (await currentNetworks(deps, service === 'data' ? 'data' : 'airtime')).networks

/** Upper bounds of the price ranges, naira. */
const rangeBounds = [500, 2_000, 5_000] as const

/** The plans of a network: by price range when they are many, then within the chosen range. */
export async function listPlans(deps: UssdDeps, draft: Draft): Promise<Result> {
  const networks = await networksOf(deps, draft)
  const plans = networks.find(({ code }) => code === draft.billerCode)?.variations ?? []
  if (plans.length === 0) return endUssdSession(ussdTexts.noPlans())
  const ranges = priceRanges().filter(({ code }) => plans.some(({ priceKobo }) => isInRange(priceKobo, code)))
  if (draft.range === '' && ranges.length > 1)
    return showScreen({ name: 'price_range', draft, options: ranges, page: 0 })
  const options = plans
    .filter(({ priceKobo }) => draft.range === '' || isInRange(priceKobo, draft.range))
    .map(({ code, name, priceKobo }) => ({ code, label: planLabel(name, amountOf(priceKobo)) }))
  return showScreen({ name: 'plan', draft, options, page: 0 })
}

/** The price is never cut. */
function planLabel(name: string, amount: string): string {
  const withoutName = ussdTexts.planLabel({ name: '', amount })
  return ussdTexts.planLabel({ name: truncate(name, labelLengths.plan - withoutName.length), amount })
}

const priceRanges = (): Option[] =>
  [...rangeBounds, null].map((to, index) => {
    const from = rangeBounds[index - 1]
    return { code: `${from ?? 0}-${to ?? ''}`, label: rangeLabel(from, to) }
  })

function rangeLabel(from: number | undefined, to: number | null): string {
  const naira = (amount: number) => amountOf(BigInt(amount) * 100n)
  if (from === undefined) return ussdTexts.upTo({ amount: naira(to ?? 0) })
  if (to === null) return ussdTexts.above({ amount: naira(from) })
  return ussdTexts.between({ from: naira(from + 1), to: naira(to) })
}

/** `range`: naira, exclusive lower and inclusive upper bound, `500-2000`; no upper bound in `5000-`. */
function isInRange(priceKobo: Kobo, range: string): boolean {
  const [from = '', to = ''] = range.split('-')
  const upper = to === '' ? null : koboOf(to)
  return priceKobo > (koboOf(from) ?? 0n) && (upper === null || priceKobo <= upper)
}

/** The latest orders of the phone and its user. */
export async function listOrders({ db }: UssdDeps, { phone, account }: UssdCaller): Promise<Result> {
  const orders = await ordersOfPhone(db, { phone, userId: account?.userId ?? null })
  if (orders.length === 0) return showScreen({ name: 'reference' })
  const options = orders.slice(0, maxOrders).map(({ reference, service, total_kobo }) => ({
    code: reference,
    label: truncate(
      ussdTexts.orderLabel({ service: serviceContracts[service].name, amount: amountOf(total_kobo) }),
      labelLengths.order,
    ),
  }))
  return showScreen({ name: 'orders', options })
}
