import { type CustomerWish, customerOf } from './customer.ts'
import type { Looked } from './journey.ts'
import type { Reply, Shop } from './shop.ts'

/** A signed-in person, and every method of the API. */
export async function personOf(shop: Shop, wish: CustomerWish = {}) {
  const customer = await customerOf(shop, wish)
  const call = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Reply<T>> => {
    const response = await fetch(`${shop.origin}/api/v1${path}`, {
      method,
      headers: { ...customer.headers, ...more, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { http: response.status, ...((await response.json()) as Omit<Reply<T>, 'http'>) }
  }
  return {
    ...customer,
    call,
    get: <T = Record<string, unknown>>(path: string) => call<T>('GET', path),
    post: <T = Record<string, unknown>>(path: string, body: unknown = {}, more = {}) =>
      call<T>('POST', path, body, more),
    put: <T = Record<string, unknown>>(path: string) => call<T>('PUT', path),
    remove: <T = Record<string, unknown>>(path: string) => call<T>('DELETE', path),
    /** A file as a reader of its bytes gets it. */
    async fetchFile(path: string) {
      const response = await fetch(`${shop.origin}/api/v1${path}`, { headers: customer.headers })
      return {
        http: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    },
    /** Looks something up by the call of its service and pays for it from the wallet, to its end. @returns its reference */
    async buys(service: keyof typeof wares, wish: Record<string, unknown> = {}): Promise<string> {
      const { path, body, payment_for } = wares[service]
      const looked = await call<Looked>('POST', path, { ...body, ...wish })
      if (looked.http !== 200) throw new Error(`${service} was not looked up: ${looked.message}`)
      const info = looked.data
      const paid = await call('POST', '/payments/initiate', {
        order_reference: info.order_reference,
        amount: info.total_amount,
        payment_for,
        payment_method: 'WALLET',
      })
      if (paid.http !== 200) throw new Error(`${service} was not paid: ${paid.message}`)
      const order = await shop.orderRow(info.order_reference)
      await shop.features.engine.advance(order.id)
      return info.order_reference
    },
  }
}
export type Person = Awaited<ReturnType<typeof personOf>>

/** Makes a person's account a company's. */
export async function incorporate(shop: Shop, person: Pick<Person, 'id'>, name = 'Okafor Mills Ltd') {
  await shop.db.q
    .updateTable('users')
    .set({ is_company: true, company_name: name, rc_number: 'RC 123456', address: '4 Marina, Lagos' })
    .where('id', '=', person.id)
    .execute()
}

const wares = {
  power: {
    path: '/services/electricity/get-meter-info',
    payment_for: 'electricity',
    body: {
      meter_number: '11000000099',
      meter_type: 'prepaid',
      phone_number: '08031234567',
      amount: 2000,
      meter_disco: 'ikeja',
    },
  },
  cabletv: {
    path: '/services/cabletv/get-smartcard-info',
    payment_for: 'cabletv',
    body: {
      smartcard_number: '1200000099',
      cabletv_network: 'DStv',
      cabletv_bundle_code: 'dstv-padi',
      phone_number: '08031234567',
    },
  },
  airtime: {
    path: '/services/airtime/record/create',
    payment_for: 'vtu_airtime',
    body: { phone_number: '08010000099', amount: 500, selected_provider: 'MTN' },
  },
  data: {
    path: '/services/data/get-device-info',
    payment_for: 'vtu_data',
    body: {
      device_id: '08010000088',
      selected_provider: 'MTN',
      selected_bundle_code: 'mtn-10mb-100',
      phone_number_to_notify: '08031234567',
    },
  },
  education: {
    path: '/services/education/waec/registration',
    payment_for: 'education',
    body: { service_type: 'waec', phone_number: '08010000077', email_address: '', quantity: 1 },
  },
} as const
