import type { Page } from 'playwright-core'
import { apiPrefix } from '../../shared/constants.ts'
import { initiatePayment } from '../../shared/payments.ts'
import { type MeterInfo, quotePower } from '../../shared/power.ts'
import { request } from './http-client.ts'

/** Calls the API from an open page, as its island would. */
async function call<T>(page: Page, path: string, body: object): Promise<T> {
  const response = await page.evaluate(
    async ({ url, body: payload }) => {
      const csrfToken = document.querySelector('meta[name="csrf-token"]')?.getAttribute('content') ?? ''
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
        body: payload,
      })
      return response.json() as Promise<{ data: unknown; message: string; status: string }>
    },
    { url: apiPrefix + path, body: JSON.stringify(body) },
  )
  if (response.status === 'error') throw new Error(`${path}: ${response.message}`)
  return response.data as T
}

/** Looks up a meter in the browser's own session. */
export const lookUpMeter = (page: Page, meter: string): Promise<MeterInfo> =>
  call(page, quotePower.path, {
    meter_number: meter,
    meter_type: 'prepaid',
    phone_number: '08031234567',
    amount: 5_000,
    meter_disco: 'ikeja',
  })

/** Pays for the order at the checkout. */
export async function payOrder(page: Page, simulators: string, info: MeterInfo): Promise<void> {
  const { checkoutUrl } = await call<{ checkoutUrl: string }>(page, initiatePayment.path, {
    order_reference: info.order_reference,
    service_id: info.service_id,
    amount: info.total_amount,
    service_charge: info.service_charge,
    payment_for: 'electricity',
    payment_method: 'CARD',
  })
  const access_code = new URL(checkoutUrl).pathname.split('/').pop()
  await request(`${simulators}/simulators/pay`, { body: { access_code } })
}
