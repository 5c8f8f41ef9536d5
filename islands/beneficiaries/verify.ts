import { quoteAirtime } from '../../shared/airtime.ts'
import { type Beneficiary, serviceOfBeneficiary } from '../../shared/beneficiaries.ts'
import { quoteCabletv } from '../../shared/cabletv.ts'
import { quoteData } from '../../shared/data.ts'
import { quotePower } from '../../shared/power.ts'
import { accountRequest } from '../account/account-request.ts'
import { cleanAmount } from '../lib/index.ts'
import type { OrderDetails, PayableOrder } from '../purchase/order.ts'
import { beneficiaryNumberOf, billerOf } from './beneficiary-summary.ts'
import { purchaseDialogTexts } from './purchase-dialog-texts.ts'
import { beneficiariesTexts } from './texts.ts'

interface VerifyRequest {
  beneficiary: Beneficiary
  /** As typed, naira; for power and airtime. */
  amount: string
  /** The user's own phone, used when the beneficiary has none. */
  phone: string
}

/** Verifies and prices a beneficiary's purchase and returns a payable order; null when the session has ended. */
export async function verifyBeneficiary(request: VerifyRequest): Promise<PayableOrder | null> {
  const { beneficiary } = request
  const details = await lookUp(request)
  if (!details) return null
  const number = beneficiaryNumberOf(beneficiary)
  const biller = billerOf(beneficiary).name
  const customer = details.customer_name ?? beneficiary.customer_name
  return {
    service: serviceOfBeneficiary[beneficiary.beneficiary_type],
    reference: details.order_reference,
    serviceId: details.service_id,
    serviceCharge: details.service_charge,
    total: details.total_amount,
    deviceId: 'nullable',
    description: beneficiariesTexts.billerAndNumber({ biller, number }),
    beneficiary: customer
      ? purchaseDialogTexts.orderBeneficiaryOfCustomer({ customer, biller, number })
      : purchaseDialogTexts.orderBeneficiary({ biller, number }),
  }
}

type VerifiedDetails = OrderDetails & { customer_name: string | null }

async function lookUp({
  beneficiary,
  amount: amountInput,
  phone,
}: VerifyRequest): Promise<VerifiedDetails | null> {
  const phone_number = beneficiary.phone_number || phone
  const amount = cleanAmount(amountInput)
  switch (beneficiary.beneficiary_type) {
    case 'power': {
      const body = {
        meter_number: beneficiary.number,
        meter_type: beneficiary.type,
        phone_number,
        amount,
        meter_disco: beneficiary.disco.code,
      }
      return (await accountRequest(quotePower, { body, everyField: false }))?.data ?? null
    }
    case 'cable-tv': {
      const body = {
        smartcard_number: beneficiary.number,
        cabletv_network: beneficiary.network.name,
        cabletv_bundle_code: beneficiary.bouquet.code,
        phone_number,
      }
      return (await accountRequest(quoteCabletv, { body, everyField: false }))?.data ?? null
    }
    case 'airtime': {
      const body = { phone_number: beneficiary.number, amount, selected_provider: beneficiary.provider_name }
      return (await accountRequest(quoteAirtime, { body, everyField: false }))?.data ?? null
    }
    case 'vtu-data': {
      const body = {
        device_id: beneficiary.device_id,
        selected_provider: beneficiary.provider_name,
        selected_bundle_code: beneficiary.code ?? '',
        phone_number_to_notify: phone_number,
      }
      return (await accountRequest(quoteData, { body, everyField: false }))?.data ?? null
    }
  }
}
