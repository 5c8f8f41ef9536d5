import { expect, test } from 'vitest'
import type { ZodMiniObject } from 'zod/mini'
import * as accounts from '../../shared/accounts.ts'
import { getPhoneCodes, getStates } from '../../shared/actions.ts'
import * as airtime from '../../shared/airtime.ts'
import * as cabletv from '../../shared/cabletv.ts'
import { getPaymentCards, initiateCardPayment } from '../../shared/cards.ts'
import * as constants from '../../shared/constants.ts'
import type { Endpoint } from '../../shared/contract.ts'
import * as data from '../../shared/data.ts'
import * as education from '../../shared/education.ts'
import { getPaymentOptions, initiatePayment } from '../../shared/payments.ts'
import * as power from '../../shared/power.ts'
import { getWalletBalance, initiateTopUp } from '../../shared/wallet.ts'

const registration = 'is_company name email phone terms password platform referrer'
const payment =
  'order_reference service_id amount device_id service_charge payment_for description payment_method save_card'

/**
 * Method, path and payload of each call of specification 1, section 7. Server and islands share the endpoints, so no
 * other test fails when both of them change.
 */
const specifiedCalls: readonly (readonly [call: string, endpoint: Endpoint, payload: string])[] = [
  ['POST /auth/register', accounts.registerAccount, `${registration} company_name address website rc_number`],
  ['POST /auth/verify-email', accounts.verifyEmail, 'token email'],
  ['POST /auth/resend-email-verification-token', accounts.resendVerification, 'email'],
  ['GET /get/phone-codes', getPhoneCodes, ''],
  ['GET /account/user/profile', accounts.getProfile, ''],
  ['GET /account/user/wallet/balance', getWalletBalance, ''],
  ['GET /account/user/payment-cards/all', getPaymentCards, ''],
  ['GET /services/electricity/providers/all', power.getPowerProviders, ''],
  ['GET /services/electricity/discos/company/all', power.getDiscoCompanies, 'meter_type'],
  ['GET /services/electricity/discos/all', power.getDiscos, ''],
  ['GET /services/cabletv/networks/all', cabletv.getCabletvNetworks, ''],
  ['GET /services/airtime/networks/all', airtime.getAirtimeNetworks, ''],
  ['GET /services/data/networks/all', data.getDataNetworks, ''],
  ['GET /actions/get-all-states', getStates, ''],
  ['GET /actions/get-payment-options', getPaymentOptions, ''],
  [
    'POST /services/electricity/get-meter-info',
    power.quotePower,
    'meter_number meter_type phone_number amount meter_disco',
  ],
  ['POST /actions/get-power-history', power.getPowerHistory, 'meter_number phone_number'],
  ['POST /payments/initiate', initiatePayment, payment],
  ['POST /account/payments/wallet/topup/initiate', initiateTopUp, payment],
  ['POST /account/payments/payment-card/initiate', initiateCardPayment, `${payment} payment_card_id`],
  ['POST /services/electricity/process-subscription', power.processPower, 'serviceId accessToken'],
  ['GET /services/electricity/transaction/{accessToken}/order/{serviceId}/details', power.getPowerOrder, ''],
  ['GET /services/transaction/power/{reference}', power.getPowerReceipt, ''],
  [
    'POST /services/cabletv/get-smartcard-info',
    cabletv.quoteCabletv,
    'smartcard_number cabletv_network cabletv_bundle_code phone_number',
  ],
  ['GET /services/cabletv/get-customer-info/{reference}', cabletv.getCabletvQuote, ''],
  ['POST /services/cabletv/process-subscription', cabletv.processCabletv, 'serviceId'],
  ['GET /services/cabletv/transaction/{accessToken}/order/{serviceId}/details', cabletv.getCabletvOrder, ''],
  ['POST /services/airtime/record/create', airtime.quoteAirtime, 'phone_number amount selected_provider'],
  ['POST /services/airtime/process-subscription', airtime.processAirtime, 'serviceId'],
  ['GET /services/airtime/transaction/order/{serviceId}/details', airtime.getAirtimeOrder, ''],
  [
    'POST /services/data/get-device-info',
    data.quoteData,
    'device_id selected_provider selected_bundle_code phone_number_to_notify',
  ],
  ['GET /services/data/get-customer-info/{reference}', data.getDataQuote, ''],
  ['POST /services/data/process-subscription', data.processData, 'serviceId'],
  ['GET /services/data/transaction/{deviceId}/order/{serviceId}/details', data.getDataOrder, ''],
  ['GET /services/education/service-types/all', education.getEducationTypes, ''],
  [
    'POST /services/education/waec/registration',
    education.quoteWaec,
    'phone_number email_address quantity service_type variation_code',
  ],
  [
    'POST /services/education/jamb/purchase-pin',
    education.quoteJamb,
    'phone_number service_type profile_id variation_code',
  ],
  ['POST /services/education/process-subscription', education.processEducation, 'serviceId requestId'],
  [
    'GET /services/education/transaction/{requestId}/order/{serviceId}/details',
    education.getEducationOrder,
    '',
  ],
]

test.each(specifiedCalls)('%s is called as specified', (call, endpoint, payload) => {
  expect(`${endpoint.method} ${endpoint.path}`).toBe(call)
  const schema = (endpoint.body ?? endpoint.query) as ZodMiniObject | undefined
  const names = payload.split(' ').filter(Boolean)
  expect(Object.keys(schema?.shape ?? {})).toEqual(expect.arrayContaining(names))
})

test('the limits and times have the specified values', () => {
  expect(constants).toMatchObject({
    apiPrefix: '/api/v1',
    defaultCashbackPercent: 1,
    utwPerNaira: 1,
    verificationPinLength: 4,
    authPinLength: 6,
    pinPreviewMs: 300,
    resendCountdownMs: 600_000,
    meterTypes: ['prepaid', 'postpaid'],
    examTypes: ['waec', 'waec-registration', 'jamb'],
    meterLookupMinLength: 11,
    smartcardLookupMinLength: 8,
    cacheLifetimesMs: { long: 7_200_000, companies: 3_600_000 },
    toastMs: { usual: 3000, error: 5000, fade: 150, queuePoll: 250 },
    maxHalfWidthDetail: 15,
    push: { scheme: 'https', port: 443, cluster: 'mt1', key: '', host: '' },
    paymentMethods: ['WALLET', 'SAVED_CARD', 'CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'],
  })
})
