import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { updatePassword } from '../../shared/accounts.ts'
import { quoteAirtime } from '../../shared/airtime.ts'
import { getBanks } from '../../shared/banks.ts'
import * as beneficiaries from '../../shared/beneficiaries.ts'
import { quoteCabletv } from '../../shared/cabletv.ts'
import type { Endpoint } from '../../shared/contract.ts'
import { quoteData } from '../../shared/data.ts'
import { getSiteConfigs, SiteConfigs, updateSiteConfigs } from '../../shared/management/configs.ts'
import { getEmailTemplates, sendEmail } from '../../shared/management/messages.ts'
import {
  purchaseCabletvForUser,
  purchasePowerForUser,
  topUpWallet,
} from '../../shared/management/purchases.ts'
import { createRecord, getServiceDetails } from '../../shared/management/records.ts'
import { getUserChoices, getUserMeters, getUserSmartcards } from '../../shared/management/users.ts'
import * as notifications from '../../shared/notifications.ts'
import { getPowerReceipt, quotePower } from '../../shared/power.ts'
import { redeemBonus } from '../../shared/referral.ts'
import { toggleActivityLogs, verifyPin } from '../../shared/security.ts'
import { reserveAccount, verifyBvn } from '../../shared/virtual-accounts.ts'
import { verifyTopUp } from '../../shared/wallet.ts'

/** Method and path of a call without a payload. */
const withoutPayload: readonly (readonly [call: string, endpoint: Endpoint])[] = [
  ['GET /account/beneficiaries/smartcard-numbers/all', beneficiaries.getSmartcardBeneficiaries],
  ['GET /account/beneficiaries/phone-numbers/all', beneficiaries.getPhoneBeneficiaries],
  ['GET /account/beneficiaries/device-ids-numbers/all', beneficiaries.getDeviceBeneficiaries],
  ['GET /account/beneficiaries/meter-numbers/all', beneficiaries.getMeterBeneficiaries],
  ['DELETE /account/beneficiaries/{kind}/{uniqueid}/delete', beneficiaries.deleteBeneficiary],
  ['GET /account/notifications/all', notifications.getNotifications],
  ['GET /account/notifications/mark-all-as-read', notifications.markAllNotificationsRead],
  ['GET /account/notifications/mark-as-read/{id}', notifications.markNotificationRead],
  ['DELETE /account/notifications/{id}/delete', notifications.deleteNotification],
  ['GET /actions/get-all-banks', getBanks],
  ['PUT /account/user/profile/activity-logs/update', toggleActivityLogs],
  ['GET /management/users/all', getUserChoices],
  ['GET /management/user/{uniqueid}/meter-numbers/all', getUserMeters],
  ['GET /management/user/{uniqueid}/smartcard-numbers/all', getUserSmartcards],
  ['GET /services/transaction/power/{reference}', getPowerReceipt],
  ['GET /management/resources/email-templates', getEmailTemplates],
  ['GET /management/services/get-details/{service}/{reference}', getServiceDetails],
  ['GET /management/configs/site-configs', getSiteConfigs],
]

interface Payload {
  endpoint: Endpoint & { readonly body: z.ZodMiniObject }
  required: readonly string[]
  optional?: readonly string[]
}

const customer = ['additional_notes', 'customer_name', 'customer_address']
const meter = ['meter_number', 'meter_type', 'phone_number', 'amount']
const smartcard = ['smartcard_number', 'cabletv_network', 'cabletv_bundle_code', 'phone_number']
/** The checklist's rulings E-026 and E-057 require the phone of a smartcard, and PIN and user of both purchases. */
const purchase = ['order_reference', 'access_token', 'auth_pin', 'user_id']

