import { randomInt } from 'node:crypto'
import type { Service } from '../../shared/constants.ts'
import type { Looked } from './journey.ts'
import { endings } from './meters.ts'
import type { Reply, Shop } from './shop.ts'

type Guest = ReturnType<Shop['guest']>
export type Ending = keyof typeof endings

/** How one service is bought over the API, whoever buys it. */
export interface Sale {
  readonly payment_for: string
  /** Stores an order for a number that nobody used before, which ends as it is told. */
  looksUp(by: Guest, ending?: Ending): Promise<Reply<Looked>>
  /** Asks for what was paid for. */
  processes(by: Guest, info: Looked): Promise<Reply>
}

const digits = (many: number) => String(randomInt(10 ** (many - 1), 10 ** many))
/** A Nigerian mobile number of the simulated networks. */
export const mobile = (ending: Ending) => `0801${digits(3)}${ending === 'good' ? digits(4) : endings[ending]}`
const news = '08031234567'

/** An answer that every service gives alike, whatever it calls its order. */
function looked(reply: Reply<Partial<Looked> & { reference?: string }>): Reply<Looked> {
  const { data } = reply
  const order_reference = data?.order_reference ?? data?.reference ?? ''
  return { ...reply, data: { ...data, order_reference } as Looked }
}

export const sales: Readonly<Record<Service, Sale>> = {
  power: {
    payment_for: 'electricity',
    looksUp: async (by, ending = 'good') =>
      looked(await by.looksUp({ meter_number: `11${digits(6)}${endings[ending]}` })),
    processes: (by, { order_reference, access_token }) =>
      by.send('/services/electricity/process-subscription', {
        serviceId: order_reference,
        accessToken: access_token,
      }),
  },
  cabletv: {
    payment_for: 'cabletv',
    looksUp: async (by, ending = 'good') =>
      looked(
        await by.send('/services/cabletv/get-smartcard-info', {
          smartcard_number: `12${digits(6)}${endings[ending]}`,
          cabletv_network: 'DStv',
          cabletv_bundle_code: 'dstv-padi',
          phone_number: news,
        }),
      ),
    processes: (by, { order_reference }) =>
      by.send('/services/cabletv/process-subscription', { serviceId: order_reference }),
  },
  airtime: {
    payment_for: 'vtu_airtime',
    looksUp: async (by, ending = 'good') =>
      looked(
        await by.send('/services/airtime/record/create', {
          phone_number: mobile(ending),
          amount: 500,
          selected_provider: 'MTN',
        }),
      ),
    processes: (by, { order_reference }) =>
      by.send('/services/airtime/process-subscription', { serviceId: order_reference }),
  },
  data: {
    payment_for: 'vtu_data',
    looksUp: async (by, ending = 'good') =>
      looked(
        await by.send('/services/data/get-device-info', {
          device_id: mobile(ending),
          selected_provider: 'Airtel',
          selected_bundle_code: 'airt-200',
          phone_number_to_notify: news,
        }),
      ),
    processes: (by, { order_reference }) =>
      by.send('/services/data/process-subscription', { serviceId: order_reference }),
  },
  education: {
    payment_for: 'education',
    looksUp: async (by, ending = 'good') =>
      looked(
        await by.send('/services/education/jamb/purchase-pin', {
          service_type: 'jamb',
          phone_number: news,
          quantity: 1,
          profile_id: `12${digits(4)}${endings[ending]}`,
          variation_code: 'utme-mock',
        }),
      ),
    processes: (by, { order_reference }) =>
      by.send('/services/education/process-subscription', { serviceId: order_reference, requestId: null }),
  },
}
