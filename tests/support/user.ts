import type { CreatedOrder } from './checkout-journey.ts'
import { type CustomerOptions, createCustomer } from './customer.ts'
import type { ApiResponse, TestApp } from './test-app.ts'

/** Creates a user as `createCustomer` does, who also calls any endpoint by its path: also a company or a manager. */
export async function createUser(app: TestApp, options: CustomerOptions = {}) {
  const customer = await createCustomer(app, options)
  const call = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    extraHeaders: Record<string, string> = {},
  ): Promise<ApiResponse<T>> => {
    const response = await fetch(`${app.origin}/api/v1${path}`, {
      method,
      headers: { ...customer.headers, ...extraHeaders, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { httpStatus: response.status, ...((await response.json()) as Omit<ApiResponse<T>, 'httpStatus'>) }
  }
  return {
    ...customer,
    call,
    get: <T = Record<string, unknown>>(path: string) => call<T>('GET', path),
    post: <T = Record<string, unknown>>(path: string, body: unknown = {}, extraHeaders = {}) =>
      call<T>('POST', path, body, extraHeaders),
    put: <T = Record<string, unknown>>(path: string) => call<T>('PUT', path),
    remove: <T = Record<string, unknown>>(path: string) => call<T>('DELETE', path),
    /** Downloads a file as bytes. */
    async fetchFile(path: string) {
      const response = await fetch(`${app.origin}/api/v1${path}`, { headers: customer.headers })
      return {
        httpStatus: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    },
    /** Creates an order, pays for it from the wallet and processes it. @returns the order reference */
    async buy(
      service: keyof typeof purchaseRequests,
      overrides: Record<string, unknown> = {},
    ): Promise<string> {
      const { path, body, payment_for } = purchaseRequests[service]
      const lookup = await call<CreatedOrder>('POST', path, { ...body, ...overrides })
      if (lookup.httpStatus !== 200) throw new Error(`${service} was not looked up: ${lookup.message}`)
      const info = lookup.data
      const payment = await call('POST', '/payments/initiate', {
        order_reference: info.order_reference,
        amount: info.total_amount,
        payment_for,
        payment_method: 'WALLET',
      })
      if (payment.httpStatus !== 200) throw new Error(`${service} was not paid: ${payment.message}`)
      const order = await app.orderRow(info.order_reference)
      await app.features.orderProcessor.advance(order.id)
      return info.order_reference
    },
  }
}
export type TestUser = Awaited<ReturnType<typeof createUser>>

/** Turns a user's account into a company account. */
export async function makeCompany(app: TestApp, user: Pick<TestUser, 'id'>, name = 'Okafor Mills Ltd') {
  await app.db.q
    .updateTable('users')
    .set({ is_company: true, company_name: name, rc_number: 'RC 123456', address: '4 Marina, Lagos' })
    .where('id', '=', user.id)
    .execute()
}

const purchaseRequests = {
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
