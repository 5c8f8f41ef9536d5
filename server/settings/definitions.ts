import { z } from 'zod'
import { defaultCashbackPercent, type Service, smsProviders, vendors } from '../../shared/constants.ts'
import {
  gateways,
  isSettlingGateway,
  providerNames,
  type SettlingGatewayName,
} from '../../shared/providers.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import {
  allServiceData,
  defineSetting,
  KoboSetting,
  onOrOff,
  type SettingDefinition,
  type serviceData,
} from '../service-data/index.ts'
import { settingTexts } from './texts.ts'

const Vendor = z.enum(vendors)
const Reason = z.string().trim().min(1).max(200).nullable()
const Points = z.int().min(1).max(100_000_000).nullable()

const offReason = (name: string) => defineSetting(Reason, null, `message to customers while ${name} is off`)
const rateLimit = (description: string) =>
  defineSetting(Points, null, `${description}; null for the built-in limit`)

type Vendor = z.infer<typeof Vendor>
type ServiceSettings = { [S in Service as `${S}_status`]: SettingDefinition<0 | 1> } & {
  [S in Service as `${S}_reason`]: SettingDefinition<string | null>
} & { [S in Service as `${S}_gateway`]: SettingDefinition<Vendor> } & Intersection<
    (typeof serviceData)[Service]['settings']
  >
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer Result,
) => void
  ? Result
  : never

/** Status, reason and vendor of each service, and the settings that only it has. */
const serviceSettings = Object.assign(
  {},
  ...allServiceData.map(({ id, orderNoun, settings }) => ({
    [`${id}_status`]: onOrOff(serviceContracts[id].name, 1),
    [`${id}_reason`]: offReason(serviceContracts[id].name),
    [`${id}_gateway`]: defineSetting(Vendor, 'vtpass', `the vendor of new ${orderNoun} orders`),
    ...settings,
  })),
) as ServiceSettings

const payoutSettings = Object.fromEntries(
  gateways
    .filter(isSettlingGateway)
    .map((gateway) => [
      `${gateway}_payout_days`,
      defineSetting(
        z.int().min(1).max(31),
        1,
        `days from one payout of ${providerNames[gateway]} to us to the next; 7 for weekly payouts`,
      ),
    ]),
) as { [G in SettlingGatewayName as `${G}_payout_days`]: SettingDefinition<number> }

