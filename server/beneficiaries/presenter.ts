import type {
  BeneficiaryType,
  DeviceBeneficiary,
  MeterBeneficiary,
  PhoneBeneficiary,
  SmartcardBeneficiary,
} from '../../shared/beneficiaries.ts'
import type { MeterTypeCode } from '../../shared/constants.ts'
import { nairaOf } from '../../shared/money.ts'
import type { Disco } from '../../shared/power.ts'
import { type NetworkService, networkOf } from '../catalogue/index.ts'
import type { BeneficiaryRow } from './store.ts'

/** The virtual account of the beneficiary, once it has a number. */
function accountOf({
  bank_name,
  account_name,
  account_number,
  account_state,
  auto_purchase,
}: BeneficiaryRow) {
  if (bank_name === null || account_name === null || account_number === null) return null
  const status = account_state === 'closed' ? ('closed' as const) : ('active' as const)
  return {
    bank_name,
    account_name,
    account_number,
    status,
    note: null,
    auto_purchase: auto_purchase === true,
  }
}

/** Fields that all beneficiary types share; amounts in naira. */
function commonFields<T extends BeneficiaryType>(row: BeneficiaryRow, type: T) {
  const amount = row.amount_kobo === null ? null : nairaOf(row.amount_kobo)
  return {
    id: row.id,
    uniqueid: row.uniqueid,
    beneficiary_type: type,
    number: row.number,
    customer_name: row.customer_name,
    customer_address: row.customer_address,
    additional_notes: row.notes,
    def_amount: amount,
    def_price: amount,
    phone_number: row.phone,
    virtual_account: accountOf(row),
  }
}

export const meterFrom = (row: BeneficiaryRow, discos: ReadonlyMap<string, Disco>): MeterBeneficiary => {
  const code = row.details.disco ?? ''
  const { name = code, logo = '', abbr = code, description = code } = discos.get(code) ?? {}
  return {
    ...commonFields(row, 'power'),
    type: row.details.type as MeterTypeCode,
    disco: { code, name, logo, abbr, description },
    state: row.details.state ?? null,
    notes: row.notes,
  }
}

export const smartcardFrom = (row: BeneficiaryRow): SmartcardBeneficiary => {
  const base = commonFields(row, 'cable-tv')
  const network = displayNetwork('cabletv', row)
  const bouquet = { title: row.details.plan_name ?? '', code: row.details.plan ?? '' }
  return {
    ...base,
    network: { name: network.name, logo: network.logo },
    bouquet,
    tv_bundle_amount: base.def_amount,
    service_code: network.code,
    tv_network: network.name,
    cabletv_network_id: network.id,
    cabletv_bouquet_id: bouquet.code,
  }
}

export const phoneFrom = (row: BeneficiaryRow): PhoneBeneficiary => {
  const { id, name, logo } = displayNetwork('airtime', row)
  return { ...commonFields(row, 'airtime'), provider: { name, logo }, provider_name: name, provider_id: id }
}

export const deviceBeneficiaryFrom = (row: BeneficiaryRow): DeviceBeneficiary => {
  const { id, name, logo } = displayNetwork('data', row)
  return {
    ...commonFields(row, 'vtu-data'),
    device_id: row.number,
    data_provider: { name, logo },
    provider_name: name,
    provider_id: id,
    code: row.details.plan ?? null,
    bundle_name: row.details.plan_name ?? null,
  }
}

const displayNetwork = (service: NetworkService, row: BeneficiaryRow) =>
  networkOf(service, row.details.network ?? '')
