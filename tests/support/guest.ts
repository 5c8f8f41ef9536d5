import { signShell } from '../../server/http/index.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import type { MeterInfo, PowerOrder } from '../../shared/power.ts'

export interface Reply<T = Record<string, unknown>> {
  http: number
  status: string
  message: string
  data: T
  errors: Record<string, string[]> | undefined
}

const goodMeter = '11000000099'

interface Place {
  /** Read at each request: a process that was started again may be elsewhere. */
  readonly at: { readonly origin: string; readonly simulators: { readonly url: string } }
  /** Signs what the shell says of the browser. */
  readonly secret: string
  readonly session: string
  readonly bearer: Record<string, string>
}

/** A browser that never signed in, or that carries a bearer. */
export function guestOf({ at: shop, secret, session, bearer }: Place) {
  // The shell's word holds for five minutes, and a browser lives longer.
  const headers = () => ({
    ...bearer,
    'x-sanwo-shell': signShell(secret, { ip: '102.89.1.1', session, at: Date.now() }),
  })
  const ask = <T>(path: string) => answer<T>(fetch(`${shop.origin}/api/v1${path}`, { headers: headers() }))
  const send = <T>(path: string, body: unknown, more: Record<string, string> = {}) =>
    answer<T>(
      fetch(`${shop.origin}/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers(), ...more, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  return {
    session,
    headers: headers(),
    ask,
    send,
    looksUp: (wish: Record<string, unknown> = {}) =>
      send<MeterInfo>('/services/electricity/get-meter-info', {
        meter_number: goodMeter,
        meter_type: 'prepaid',
        phone_number: '08031234567',
        amount: 2000,
        meter_disco: 'ikeja',
        ...wish,
      }),
    initiates: (info: MeterInfo, wish: Record<string, unknown> = {}, more: Record<string, string> = {}) =>
      send<{ checkoutUrl: string }>(
        '/payments/initiate',
        {
          order_reference: info.order_reference,
          service_id: info.service_id,
          amount: info.total_amount,
          device_id: null,
          service_charge: info.service_charge,
          payment_for: 'electricity',
          description: 'Electricity',
          payment_method: 'CARD',
          save_card: false,
          ...wish,
        },
        more,
      ),
    /** Presses the button of the hosted checkout. */
    async paysAt(checkoutUrl: string, how: Record<string, unknown> = {}) {
      const access_code = new URL(checkoutUrl).pathname.split('/').pop()
      const { body } = await post(`${shop.simulators.url}/simulators/pay`, { access_code, ...how })
      return body as { status: string; callbackUrl: string }
    },
    processes: (info: MeterInfo) =>
      send<{ reference: string; access_token: string }>('/services/electricity/process-subscription', {
        serviceId: info.order_reference,
        accessToken: info.access_token,
      }),
    seesState: (info: Pick<MeterInfo, 'order_reference'>) =>
      ask<OrderStatus>(`/orders/${info.order_reference}/state`),
    seesOrder: (info: MeterInfo) =>
      ask<PowerOrder>(
        `/services/electricity/transaction/${info.access_token}/order/${info.order_reference}/details`,
      ),
    /** From the form to a paid checkout, whose browser never comes back. */
    async buys(wish: Record<string, unknown> = {}, how: Record<string, unknown> = {}) {
      const { data: info } = await this.looksUp(wish)
      const { data } = await this.initiates(info, wish.email ? { email: wish.email } : {})
      const paid = await this.paysAt(data.checkoutUrl, how)
      return { info, ...paid }
    },
  }
}

async function answer<T>(asked: Promise<Response>): Promise<Reply<T>> {
  const response = await asked
  const body = (await response.json()) as Omit<Reply<T>, 'http'>
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
