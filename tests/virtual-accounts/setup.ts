import type { MeterBeneficiary, VirtualAccount } from '../../shared/beneficiaries.ts'
import type { VirtualAccountRequirements } from '../../shared/virtual-accounts.ts'
import { type CustomerOptions, createCustomer, type TestCustomer } from '../support/customer.ts'
import type { TestClient } from '../support/test-app.ts'

/** A BVN that matches every account, by the simulator's values. */
export const goodBvn = '22212345678'
export const details = { customer_bvn: goodBvn, bank_code: '044', account_number: '0123456789' }

let numbers = 0

/** Creates a user, signs in, and adds actions on virtual accounts. */
export async function createAccountHolder(app: TestClient, overrides: CustomerOptions = {}) {
  const ada = await createCustomer(app, overrides)
  const fetchBeneficiaries = async (kind: string) =>
    (await ada.fetchJson<MeterBeneficiary[]>(`/account/beneficiaries/${kind}/all`)).data
  return {
    ...ada,
    verifyBvn: (overrides: object = {}) =>
      ada.postJson<{ account_name: string }>('/account/user/verify-bvn', { ...details, ...overrides }),
    requirements: async () =>
      (await ada.fetchJson<VirtualAccountRequirements>('/account/user/reserve-account-number')).data,
    meters: () => fetchBeneficiaries('meter-numbers'),
    reserve: (beneficiary_id: string, beneficiary: unknown = 'meter_number') =>
      ada.postJson<{ virtual_account: VirtualAccount | null }>('/account/user/reserve-account-number', {
        beneficiary_id,
        beneficiary,
      }),
    /** Saves a meter of the user. @returns its uniqueid */
    async saveMeter(meter_number = `1100${2_000_009 + 10 * ++numbers}`): Promise<string> {
      const response = await ada.postJson<{ uniqueid: string }>('/account/beneficiaries/meter-numbers/add', {
        meter_number,
        meter_type: 'prepaid',
        phone_number: '08031234567',
        amount: 2000,
        disco_code: 'ikeja',
        state_id: 'Lagos',
      })
      if (response.httpStatus !== 200) throw new Error(response.message)
      return response.data.uniqueid
    },
    /** Verifies the BVN, saves a meter and reserves its account. */
    async reserveAccountForNewMeter(): Promise<{ uniqueid: string; account: VirtualAccount }> {
      const verification = await this.verifyBvn()
      if (verification.httpStatus !== 200) throw new Error(verification.message)
      const uniqueid = await this.saveMeter()
      const { data, message } = await this.reserve(uniqueid)
      if (!data?.virtual_account) throw new Error(message)
      return { uniqueid, account: data.virtual_account }
    },
    setAutoPurchase: (beneficiary_id: string, enabled: unknown) =>
      ada.postJson<{ virtual_account: VirtualAccount }>('/account/user/virtual-accounts/automatic-purchase', {
        beneficiary_id,
        on: enabled,
      }),
    notifications: () =>
      app.db.q
        .selectFrom('notifications')
        .select(['subject', 'body'])
        .where('user_id', '=', ada.id)
        .execute(),
  }
}
export type AccountHolder = TestCustomer & Awaited<ReturnType<typeof createAccountHolder>>

/** Simulates a transfer in naira to an account. @returns the gateway's reference */
export async function transferTo(
  app: TestClient,
  accountNumber: string,
  amount: number | string,
): Promise<string> {
  const response = await fetch(`${app.simulators.url}/simulators/inflow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_number: accountNumber, amount }),
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { reference: string }).reference
}