const withPayload: Readonly<Record<string, Payload>> = {
  'POST /account/beneficiaries/meter-numbers/add': {
    endpoint: beneficiaries.addMeter,
    required: [...meter, 'disco_code', 'state_id'],
    optional: ['disco_id', 'company_id', ...customer],
  },
  'POST /account/beneficiaries/smartcard-numbers/add': {
    endpoint: beneficiaries.addSmartcard,
    required: [
      ...['smartcard_number', 'service_code', 'tv_network', 'bundle', 'cabletv_network_id'],
      ...['cabletv_bouquet_id', 'tv_bundle_amount'],
    ],
    optional: ['phone_number', ...customer],
  },
  'POST /account/beneficiaries/phone-numbers/add': {
    endpoint: beneficiaries.addPhone,
    required: ['phone_number', 'def_amount', 'provider_id', 'provider'],
    optional: ['country_code', 'code', ...customer],
  },
  'POST /account/beneficiaries/device-ids-numbers/add': {
    endpoint: beneficiaries.addDevice,
    required: ['device_id', 'provider_id', 'provider'],
    optional: ['phone_number', 'bundle_code', 'bundle_id', 'bundle', 'def_amount', ...customer],
  },
  'POST /services/electricity/get-meter-info': { endpoint: quotePower, required: [...meter, 'meter_disco'] },
  'POST /services/cabletv/get-smartcard-info': { endpoint: quoteCabletv, required: smartcard },
  'POST /services/airtime/record/create': {
    endpoint: quoteAirtime,
    required: ['phone_number', 'amount', 'selected_provider'],
  },
  'POST /services/data/get-device-info': {
    endpoint: quoteData,
    required: ['device_id', 'selected_provider', 'selected_bundle_code', 'phone_number_to_notify'],
  },
  'POST /account/user/verify-bvn': {
    endpoint: verifyBvn,
    required: ['customer_bvn', 'bank_code', 'account_number'],
  },
  'POST /account/user/reserve-account-number': {
    endpoint: reserveAccount,
    required: ['beneficiary_id', 'beneficiary'],
  },
  'POST /account/user/password/update': {
    endpoint: updatePassword,
    required: ['old_password', 'new_password', 'new_password_confirmation'],
  },
  'POST /management/user/pin/verify': { endpoint: verifyPin, required: ['pin'] },
  'POST /account/referral/redeem-bonus': { endpoint: redeemBonus, required: ['amount'] },
  'POST /account/wallet/process-transactions': {
    endpoint: verifyTopUp,
    required: ['reference'],
    optional: ['transactionReference'],
  },
  'POST /management/wallet/top-up': {
    endpoint: topUpWallet,
    required: ['amount', 'auth_pin', 'user_id'],
    optional: ['subject'],
  },
  'POST /management/power/subscribe': {
    endpoint: purchasePowerForUser,
    required: [...meter, 'meter_disco', ...purchase],
  },
  'POST /management/cabletv/subscribe': {
    endpoint: purchaseCabletvForUser,
    required: [...smartcard, ...purchase],
  },
  'POST /management/power/create-record': {
    endpoint: createRecord,
    required: [...meter, 'meter_disco', 'units', 'token'],
    optional: ['access_token', 'platform', 'email_address', 'description'],
  },
  'POST /management/messages/email/send': {
    endpoint: sendEmail,
    required: ['subject', 'message', 'user_group', 'type', 'service'],
    // Scheduled sending and the PIN above a number of recipients are additions.
    optional: ['email_addresses', 'email_template', 'user_id', 'reference', 'send_at', 'auth_pin'],
  },
}

const callOf = ({ method, path }: Endpoint) => `${method} ${path}`

test.each(withoutPayload)('the call %s has its specified method and path', (call, endpoint) => {
  expect(callOf(endpoint)).toBe(call)
  expect(endpoint.body).toBeUndefined()
})

test.each(Object.entries(withPayload))(
  'the call %s has its specified method, path and payload, and reports each missing required field',
  (call, { endpoint, required, optional = [] }) => {
    expect(callOf(endpoint)).toBe(call)
    expect(Object.keys(endpoint.body.shape).toSorted()).toEqual([...required, ...optional].toSorted())
    const missing = endpoint.body.safeParse({}).error?.issues.map(({ path }) => path[0]) ?? []
    expect(missing.toSorted()).toEqual(required.toSorted())
  },
)

test('the e-mail is multipart with one optional file, and a config update has the config fields', () => {
  expect(sendEmail.upload).toMatchObject({ field: 'file', optional: true })
  expect(callOf(updateSiteConfigs)).toBe('POST /management/configs/update-site-configs')
  expect(updateSiteConfigs.body.safeParse({}).success).toBe(true)
  const gateways = ['power', 'cable', 'data', 'airtime', 'education', 'insurance', 'ticket', 'payment']
  const statuses = ['power', 'cabletv', 'data', 'airtime', 'waec', 'jamb', 'education', 'insurance', 'ticket']
  expect(Object.keys(SiteConfigs.shape).toSorted()).toEqual(
    [
      ...gateways.map((name) => `${name}_gateway`),
      'util_service_vendor',
      ...statuses.map((name) => `${name}_status`),
    ].toSorted(),
  )
  for (const status of [0, 1]) expect(SiteConfigs.shape.power_status.safeParse(status).success).toBe(true)
  for (const status of [2, '1', true])
    expect(SiteConfigs.shape.power_status.safeParse(status).success).toBe(false)
})
