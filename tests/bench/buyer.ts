import { randomUUID } from 'node:crypto'
import { signInternalHeader } from '../../server/http/internal-header.ts'
import { initiatePayment } from '../../shared/payments.ts'
import { type MeterInfo, processPower, quotePower } from '../../shared/power.ts'
import { checkoutRequestOf } from '../support/checkout-request.ts'
import { request } from './http-client.ts'

export interface AppAddress {
  readonly url: string
  readonly simulators: string
  readonly secret: string
}

/** Response times in milliseconds, by step of the purchase. */
export type Times = Record<string, number[]>

interface Envelope<T> {
  readonly status: string
  readonly message: string
  readonly data: T
}

/** API client with the header that the web server sends for a guest's browser: its own session and its own meter. */
export function createBuyer(app: AppAddress, number: number, times: Times) {
  const session = randomUUID()
  const internalHeader = signInternalHeader(app.secret, { ip: '102.89.1.1', session, at: Date.now() })
  const call = async <T>(
    name: string,
    path: string,
    body: unknown,
    extraHeaders: Record<string, string> = {},
  ) => {
    const headers = { 'x-sanwo-shell': internalHeader, ...extraHeaders }
    const response = await request<Envelope<T>>(`${app.url}/api/v1${path}`, { body, headers })
    const samples = times[name] ?? []
    times[name] = samples
    samples.push(response.ms)
    if (response.httpStatus >= 400)
      throw new Error(`${name}: ${response.httpStatus} ${response.body.message}`)
    return response.body
  }
  const client = {
    lookUpMeter: async () =>
      (
        await call<MeterInfo>('lookup', quotePower.path, {
          // A number that ends in 5 has no special meaning for the simulators.
          meter_number: `11${String(number * 10 + 5).padStart(9, '0')}`,
          meter_type: 'prepaid',
          phone_number: '08031234567',
          amount: 5_000,
          meter_disco: 'ikeja',
        })
      ).data,
    async initiatePayment(info: MeterInfo): Promise<string> {
      const body = checkoutRequestOf(info)
      const key = { 'idempotency-key': randomUUID() }
      const { data } = await call<{ checkoutUrl: string }>('initiate', initiatePayment.path, body, key)
      return data.checkoutUrl
    },
    /** Pays at the hosted checkout. @returns the payment's reference */
    async pay(checkoutUrl: string): Promise<string> {
      const access_code = new URL(checkoutUrl).pathname.split('/').pop()
      const checkoutResult = await request<{ status: string; callbackUrl: string }>(
        `${app.simulators}/simulators/pay`,
        {
          body: { access_code },
        },
      )
      if (checkoutResult.body.status !== 'success')
        throw new Error(`The checkout returned ${checkoutResult.body.status}`)
      return new URL(checkoutResult.body.callbackUrl).searchParams.get('reference') ?? ''
    },
    /** @returns true when the token is available */
    async processOrder({ order_reference, access_token }: MeterInfo): Promise<boolean> {
      const body = { serviceId: order_reference, accessToken: access_token }
      return (await call('process', processPower.path, body)).status === 'success'
    },
  }
  return client
}
