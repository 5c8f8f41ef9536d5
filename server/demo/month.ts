import type { Service } from '../../shared/constants.ts'
import { streets } from './people.ts'
import type { DemoProduct } from './products.ts'
import { createRandom, hashDigits, type Random } from './random.ts'

const orderCount = 400
const days = 30
/** The last hour has enough orders for the status page to measure. */
const lastHourOrders = 24
const minute = 60_000
const dayMs = 24 * 60 * minute

/** A time before every order of a month that is planned now. */
export const beforeDemoMonth = (): Date => new Date(Date.now() - (days + 1) * dayMs)

/** How an order of the demo month ended. */
type DemoEnd =
  | 'delivered'
  | 'refunded'
  | 'expired'
  | 'awaiting_payment'
  | 'quoted'
  | 'in_review'
  | 'refund_stuck'
type DemoDispute = 'open' | 'won' | 'lost'

export interface PlannedOrder {
  /** The ids, references and tokens of the order are derived from it. */
  readonly key: string
  readonly at: Date
  readonly end: DemoEnd
  readonly product: DemoProduct
  /** Index of the customer; null for a guest. */
  readonly customer: number | null
  readonly beneficiary: string
  readonly phone: string
  readonly amountKobo: bigint
  readonly isWalletPayment: boolean
  /** From payment to the end of the order. */
  readonly secondsToEnd: number
  readonly dispute: DemoDispute | null
  /** Index of the bulk purchase that bought it. */
  readonly bulkPurchase: number | null
}

const shares: readonly (readonly [Service, number])[] = [
  ['power', 0.46],
  ['airtime', 0.2],
  ['data', 0.17],
  ['cabletv', 0.12],
  ['education', 0.05],
]
/** Electricity and airtime, naira; multiples of 200 have a commission in whole naira. */
const amounts = {
  power: [1_000, 2_000, 3_000, 5_000, 5_000, 10_000, 20_000],
  airtime: [200, 400, 1_000, 2_000],
} as const
/** Disputed orders, by their index in the plan. */
const disputes: Readonly<Record<number, DemoDispute>> = { 90: 'won', 170: 'lost', 320: 'open', 350: 'open' }
/** Days since the orders whose dispute is open: the evidence of the first is late, that of the second is due today. */
const openDisputeDays: Readonly<Record<number, number>> = { 320: 2, 350: 0.7 }
/** Bulk purchases: the index of the company among the customers, the number of rows, and the days before now. */
export const bulkPurchases = [
  { company: 0, rows: 14, daysAgo: 9 },
  { company: 1, rows: 10, daysAgo: 3 },
] as const

/** Plans the orders of the month before `now`, oldest first. The same products and time give the same plan. */
export function planMonth(
  products: readonly DemoProduct[],
  customerCount: number,
  now: Date,
): PlannedOrder[] {
  const random = createRandom(20_261_101)
  const single = Array.from(
    { length: orderCount - bulkPurchases.reduce((sum, { rows }) => sum + rows, 0) },
    (_, n) => withHomeMeter(planOrder(random, products, { n, customerCount, now }), products),
  )
  const bulk = bulkPurchases.flatMap(({ company, rows, daysAgo }, file) =>
    Array.from({ length: rows }, (_, row) => {
      const at = new Date(now.getTime() - daysAgo * dayMs + row * 2_000)
      const order = planOrder(random, products, { n: 1_000 + file * 100 + row, customerCount, now })
      return {
        ...order,
        at,
        customer: company,
        isWalletPayment: true,
        end: 'delivered' as const,
        bulkPurchase: file,
      }
    }),
  )
  return [...single, ...bulk].sort((a, b) => a.at.getTime() - b.at.getTime())
}

