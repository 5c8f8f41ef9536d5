import { nairaOf, nairaText } from '../../../shared/money.ts'
import { digitsFrom } from '../people.ts'
import { electricityOf } from '../vending/electricity.ts'
import { statusOf, type Vend, type VendStatus } from '../vending/state.ts'
import { type ServiceOnSale, serviceOf } from './catalogue.ts'
import { pinsOf } from './pins.ts'

/** VTpass's commission on every product: 1.5 %. */
export const commissionKobo = (amountKobo: number) => Math.round((amountKobo * 15) / 1_000)

/** VTpass response codes and descriptions. */
const codeMessages: Record<string, string> = {
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
  '044': 'TRANSACTION RESOLVED. PLEASE CONTACT US FOR MORE INFORMATION',
  '085': 'IMPROPER REQUEST ID: DOES NOT CONTAIN PROPER DATE IN FORM YYYYMMDD',
  '087': 'INVALID CREDENTIALS',
  '091': 'TRANSACTION NOT PROCESSED',
}

/** A response with only a code. */
export const codeBody = (code: string, requestId?: string) => ({
  code,
  response_description: codeMessages[code] ?? 'TRANSACTION FAILED',
  ...(requestId && { requestId }),
  content: { errors: codeMessages[code] ?? 'TRANSACTION FAILED' },
})

interface ResponseOptions {
  /** A requery returns numbers, a different date format and a rounded commission. */
  isRequery?: boolean
  omitsToken?: boolean
  /** In the legacy format of older recordings. */
  isRecorded?: boolean
  /** The time of the status, epoch milliseconds; defaults to now. */
  asOf?: number
}

/** The response of a purchase or a requery, with the current status. */
export function vendResponse(vend: Vend, options: ResponseOptions = {}) {
  const response = documentedResponse(vend, options)
  if (!options.isRecorded || !options.isRequery) return response
  const { code: response_code, content, ...fields } = response
  const { status, ...transaction } = 'transactions' in content ? content.transactions : { status: 'failed' }
  const isOpen = status === 'pending'
  return {
    code: '001',
    response_description: 'TRANSACTION QUERY',
    requestId: vend.requestId,
    content: { ...transaction, ...fields, response_code: isOpen ? '099' : response_code },
  }
}

const codeByStatus = { delivered: '000', pending: '000', reversed: '040' } as const

function documentedResponse(
  vend: Vend,
  { isRequery = false, omitsToken, isRecorded, asOf }: ResponseOptions,
) {
  const status = statusOf(vend, asOf)
  if (status === 'failed' && vend.code !== '016') return codeBody(vend.code, vend.requestId)
  const service = serviceOf(vend.serviceID)
  const code = status === 'failed' ? vend.code : codeByStatus[status]
  const amountKobo = status === 'pending' ? vend.amountKobo : vend.vendedKobo
  const deliveryFields =
    status === 'delivered' && service
      ? deliveryFieldsOf(vend, service, { omitsToken, isRecorded })
      : { purchased_code: '' }
  return {
    code,
    content: { transactions: transactionFields(vend, service, status, amountKobo, isRequery) },
    response_description:
      status === 'pending' ? 'TRANSACTION PROCESSING - PENDING' : (codeMessages[code] ?? ''),
    requestId: vend.requestId,
    amount: isRequery ? nairaOf(BigInt(amountKobo)) : nairaText(BigInt(amountKobo)),
    transaction_date: isRequery ? lagosDate(vend.receivedAt) : vend.receivedAt,
    ...deliveryFields,
  }
}

function transactionFields(
  vend: Vend,
  service: ServiceOnSale | null,
  status: VendStatus,
  amountKobo: number,
  isRequery: boolean,
) {
  const naira = nairaOf(BigInt(amountKobo))
  const quantity = vend.quantity ?? 1
  const unit = BigInt(Math.round(amountKobo / quantity))
  const commission = nairaOf(BigInt(commissionKobo(amountKobo)))
  return {
    status,
    product_name: service?.name ?? vend.serviceID,
    unique_element: vend.vendedBeneficiary,
    unit_price: isRequery ? nairaOf(unit) : nairaText(unit),
    quantity,
    service_verification: null,
    channel: 'api',
    commission: isRequery ? Math.round(commission) : commission,
    total_amount: nairaOf(BigInt(amountKobo - commissionKobo(amountKobo))),
    discount: null,
    type: service?.category ?? '',
    email: 'merchant@sanwo.example',
    phone: vend.phone,
    name: null,
    convinience_fee: 0,
    amount: isRequery ? naira : nairaText(BigInt(amountKobo)),
    platform: 'api',
    method: 'api',
    transactionId: vend.transactionId,
    commission_details: {
      amount: commission,
      rate: '1.50',
      rate_type: 'percent',
      computation_type: 'default',
    },
    ...(isRequery && { product_id: 1 }),
  }
}

const lagosDate = (iso: string) => ({
  date: `${new Date(Date.parse(iso) + 3_600_000).toISOString().replace('T', ' ').replace('Z', '')}000`,
  timezone_type: 3,
  timezone: 'Africa/Lagos',
})

/** Discos that use other field names for the token. */
const mainTokenNames = new Set(['eko-electric', 'abuja-electric', 'benin-electric'])

/** Additional fields at the root of a response. */
function deliveryFieldsOf(vend: Vend, service: ServiceOnSale, { omitsToken, isRecorded }: ResponseOptions) {
  if (service.category !== 'electricity-bill')
    return omitsToken ? { purchased_code: '' } : pinsOf(vend, service)
  const deliveryFields = electricityFields(vend, service, omitsToken === true)
  if (!isRecorded || !('taxAmount' in deliveryFields)) return deliveryFields
  const {
    customerName: Name,
    customerAddress: Address,
    exchangeReference: Receipt,
    taxAmount,
    ...otherFields
  } = deliveryFields
  return { ...otherFields, Name, Address, Receipt, mainTokenTax: taxAmount }
}

function electricityFields(vend: Vend, service: ServiceOnSale, omitsToken: boolean) {
  const electricity = electricityOf(vend, service.city)
  const { meter } = electricity
  const owner = {
    customerName: meter.name,
    customerAddress: meter.address,
    exchangeReference: digitsFrom(`${vend.requestId} exchange`, 14),
  }
  if (vend.variation === 'postpaid') {
    const balance = nairaOf(BigInt(meter.arrearsKobo - electricity.debtKobo))
    return { purchased_code: '', ...owner, utilityName: service.name, balance }
  }
  const token = omitsToken ? '' : `Token : ${electricity.token}`
  const [units, amount] = [`${electricity.units} kWh`, nairaOf(BigInt(electricity.netKobo))]
  const main = mainTokenNames.has(vend.serviceID)
    ? { mainToken: token, mainTokenUnits: units, mainsTokenAmount: amount }
    : { token, units, tokenAmount: amount }
  const bonus = electricity.bonusToken && {
    bonusToken: `Token : ${electricity.bonusToken}`,
    bonusTokenUnits: `${electricity.bonusUnits} kWh`,
  }
  const [kct1, kct2] = electricity.keys ?? ['N/A', 'N/A']
  return {
    purchased_code: token,
    ...owner,
    meterNumber: vend.vendedBeneficiary,
    ...main,
    ...bonus,
    tariff: meter.tariff,
    taxAmount: nairaOf(BigInt(electricity.taxKobo)),
    debtAmount: nairaOf(BigInt(electricity.debtKobo)),
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
