import { randomUUID } from 'node:crypto'
import { signShell } from '../../server/http/shell-header.ts'
import { initiatePayment } from '../../shared/payments.ts'
import { getMeterInfo, type MeterInfo, processPower } from '../../shared/power.ts'
import { ask } from './wire.ts'

export interface Shop {
  readonly url: string
  readonly simulators: string
  readonly secret: string
}

/** Milliseconds of our answers, by call. */
export type Times = Record<string, number[]>

interface Envelope<T> {
  readonly status: string
  readonly message: string
  readonly data: T
}

/** A guest's browser, as the API sees it behind the shell: a session of its own, a meter of its own. */
export function buyer(shop: Shop, number: number, times: Times) {
  const session = randomUUID()
  const word = signShell(shop.secret, { ip: '102.89.1.1', session, at: Date.now() })
  const call = async <T>(name: string, path: string, body: unknown, more: Record<string, string> = {}) => {
    const headers = { 'x-sanwo-shell': word, ...more }
    const heard = await ask<Envelope<T>>(`${shop.url}/api/v1${path}`, { body, headers })
    const known = times[name] ?? []
    times[name] = known
    known.push(heard.ms)
    if (heard.http >= 400) throw new Error(`${name}: ${heard.http} ${heard.body.message}`)
    return heard.body
  }
  const buying = {
    looksUp: async () =>
      (
        await call<MeterInfo>('lookup', getMeterInfo.path, {
          // The last digit keeps clear of the endings that mean trouble.
          meter_number: `11${String(number * 10 + 5).padStart(9, '0')}`,
          meter_type: 'prepaid',
          phone_number: '08031234567',
          amount: 5_000,
          meter_disco: 'ikeja',
        })
      ).data,
    async initiates(info: MeterInfo): Promise<string> {
      const body = {
        order_reference: info.order_reference,
        service_id: info.service_id,
        amount: info.total_amount,
        device_id: null,
        service_charge: info.service_charge,
        payment_for: 'electricity',
        description: 'Electricity',
        payment_method: 'CARD',
        save_card: false,
      }
      const key = { 'idempotency-key': randomUUID() }
      const { data } = await call<{ checkoutUrl: string }>('initiate', initiatePayment.path, body, key)
      return data.checkoutUrl
    },
    /** At the hosted checkout. @returns the payment's reference */
    async pays(checkoutUrl: string): Promise<string> {
      const access_code = new URL(checkoutUrl).pathname.split('/').pop()
      const paid = await ask<{ status: string; callbackUrl: string }>(`${shop.simulators}/simulators/pay`, {
        body: { access_code },
      })
      if (paid.body.status !== 'success') throw new Error(`The checkout said ${paid.body.status}`)
      return new URL(paid.body.callbackUrl).searchParams.get('reference') ?? ''
    },
    /** @returns true when the token is there */
    async processes({ order_reference, access_token }: MeterInfo): Promise<boolean> {
      const body = { serviceId: order_reference, accessToken: access_token }
      return (await call('process', processPower.path, body)).status === 'success'
    },
  }
  return buying
}