function planOrder(
  random: Random,
  products: readonly DemoProduct[],
  { n, customerCount, now }: { n: number; customerCount: number; now: Date },
): PlannedOrder {
  const key = `${now.toISOString()} ${n}`
  const isRecent = n < lastHourOrders
  const at = isRecent ? new Date(now.getTime() - random.between(4, 54) * minute) : pastTime(random, now)
  const service: Service = isRecent && n % 2 === 0 ? 'power' : pickService(random.next())
  const product = random.pick(products.filter((candidate) => candidate.service === service))
  const customer = random.next() < 0.6 ? Math.floor(random.next() ** 1.6 * customerCount) : null
  const end = endOf(n, random)
  const dispute = disputes[n] ?? null
  const endAt = atOfEnd(end, at, now, random)
  const disputeDays = openDisputeDays[n]
  return {
    key,
    at: disputeDays === undefined ? endAt : new Date(now.getTime() - disputeDays * dayMs),
    end: dispute ? 'delivered' : end,
    product,
    customer,
    beneficiary: beneficiaryOf(product, random),
    phone: `+2348012${random.digits(6)}`,
    amountKobo:
      product.priceKobo ?? BigInt(random.pick(service === 'power' ? amounts.power : amounts.airtime)) * 100n,
    isWalletPayment: customer !== null && dispute === null && random.next() < 0.3,
    secondsToEnd: random.next() < 0.93 ? random.between(4, 28) : random.between(60, 420),
    dispute,
    bulkPurchase: null,
  }
}

/** More orders on later days, and in the morning and evening of Lagos. */
function pastTime(random: Random, now: Date): Date {
  const daysAgo = random.next() ** 1.25 * days
  const hour = random.pick([6, 7, 8, 8, 9, 10, 12, 13, 15, 17, 18, 18, 19, 19, 20, 21, 22])
  const at = new Date(now.getTime() - daysAgo * dayMs)
  at.setUTCHours(hour - 1, random.between(0, 59), random.between(0, 59), 0)
  const latest = now.getTime() - 65 * minute
  return at.getTime() < latest ? at : new Date(latest - random.between(1, 600) * minute)
}

function pickService(share: number): Service {
  let sum = 0
  for (const [service, part] of shares) {
    sum += part
    if (share < sum) return service
  }
  return 'power'
}

/** Most orders are delivered. The numbers of the others are fixed, so that every state occurs. */
function endOf(n: number, random: Random): DemoEnd {
  if (n < lastHourOrders) return n === 5 ? 'refunded' : 'delivered'
  if (n < 28) return 'awaiting_payment'
  if (n < 34) return 'quoted'
  if (n < 44) return 'expired'
  if (n < 46) return 'in_review'
  if (n === 46) return 'refund_stuck'
  return random.next() < 0.05 ? 'refunded' : 'delivered'
}

/** Unpaid and unfinished orders are recent: older ones would have been deleted or finished. */
function atOfEnd(end: DemoEnd, at: Date, now: Date, random: Random): Date {
  const ago = (minMinutes: number, maxMinutes: number) =>
    new Date(now.getTime() - random.between(minMinutes, maxMinutes) * minute)
  switch (end) {
    case 'awaiting_payment':
      return ago(2, 20)
    case 'quoted':
      return ago(5, 600)
    case 'expired':
      return ago(200, 8_000)
    case 'in_review':
      return ago(95, 300)
    case 'refund_stuck':
      return ago(1_500, 2_500)
    case 'delivered':
    case 'refunded':
      return at
  }
}

function beneficiaryOf({ service, code }: DemoProduct, random: Random): string {
  const tail = random.digits(9)
  // Not one of the last digits with which the simulators choose a failure.
  const safeTail = `${tail.slice(0, -1)}${hashDigits(tail, 1) === '0' ? '7' : '5'}`
  if (service === 'power') return `11${safeTail}`
  if (service === 'cabletv' && code !== 'showmax') return `12${safeTail.slice(1)}`
  return `+234801${safeTail.slice(2)}`
}

/** A customer buys electricity for the meter of their home, so that the product forecasts its units. */
function withHomeMeter(order: PlannedOrder, products: readonly DemoProduct[]): PlannedOrder {
  const { customer } = order
  if (customer === null || order.product.service !== 'power') return order
  const companies = products.filter(({ service }) => service === 'power')
  const product = companies[customer % companies.length] ?? order.product
  return { ...order, product, beneficiary: `1145${String(customer).padStart(6, '0')}5` }
}

/** The address of an electricity customer. */
export const addressOf = (key: string): string =>
  streets[Number(hashDigits(key, 6)) % streets.length] ?? streets[0]
