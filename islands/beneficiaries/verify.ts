import { createAirtime } from '../../shared/airtime.ts'
import { type Beneficiary, serviceOfBeneficiary } from '../../shared/beneficiaries.ts'
import { getSmartcardInfo } from '../../shared/cabletv.ts'
import { getDeviceInfo } from '../../shared/data.ts'
import { getMeterInfo } from '../../shared/power.ts'
import { askAccount } from '../account/ask-account.ts'
import { cleanAmount } from '../lib/index.ts'
import type { OrderDetails, PayableOrder } from '../purchase/order.ts'
import { numberOf, sellerOf } from './faces.ts'

interface Wish {
  it: Beneficiary
  /** As typed, naira; for power and airtime. */
  amount: string
  /** The person's own, where the beneficiary has none. */
  phone: string
}

/** What a verified beneficiary costs and who it is, as an order that can be paid; null when the session had ended. */
export async function verify(wish: Wish): Promise<PayableOrder | null> {
  const { it } = wish
  const found = await lookUp(wish)
  if (!found) return null
  const { name } = sellerOf(it)
  return {
    service: serviceOfBeneficiary[it.beneficiary_type],
    reference: found.order_reference,
    serviceId: found.service_id,
    serviceCharge: found.service_charge,
    total: found.total_amount,
    deviceId: 'nullable',
    description: `${name}, ${numberOf(it)}`,
    beneficiary: [found.customer_name ?? it.customer_name, `${name} ${numberOf(it)}`]
      .filter(Boolean)
      .join(', '),
  }
}

type Found = OrderDetails & { customer_name: string | null }

async function lookUp({ it, amount: typed, phone }: Wish): Promise<Found | null> {
  const phone_number = it.phone_number || phone
  const amount = cleanAmount(typed)
  switch (it.beneficiary_type) {
    case 'power': {
      const body = {
        meter_number: it.number,
        meter_type: it.type,
        phone_number,
        amount,
        meter_disco: it.disco.code,
      }
      return (await askAccount(getMeterInfo, { body, everyField: false }))?.data ?? null
    }
    case 'cable-tv': {
      const body = {
        smartcard_number: it.number,
        cabletv_network: it.network.name,
        cabletv_bundle_code: it.bouquet.code,
        phone_number,
      }
      return (await askAccount(getSmartcardInfo, { body, everyField: false }))?.data ?? null
    }
    case 'airtime': {
      const body = { phone_number: it.number, amount, selected_provider: it.provider_name }
      return (await askAccount(createAirtime, { body, everyField: false }))?.data ?? null
    }
    case 'vtu-data': {
      const body = {
        device_id: it.device_id,
        selected_provider: it.provider_name,
        selected_bundle_code: it.code ?? '',
        phone_number_to_notify: phone_number,
      }
      return (await askAccount(getDeviceInfo, { body, everyField: false }))?.data ?? null
    }
  }
}