/** Every site setting: allowed values, default value and description. */
export const settingDefinitions = {
  ...serviceSettings,
  ...payoutSettings,
  insurance_status: onOrOff('Insurance', 0),
  insurance_reason: offReason('Insurance'),
  ticket_status: onOrOff('Ticket', 0),
  ussd_status: onOrOff('The USSD menu', 1),
  payment_gateway: defineSetting(z.enum(gateways), 'paystack', 'the gateway of new payments'),
  identity_gateway: defineSetting(
    z.enum(gateways),
    'monnify',
    'the gateway that checks a BVN and reserves virtual accounts, independent of the payment gateway',
  ),
  util_service_vendor: defineSetting(Vendor, 'vtpass', 'the vendor of services without their own setting'),
  insurance_gateway: defineSetting(Vendor, 'vtpass', 'the vendor of insurance, which is not available yet'),
  ticket_gateway: defineSetting(Vendor, 'vtpass', 'the vendor of tickets, which are not available yet'),
  sms_provider: defineSetting(
    z.enum(smsProviders),
    'termii',
    'the SMS provider; the other one is used when it rejects a message',
  ),
  sms_segment_kobo: defineSetting(KoboSetting, 400, 'price of one SMS segment to one recipient, kobo'),
  message_pin_above: defineSetting(
    z.int().min(0).max(1_000_000),
    100,
    'recipients of an e-mail or SMS above which the manager must enter the PIN',
  ),
  message_reply_to: defineSetting(
    z.email().nullable(),
    null,
    'address for replies to e-mails that managers send; null for the sender',
  ),
  cashback_basis_points: defineSetting(
    z.int().min(0).max(2_000),
    defaultCashbackPercent * 100,
    'cashback on the amount of orders quoted from now on, hundredths of a percent; 0 for none',
  ),
  topup_second_manager_kobo: defineSetting(
    KoboSetting.nullable(),
    5_000_000,
    'wallet top-ups and purchases in 24 hours by one manager, or for one user, above which a second manager must approve, kobo; null for no limit',
  ),
  refund_second_manager_kobo: defineSetting(
    KoboSetting.nullable(),
    5_000_000,
    'refunds, goodwill, accepted disputes and returned unallocated funds in 24 hours by one manager, or to one customer, above which a second manager must approve, kobo; null for no limit',
  ),
  write_off_daily_cap_kobo: defineSetting(
    KoboSetting,
    20_000_000,
    'daily limit for automatic refunds of unconfirmed orders, kobo; above it a manager decides',
  ),
  vendor_pause_silent: defineSetting(
    z.int().min(0).max(10),
    3,
    'consecutive orders without a response, for as many beneficiaries, that pause a vendor for the service; 0 for never',
  ),
  vendor_pause_bad_of_ten: defineSetting(
    z.int().min(0).max(10),
    5,
    'failures caused by the vendor, of its last ten orders within ten minutes, that pause it for the service; 0 for never',
  ),
  low_float_kobo: defineSetting(KoboSetting, 20_000_000, 'a float below this balance is low, kobo'),
  low_float_hours: defineSetting(
    z.int().min(0).max(168),
    6,
    'a float that lasts fewer hours at the current rate is low; 0 for no alert by time',
  ),
  wallet_topup_max_kobo: defineSetting(KoboSetting, 50_000_000, 'maximum wallet top-up, kobo'),
  funding_fee_kobo: defineSetting(
    KoboSetting,
    0,
    'fee on each transfer to a virtual account reserved from now on, kobo; 0 for none',
  ),
  referral_bonus_kobo: defineSetting(
    KoboSetting,
    10_000,
    'referral bonus, UTW kobo (1 UTW = 1 naira): paid to the referrer when the new user’s first order is delivered; 0 for none',
  ),
  referral_order_min_kobo: defineSetting(
    KoboSetting,
    50_000,
    'minimum order amount for a referral bonus, kobo',
  ),
  wallet_minimum_deposit: defineSetting(
    z.int().min(1).max(1_000_000),
    500,
    'minimum bonus redemption, naira (1 UTW = 1 naira)',
  ),
  archive_messages_after_days: defineSetting(
    z.literal(0).or(z.int().min(30).max(3_650)),
    400,
    'days after an order finished until its sent messages are archived, 30 to 3650; 0 for never',
  ),
  limit_lookup_number: rateLimit('lookups per number in 10 minutes'),
  limit_lookup_client: rateLimit('lookups per IP address in 10 minutes'),
  limit_lookup_everybody: rateLimit(
    'lookups of all guests, and as many of all verified users, in 10 minutes',
  ),
  limit_quote_client: rateLimit('quoted orders per IP address in 10 minutes'),
  limit_checkout_client: rateLimit('checkouts per IP address in 10 minutes'),
  limit_sign_in_account: rateLimit('failed sign-ins per account from unknown devices in 30 minutes'),
  limit_register_client: rateLimit('sign-ups per IP address in an hour'),
  limit_mail_client: rateLimit('verification e-mails requested per IP address in an hour'),
} as const

type Shape = typeof settingDefinitions
export type SettingName = keyof Shape
export type SettingValues = {
  -readonly [name in SettingName]: Shape[name] extends SettingDefinition<infer T> ? T : never
}

export const settingNames = Object.keys(settingDefinitions) as SettingName[]
export const isSetting = (name: string): name is SettingName => Object.hasOwn(settingDefinitions, name)

/** An invalid value for a setting. The message has the allowed values. */
export class InvalidSettingError extends Error {}

/** Validates a setting's value. @throws InvalidSettingError */
export function checkSetting<N extends SettingName>(name: N, value: unknown): SettingValues[N] {
  const result = settingDefinitions[name].schema.safeParse(value)
  if (result.success) return result.data as SettingValues[N]
  throw new InvalidSettingError(
    settingTexts.invalid({
      name,
      value: JSON.stringify(value) ?? '',
      reason: result.error.issues[0]?.message ?? settingTexts.invalidValue(),
    }),
  )
}

/** Parses a command-line value: on, off, null, none, a number or text. @throws InvalidSettingError */
export function parseSetting<N extends SettingName>(name: N, input: string): SettingValues[N] {
  const keywords: Record<string, unknown> = { on: 1, off: 0, null: null, none: null }
  const keyword = input.trim().toLowerCase()
  if (Object.hasOwn(keywords, keyword)) return checkSetting(name, keywords[keyword])
  const isNumber = /^-?\d+$/.test(keyword) && !name.endsWith('_reason')
  return checkSetting(name, isNumber ? Number(keyword) : input)
}
