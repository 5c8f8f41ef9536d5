import type { MeterBeneficiary, VirtualAccount } from '../../shared/beneficiaries.ts'
import type { ReservationTerms } from '../../shared/virtual-accounts.ts'
import { type Customer, type CustomerWish, customerOf } from '../support/customer.ts'
import type { Till } from '../support/shop.ts'

/** A BVN that matches every account, by the simulator's values. */
export const goodBvn = '22212345678'
export const details = { customer_bvn: goodBvn, bank_code: '044', account_number: '0123456789' }

let numbers = 0

/** Somebody who is signed in, and what they do about bank accounts of their own. */
export async function holderOf(shop: Till, wish: CustomerWish = {}) {
  const ada = await customerOf(shop, wish)
  const lists = async (kind: string) =>
    (await ada.ask<MeterBeneficiary[]>(`/account/beneficiaries/${kind}/all`)).data
  return {
    ...ada,
    verifies: (more: object = {}) =>
      ada.send<{ account_name: string }>('/account/user/verify-bvn', { ...details, ...more }),
    terms: async () => (await ada.ask<ReservationTerms>('/account/user/reserve-account-number')).data,
    meters: () => lists('meter-numbers'),
    reserves: (beneficiary_id: string, beneficiary: unknown = 'meter_number') =>
      ada.send<{ virtual_account: VirtualAccount | null }>('/account/user/reserve-account-number', {
        beneficiary_id,
        beneficiary,
      }),
    /** Saves a meter of their own. @returns its uniqueid */
    async savesMeter(meter_number = `1100${2_000_009 + 10 * ++numbers}`): Promise<string> {
      const saved = await ada.send<{ uniqueid: string }>('/account/beneficiaries/meter-numbers/add', {
        meter_number,
        meter_type: 'prepaid',
        phone_number: '08031234567',
        amount: 2000,
        disco_code: 'ikeja',
        state_id: 'Lagos',
      })
      if (saved.http !== 200) throw new Error(saved.message)
      return saved.data.uniqueid
    },
    /** Verifies, saves a meter and reserves its account. */
    async holdsAccount(): Promise<{ uniqueid: string; account: VirtualAccount }> {
      const verified = await this.verifies()
      if (verified.http !== 200) throw new Error(verified.message)
      const uniqueid = await this.savesMeter()
      const { data, message } = await this.reserves(uniqueid)
      if (!data?.virtual_account) throw new Error(message)
      return { uniqueid, account: data.virtual_account }
    },
    switches: (beneficiary_id: string, on: unknown) =>
      ada.send<{ virtual_account: VirtualAccount }>('/account/user/virtual-accounts/automatic-purchase', {
        beneficiary_id,
        on,
      }),
    notices: () =>
      shop.db.q
        .selectFrom('notifications')
        .select(['subject', 'body'])
        .where('user_id', '=', ada.id)
        .execute(),
  }
}
export type Holder = Customer & Awaited<ReturnType<typeof holderOf>>

/** Somebody transfers naira to an account. @returns the gateway's reference */
export async function transfers(shop: Till, accountNumber: string, amount: number | string): Promise<string> {
  const answer = await fetch(`${shop.simulators.url}/simulators/inflow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_number: accountNumber, amount }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { reference: string }).reference
}
