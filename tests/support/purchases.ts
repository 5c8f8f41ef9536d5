import { randomInt } from 'node:crypto'
import type { Service } from '../../shared/constants.ts'
import type { CreatedOrder } from './checkout-journey.ts'
import { meterEndings } from './meters.ts'
import type { ApiResponse, TestApp } from './test-app.ts'

type GuestClient = ReturnType<TestApp['createGuest']>
export type MeterEnding = keyof typeof meterEndings

/** The API calls that buy one service. */
export interface ServicePurchase {
  readonly payment_for: string
  /** Creates an order for a random number with the given ending. */
  createOrder(guest: GuestClient, ending?: MeterEnding): Promise<ApiResponse<CreatedOrder>>
  /** Requests the delivery of a paid order. */
  processOrder(guest: GuestClient, info: CreatedOrder): Promise<ApiResponse>
}

const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count))
/** A Nigerian mobile number of the simulated networks. */
export const phoneNumber = (ending: MeterEnding) =>
  `0801${digits(3)}${ending === 'good' ? digits(4) : meterEndings[ending]}`
const contactPhone = '08031234567'

/** Normalises a lookup response: airtime and exam PINs return `order_reference` as `reference`. */
function toLookupResponse(
  response: ApiResponse<Partial<CreatedOrder> & { reference?: string }>,
): ApiResponse<CreatedOrder> {
  const { data } = response
  const order_reference = data?.order_reference ?? data?.reference ?? ''
  return { ...response, data: { ...data, order_reference } as CreatedOrder }
}

export const servicePurchases: Readonly<Record<Service, ServicePurchase>> = {
  power: {
    payment_for: 'electricity',
    createOrder: async (guest, ending = 'good') =>
      toLookupResponse(await guest.lookUpMeter({ meter_number: `11${digits(6)}${meterEndings[ending]}` })),
    processOrder: (guest, { order_reference, access_token }) =>
      guest.postJson('/services/electricity/process-subscription', {
        serviceId: order_reference,
        accessToken: access_token,
      }),
  },
  cabletv: {
    payment_for: 'cabletv',
    createOrder: async (guest, ending = 'good') =>
      toLookupResponse(
        await guest.postJson('/services/cabletv/get-smartcard-info', {
          smartcard_number: `12${digits(6)}${meterEndings[ending]}`,
          cabletv_network: 'DStv',
          cabletv_bundle_code: 'dstv-padi',
          phone_number: contactPhone,
        }),
      ),
    processOrder: (guest, { order_reference }) =>
      guest.postJson('/services/cabletv/process-subscription', { serviceId: order_reference }),
  },
  airtime: {
    payment_for: 'vtu_airtime',
    createOrder: async (guest, ending = 'good') =>
      toLookupResponse(
        await guest.postJson('/services/airtime/record/create', {
          phone_number: phoneNumber(ending),
          amount: 500,
          selected_provider: 'MTN',
        }),
      ),
    processOrder: (guest, { order_reference }) =>
      guest.postJson('/services/airtime/process-subscription', { serviceId: order_reference }),
  },
  data: {
    payment_for: 'vtu_data',
    createOrder: async (guest, ending = 'good') =>
      toLookupResponse(
        await guest.postJson('/services/data/get-device-info', {
          device_id: phoneNumber(ending),
          selected_provider: 'Airtel',
          selected_bundle_code: 'airt-200',
          phone_number_to_notify: contactPhone,
        }),
      ),
    processOrder: (guest, { order_reference }) =>
      guest.postJson('/services/data/process-subscription', { serviceId: order_reference }),
  },
  education: {
    payment_for: 'education',
    createOrder: async (guest, ending = 'good') =>
      toLookupResponse(
        await guest.postJson('/services/education/jamb/purchase-pin', {
          service_type: 'jamb',
          phone_number: contactPhone,
          quantity: 1,
          profile_id: `12${digits(4)}${meterEndings[ending]}`,
          variation_code: 'utme-mock',
        }),
      ),
    processOrder: (guest, { order_reference }) =>
      guest.postJson('/services/education/process-subscription', {
        serviceId: order_reference,
        requestId: null,
      }),
  },
}
