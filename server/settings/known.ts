import { z } from 'zod'
import { smsProviders, usualCashbackPercent, vendors } from '../../shared/constants.ts'
import { gateways } from '../../shared/payments.ts'

/** 1 is on, 0 is off. Written by hand also as on and off. */
const Status = z.literal([0, 1])
const Vendor = z.enum(vendors)
const Reason = z.string().trim().min(1).max(200).nullable()
const Kobo = z.int().min(0).max(100_000_000_000)
const Points = z.int().min(1).max(100_000_000).nullable()

interface Known<T> {
  readonly reads: z.ZodType<T>
  readonly value: T
  readonly about: string
}
const known = <T>(reads: z.ZodType<T>, value: NoInfer<T>, about: string): Known<T> => ({
  reads,
  value,
  about,
})

const onOrOff = (name: string, value: 0 | 1) => known(Status, value, `${name}: 1 on, 0 off`)
const why = (name: string) => known(Reason, null, `what people are told while ${name} is off`)
const limit = (about: string) => known(Points, null, `${about}; null for the built-in limit`)

/** Every site setting: what it may be, what it is until somebody changes it, and what it means. */
export const knownSettings = {
  power_status: onOrOff('Power', 1),
  power_reason: why('Power'),
  cabletv_status: onOrOff('Cable TV', 1),
  cabletv_reason: why('Cable TV'),
  airtime_status: onOrOff('Airtime', 1),
  airtime_reason: why('Airtime'),
  data_status: onOrOff('Data', 1),
  data_reason: why('Data'),
  education_status: onOrOff('School', 1),
  education_reason: why('School'),
  waec_status: onOrOff('WAEC', 1),
  jamb_status: onOrOff('JAMB', 1),
  insurance_status: onOrOff('Insurance', 0),
  insurance_reason: why('Insurance'),
  ticket_status: onOrOff('Ticket', 0),
  payment_gateway: known(z.enum(gateways), 'paystack', 'the gateway of new payments'),
  identity_gateway: known(
    z.enum(gateways),
    'monnify',
    'the gateway that checks a BVN and reserves bank accounts, whichever takes payments',
  ),
  util_service_vendor: known(Vendor, 'vtpass', 'the vendor of services that name none of their own'),
  power_gateway: known(Vendor, 'vtpass', 'the vendor of new electricity orders'),
  cabletv_gateway: known(Vendor, 'vtpass', 'the vendor of new cable TV orders'),
  airtime_gateway: known(Vendor, 'vtpass', 'the vendor of new airtime orders'),
  data_gateway: known(Vendor, 'vtpass', 'the vendor of new data orders'),
  education_gateway: known(Vendor, 'vtpass', 'the vendor of new education orders'),
  insurance_gateway: known(Vendor, 'vtpass', 'the vendor of insurance, which is not sold yet'),
  ticket_gateway: known(Vendor, 'vtpass', 'the vendor of tickets, which are not sold yet'),
  sms_provider: known(
    z.enum(smsProviders),
    'termii',
    'who sends SMS; the other one when it rejects a message',
  ),
  power_service_charge_kobo: known(Kobo, 10_000, 'our charge on an electricity order, kobo'),
  cabletv_service_charge_kobo: known(Kobo, 10_000, 'our charge on a cable TV order, kobo'),
  data_service_charge_kobo: known(Kobo, 0, 'our charge on a data order, kobo'),
  waec_service_charge_kobo: known(Kobo, 10_000, 'our charge on a WAEC order, kobo'),
  jamb_service_charge_kobo: known(Kobo, 0, 'our charge on a JAMB order, kobo; JAMB forbids any'),
  cashback_basis_points: known(
    z.int().min(0).max(2_000),
    usualCashbackPercent * 100,
    'cashback on the amount of an order that is looked up from now on, hundredths of a percent; 0 for none',
  ),
  topup_second_manager_kobo: known(
    Kobo.nullable(),
    null,
    'a manager’s wallet top-up above this waits for a second manager, kobo; null for never',
  ),
  refund_second_manager_kobo: known(
    Kobo.nullable(),
    null,
    'a refund by a manager above this waits for a second manager, kobo; null for never',
  ),
  education_quantity_limit: known(z.int().min(1).max(50), 10, 'PINs in one education order'),
  write_off_daily_cap_kobo: known(
    Kobo,
    20_000_000,
    'refunded in a day by itself for deliveries that stay unclear, kobo; above it a person decides',
  ),
  vendor_pause_silent: known(
    z.int().min(0).max(10),
    3,
    'orders in a row, for as many people, that a vendor leaves unanswered until it is paused for that service; 0 for never',
  ),
  vendor_pause_bad_of_ten: known(
    z.int().min(0).max(10),
    5,
    'of the last ten orders within ten minutes, those that fail by a fault of the vendor until it is paused for that service; 0 for never',
  ),
  wallet_topup_max_kobo: known(Kobo, 50_000_000, 'the most that one wallet top-up may be, kobo'),
  funding_fee_kobo: known(
    Kobo,
    0,
    'taken from each transfer to a bank account that is reserved from now on, kobo; 0 for none',
  ),
  referral_bonus_kobo: known(
    Kobo,
    10_000,
    'the bonus for a referral, UTW kobo (1 UTW = 1 naira): paid to who referred when the first order of the newcomer is delivered; 0 for none',
  ),
  referral_order_min_kobo: known(
    Kobo,
    50_000,
    'the least amount of an order that earns a referral bonus, kobo',
  ),
  wallet_minimum_deposit: known(
    z.int().min(1).max(1_000_000),
    500,
    'the least bonus that may be redeemed at once, naira (1 UTW = 1 naira)',
  ),
  limit_lookup_number: limit('lookups of one number in 10 minutes'),
  limit_lookup_client: limit('lookups by one network address in 10 minutes'),
  limit_lookup_everybody: limit('lookups by everybody in 10 minutes'),
  limit_checkout_client: limit('checkouts opened by one network address in 10 minutes'),
  limit_sign_in_client: limit('wrong passwords from one network address in 15 minutes'),
  limit_register_client: limit('accounts made from one network address in an hour'),
  limit_mail_client: limit('codes and links asked for from one network address in an hour'),
} as const

type Shape = typeof knownSettings
export type SettingName = keyof Shape
export type SettingValues = {
  -readonly [name in SettingName]: Shape[name] extends Known<infer T> ? T : never
}

export const settingNames = Object.keys(knownSettings) as SettingName[]
export const isSetting = (name: string): name is SettingName => Object.hasOwn(knownSettings, name)

/** A wrong value for a setting: its message says what it may be. */
export class WrongSetting extends Error {}

/** Checks a value for a setting. @throws WrongSetting */
export function checkSetting<N extends SettingName>(name: N, value: unknown): SettingValues[N] {
  const read = knownSettings[name].reads.safeParse(value)
  if (read.success) return read.data as SettingValues[N]
  throw new WrongSetting(
    `${name} cannot be ${JSON.stringify(value)}: ${read.error.issues[0]?.message ?? 'it is wrong'}.`,
  )
}

/** Reads a value as typed on a command line: on, off, null, a number, or text. @throws WrongSetting */
export function typedSetting<N extends SettingName>(name: N, typed: string): SettingValues[N] {
  const words: Record<string, unknown> = { on: 1, off: 0, null: null, none: null }
  const word = typed.trim().toLowerCase()
  if (Object.hasOwn(words, word)) return checkSetting(name, words[word])
  const isNumber = /^-?\d+$/.test(word) && !name.endsWith('_reason')
  return checkSetting(name, isNumber ? Number(word) : typed)
}
