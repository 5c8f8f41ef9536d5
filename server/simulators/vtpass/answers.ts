import { nairaOf, nairaText } from '../../../shared/money.ts'
import { digitsFrom } from '../people.ts'
import { electricityOf } from '../vending/electricity.ts'
import { type Standing, standingOf, type Vend } from '../vending/state.ts'
import { type ServiceOnSale, serviceOf } from './catalogue.ts'
import { pinsOf } from './pins.ts'

/** Their discount on every product here: 1.5 %. */
export const commissionKobo = (amountKobo: number) => Math.round((amountKobo * 15) / 1_000)

/** Their answer codes that we use, with their words. */
const words: Record<string, string> = {
  '000': 'TRANSACTION SUCCESSFUL',
  '010': 'VARIATION CODE DOES NOT EXIST',
  '011': 'INVALID ARGUMENTS',
  '012': 'PRODUCT DOES NOT EXIST',
  '013': 'BELOW MINIMUM AMOUNT ALLOWED',
  '014': 'REQUEST ID ALREADY EXIST',
  '015': 'INVALID REQUEST ID',
  '016': 'TRANSACTION FAILED',
  '017': 'ABOVE MAXIMUM AMOUNT ALLOWED',
  '018': 'LOW WALLET BALANCE',
  '019': 'LIKELY DUPLICATE TRANSACTION',
  '031': 'BELOW MINIMUM QUANTITY ALLOWED',
  '032': 'ABOVE MAXIMUM QUANTITY ALLOWED',
  '030': 'BILLER NOT REACHABLE AT THIS POINT',
  '040': 'TRANSACTION REVERSAL',
  '085': 'IMPROPER REQUEST ID: DOES NOT CONTAIN PROPER DATE IN FORM YYYYMMDD',
  '087': 'INVALID CREDENTIALS',
  '091': 'TRANSACTION NOT PROCESSED',
}

/** An answer that is a code alone. */
export const coded = (code: string, requestId?: string) => ({
  code,
  response_description: words[code] ?? 'TRANSACTION FAILED',
  ...(requestId && { requestId }),
  content: { errors: words[code] ?? 'TRANSACTION FAILED' },
})

interface Saying {
  /** A requery writes numbers, older dates and a rounded commission where a purchase does not. */
  requery?: boolean
  tokenless?: boolean
  /** As things stand then, epoch milliseconds; now where absent. */
  asOf?: number
}

/** The answer to a purchase or a requery, as things stand. */
export function vendAnswer(vend: Vend, { requery = false, tokenless = false, asOf }: Saying = {}) {
  const standing = standingOf(vend, asOf)
  if (standing === 'failed' && vend.code !== '016') return coded(vend.code, vend.requestId)
  const service = serviceOf(vend.serviceID)
  const code =
    standing === 'delivered' || standing === 'pending' ? '000' : standing === 'reversed' ? '040' : vend.code
  const said = standing === 'pending' ? vend.amountKobo : vend.servedKobo
  const goods =
    standing === 'delivered' && service ? goodsOf(vend, service, tokenless) : { purchased_code: '' }
  return {
    code,
    content: { transactions: transaction(vend, service, standing, said, requery) },
    response_description: standing === 'pending' ? 'TRANSACTION PROCESSING - PENDING' : (words[code] ?? ''),
    requestId: vend.requestId,
    amount: requery ? nairaOf(BigInt(said)) : nairaText(BigInt(said)),
    transaction_date: requery ? lagosDate(vend.receivedAt) : vend.receivedAt,
    ...goods,
  }
}

function transaction(
  vend: Vend,
  service: ServiceOnSale | null,
  standing: Standing,
  said: number,
  requery: boolean,
) {
  const naira = nairaOf(BigInt(said))
  const quantity = vend.quantity ?? 1
  const unit = BigInt(Math.round(said / quantity))
  const commission = nairaOf(BigInt(commissionKobo(said)))
  return {
    status: standing,
    product_name: service?.name ?? vend.serviceID,
    unique_element: vend.servedTo,
    unit_price: requery ? nairaOf(unit) : nairaText(unit),
    quantity,
    service_verification: null,
    channel: 'api',
    commission: requery ? Math.round(commission) : commission,
    total_amount: nairaOf(BigInt(said - commissionKobo(said))),
    discount: null,
    type: service?.category ?? '',
    email: 'merchant@sanwo.example',
    phone: vend.phone,
    name: null,
    convinience_fee: 0,
    amount: requery ? naira : nairaText(BigInt(said)),
    platform: 'api',
    method: 'api',
    transactionId: vend.transactionId,
    commission_details: {
      amount: commission,
      rate: '1.50',
      rate_type: 'percent',
      computation_type: 'default',
    },
    ...(requery && { product_id: 1 }),
  }
}

const lagosDate = (iso: string) => ({
  date: `${new Date(Date.parse(iso) + 3_600_000).toISOString().replace('T', ' ').replace('Z', '')}000`,
  timezone_type: 3,
  timezone: 'Africa/Lagos',
})

/** These companies' answers name the token otherwise. */
const mainTokenNames = new Set(['eko-electric', 'abuja-electric', 'benin-electric'])

/** The extras at the root of an answer. */
function goodsOf(vend: Vend, service: ServiceOnSale, tokenless: boolean) {
  if (service.category !== 'electricity-bill')
    return tokenless ? { purchased_code: '' } : pinsOf(vend, service)
  return electricityGoods(vend, service, tokenless)
}

function electricityGoods(vend: Vend, service: ServiceOnSale, tokenless: boolean) {
  const bought = electricityOf(vend, service.city)
  const { meter } = bought
  const owner = {
    customerName: meter.name,
    customerAddress: meter.address,
    exchangeReference: digitsFrom(`${vend.requestId} exchange`, 14),
  }
  if (vend.variation === 'postpaid') {
    const balance = nairaOf(BigInt(meter.arrearsKobo - bought.debtKobo))
    return { purchased_code: '', ...owner, utilityName: service.name, balance }
  }
  const token = tokenless ? '' : `Token : ${bought.token}`
  const [units, amount] = [`${bought.units} kWh`, nairaOf(BigInt(bought.netKobo))]
  const main = mainTokenNames.has(vend.serviceID)
    ? { mainToken: token, mainTokenUnits: units, mainsTokenAmount: amount }
    : { token, units, tokenAmount: amount }
  const bonus = bought.bonusToken && {
    bonusToken: `Token : ${bought.bonusToken}`,
    bonusTokenUnits: `${bought.bonusUnits} kWh`,
  }
  const [kct1, kct2] = bought.keys ?? ['N/A', 'N/A']
  return {
    purchased_code: token,
    ...owner,
    meterNumber: vend.servedTo,
    ...main,
    ...bonus,
    tariff: meter.tariff,
    taxAmount: nairaOf(BigInt(bought.taxKobo)),
    debtAmount: nairaOf(BigInt(bought.debtKobo)),
    fixChargeAmount: 'N/A',
    costOfUnit: meter.tariff,
    resetToken: null,
    configureToken: 'N/A',
    kct1,
    kct2,
    penalty: null,
    announcement: 'N/A',
  }
}
