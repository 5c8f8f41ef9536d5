import { signInternalHeader } from '../../server/http/index.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import type { MeterInfo, PowerOrder } from '../../shared/power.ts'
import { checkoutRequestOf } from './checkout-request.ts'

export interface ApiResponse<T = Record<string, unknown>> {
  http: number
  status: string
  message: string
  data: T
  errors: Record<string, string[]> | undefined
}

const validMeter = '11000000099'

interface GuestContext {
  /** Read at each request: a restarted process may have another address. */
  readonly app: { readonly origin: string; readonly simulators: { readonly url: string } }
  /** Signs the internal header with the browser's details. */
  readonly secret: string
  readonly session: string
  readonly authHeaders: Record<string, string>
}

/** The client of a guest browser, or of a signed-in one with a bearer token. */
export function createGuest({ app, secret, session, authHeaders }: GuestContext) {
  // The internal header is valid for five minutes; a test browser is used longer.
  const headers = () => ({
    ...authHeaders,
    'x-sanwo-shell': signInternalHeader(secret, { ip: '102.89.1.1', session, at: Date.now() }),
  })
  const fetchJson = <T>(path: string, extraHeaders: Record<string, string> = {}) =>
    readResponse<T>(fetch(`${app.origin}/api/v1${path}`, { headers: { ...headers(), ...extraHeaders } }))
  const postJson = <T>(path: string, body: unknown, extraHeaders: Record<string, string> = {}) =>
    readResponse<T>(
      fetch(`${app.origin}/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers(), ...extraHeaders, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  return {
    session,
    headers: headers(),
    fetchJson,
    postJson,
    lookUpMeter: (overrides: Record<string, unknown> = {}) =>
      postJson<MeterInfo>('/services/electricity/get-meter-info', {
        meter_number: validMeter,
        meter_type: 'prepaid',
        phone_number: '08031234567',
        amount: 2000,
        meter_disco: 'ikeja',
        ...overrides,
      }),
    initiatePayment: (
      info: MeterInfo,
      overrides: Record<string, unknown> = {},
      extraHeaders: Record<string, string> = {},
    ) =>
      postJson<{ checkoutUrl: string }>(
        '/payments/initiate',
        { ...checkoutRequestOf(info), ...overrides },
        extraHeaders,
      ),
    /** Submits the simulated hosted checkout. */
    async payAtCheckout(checkoutUrl: string, options: Record<string, unknown> = {}) {
      const access_code = new URL(checkoutUrl).pathname.split('/').pop()
      const { body } = await post(`${app.simulators.url}/simulators/pay`, { access_code, ...options })
      return body as { status: string; callbackUrl: string }
    },
    processOrder: (info: MeterInfo) =>
      postJson<{ reference: string; access_token: string }>('/services/electricity/process-subscription', {
        serviceId: info.order_reference,
        accessToken: info.access_token,
      }),
    getOrderStatus: (info: Pick<MeterInfo, 'order_reference'>) =>
      fetchJson<OrderStatus>(`/orders/${info.order_reference}/state`),
    getOrder: (info: MeterInfo) =>
      fetchJson<PowerOrder>(
        `/services/electricity/transaction/${info.access_token}/order/${info.order_reference}/details`,
      ),
    /** Creates an electricity order and pays it at the checkout, without returning. */
    async buyElectricity(overrides: Record<string, unknown> = {}, options: Record<string, unknown> = {}) {
      const { data: info } = await this.lookUpMeter(overrides)
      const { data } = await this.initiatePayment(info, overrides.email ? { email: overrides.email } : {})
      const payment = await this.payAtCheckout(data.checkoutUrl, options)
      return { info, ...payment }
    },
  }
}

async function readResponse<T>(responsePromise: Promise<Response>): Promise<ApiResponse<T>> {
  const response = await responsePromise
  const body = (await response.json()) as Omit<ApiResponse<T>, 'http'>
  return { http: response.status, ...body }
}

export async function post(url: string, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { http: response.status, body: (await response.json().catch(() => null)) as unknown }
}
