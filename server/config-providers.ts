import { z } from 'zod'

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((env) => new URL(env).origin)
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const nonEmpty = z.string().min(1)

/** Environment variables of the payment gateways, vendors and SMS providers. */
export const ProviderEnvironment = {
  PAYSTACK_SECRET_KEY: nonEmpty.optional(),
  PAYSTACK_URL: origin.optional(),
  FLUTTERWAVE_SECRET_KEY: nonEmpty.optional(),
  FLUTTERWAVE_SECRET_HASH: nonEmpty.optional(),
  FLUTTERWAVE_URL: address.optional(),
  MONNIFY_API_KEY: nonEmpty.optional(),
  MONNIFY_SECRET_KEY: nonEmpty.optional(),
  MONNIFY_CONTRACT_CODE: nonEmpty.optional(),
  MONNIFY_URL: origin.optional(),
  VTPASS_API_KEY: nonEmpty.optional(),
  VTPASS_PUBLIC_KEY: nonEmpty.optional(),
  VTPASS_SECRET_KEY: nonEmpty.optional(),
  VTPASS_URL: address.optional(),
  BUYPOWER_API_KEY: nonEmpty.optional(),
  BUYPOWER_URL: address.optional(),
  IRECHARGE_VENDOR_CODE: nonEmpty.optional(),
  IRECHARGE_PUBLIC_KEY: nonEmpty.optional(),
  IRECHARGE_PRIVATE_KEY: nonEmpty.optional(),
  IRECHARGE_URL: address.optional(),
  TERMII_API_KEY: nonEmpty.optional(),
  TERMII_SENDER: z.string().min(3).max(11).default('Sanwo'),
  TERMII_URL: origin.optional(),
  AFRICASTALKING_USERNAME: nonEmpty.optional(),
  AFRICASTALKING_API_KEY: nonEmpty.optional(),
  AFRICASTALKING_SENDER: z.string().min(3).max(11).optional(),
  AFRICASTALKING_URL: origin.optional(),
}

/** One line for each variable: its meaning, and its default when the schema does not state it. */
export const providerDescriptions: Readonly<Record<keyof typeof ProviderEnvironment, string>> = {
  PAYSTACK_SECRET_KEY: 'Secret key of the gateway Paystack. Default: none, Paystack is not used.',
  PAYSTACK_URL: "Address of Paystack's API. Default: https://api.paystack.co.",
  FLUTTERWAVE_SECRET_KEY: 'Secret key of the gateway Flutterwave. Default: none, Flutterwave is not used.',
  FLUTTERWAVE_SECRET_HASH: 'Secret hash of webhooks, as typed in the Flutterwave dashboard. Default: none.',
  FLUTTERWAVE_URL: "Address of Flutterwave's API. Default: https://api.flutterwave.com/v3.",
  MONNIFY_API_KEY: 'API key of the gateway Monnify. Default: none, Monnify is not used.',
  MONNIFY_SECRET_KEY: 'Secret key of Monnify. Default: none.',
  MONNIFY_CONTRACT_CODE: 'Contract code of Monnify. Default: none.',
  MONNIFY_URL: "Address of Monnify's API. Default: https://api.monnify.com.",
  VTPASS_API_KEY: 'API key of the vendor VTpass. Default: none, VTpass is not used.',
  VTPASS_PUBLIC_KEY: 'Public key of VTpass. Default: none.',
  VTPASS_SECRET_KEY: 'Secret key of VTpass. Default: none.',
  VTPASS_URL: "Address of VTpass's API. Default: https://vtpass.com/api.",
  BUYPOWER_API_KEY: 'API key of the vendor BuyPower. Default: none, BuyPower is not used.',
  BUYPOWER_URL: "Address of BuyPower's API. Default: https://api.buypower.ng/v2.",
  IRECHARGE_VENDOR_CODE: 'Vendor code of the vendor iRecharge. Default: none, iRecharge is not used.',
  IRECHARGE_PUBLIC_KEY: 'Public key of iRecharge. Default: none.',
  IRECHARGE_PRIVATE_KEY: 'Private key of iRecharge. Default: none.',
  IRECHARGE_URL: "Address of iRecharge's API. Default: https://irecharge.com.ng/pwr_api_live/v2.",
  TERMII_API_KEY: 'API key of the SMS provider Termii. Default: none, Termii is not used.',
  TERMII_SENDER: 'Sender name of an SMS sent by Termii, 3 to 11 characters.',
  TERMII_URL: "Address of Termii's API. Default: https://api.ng.termii.com.",
  AFRICASTALKING_USERNAME:
    "User name of the SMS provider Africa's Talking. Default: none, Africa's Talking is not used.",
  AFRICASTALKING_API_KEY: "API key of Africa's Talking. Default: none.",
  AFRICASTALKING_SENDER:
    "Sender name of an SMS sent by Africa's Talking, 3 to 11 characters. Default: the shared sender.",
  AFRICASTALKING_URL: "Address of Africa's Talking's API. Default: https://api.africastalking.com.",
}

/** The variables that hold a provider's address. */
export const providerAddresses = Object.keys(ProviderEnvironment).filter((name) =>
  name.endsWith('_URL'),
) as Extract<keyof typeof ProviderEnvironment, `${string}_URL`>[]

/** The validated provider variables. */
type ProviderKeys = z.infer<z.ZodObject<typeof ProviderEnvironment>> & {
  SIMULATORS_URL: string
  SMTP_URL?: string | undefined
}

export interface PaystackConfig {
  url: string
  secretKey: string
}
export interface FlutterwaveConfig {
  url: string
  secretKey: string
  /** Set in the Flutterwave dashboard; sent with each webhook. */
  secretHash: string
}
export interface MonnifyConfig {
  url: string
  apiKey: string
  secretKey: string
  contractCode: string
}
export interface VtpassConfig {
  url: string
  apiKey: string
  publicKey: string
  secretKey: string
}
export interface BuypowerConfig {
  url: string
  apiKey: string
}
export interface IrechargeConfig {
  url: string
  vendorCode: string
  publicKey: string
  privateKey: string
}
export interface TermiiConfig {
  url: string
  apiKey: string
  sender: string
}
export interface AfricasTalkingConfig {
  url: string
  username: string
  apiKey: string
  sender: string | null
}

/** All providers. A provider that is null is "not configured" and cannot be selected. */
export interface Providers {
  smtpUrl: string | null
  paystack: PaystackConfig | null
  flutterwave: FlutterwaveConfig | null
  monnify: MonnifyConfig | null
  vtpass: VtpassConfig | null
  buypower: BuypowerConfig | null
  irecharge: IrechargeConfig | null
  termii: TermiiConfig | null
  africasTalking: AfricasTalkingConfig | null
}

/** Invalid environment. The message is the one sentence printed at startup. */
export class ConfigError extends Error {}

const secretNames = [
  'PAYSTACK_SECRET_KEY',
  'FLUTTERWAVE_SECRET_KEY',
  'FLUTTERWAVE_SECRET_HASH',
  'MONNIFY_API_KEY',
  'MONNIFY_SECRET_KEY',
  'VTPASS_API_KEY',
  'VTPASS_PUBLIC_KEY',
  'VTPASS_SECRET_KEY',
  'BUYPOWER_API_KEY',
  'IRECHARGE_PUBLIC_KEY',
  'IRECHARGE_PRIVATE_KEY',
  'TERMII_API_KEY',
  'AFRICASTALKING_API_KEY',
] as const

/** All providers at the simulators' addresses. @throws ConfigError for a real key */
export function simulatedProviders(env: ProviderKeys): Providers {
  const realKeyName = secretNames.find((name) => env[name] && !/simulated/i.test(env[name]))
  if (realKeyName)
    throw new ConfigError(
      `${realKeyName} looks like a real key, and MODE is simulated: unset it or set MODE=live.`,
    )
  const simulatorsOrigin = env.SIMULATORS_URL
  const mailPort = Number(new URL(simulatorsOrigin).port || 80) + 1
  return {
    smtpUrl: `smtp://${new URL(simulatorsOrigin).hostname}:${mailPort}`,
    paystack: { url: `${simulatorsOrigin}/paystack`, secretKey: 'sk_test_simulated' },
    flutterwave: {
      url: `${simulatorsOrigin}/flutterwave/v3`,
      secretKey: 'FLWSECK_TEST-simulated',
      secretHash: 'simulated-secret-hash',
    },
    monnify: {
      url: `${simulatorsOrigin}/monnify`,
      apiKey: 'MK_TEST_simulated',
      secretKey: 'simulated-monnify-secret',
      contractCode: '1234567890',
    },
    vtpass: {
      url: `${simulatorsOrigin}/vtpass/api`,
      apiKey: 'simulated-api-key',
      publicKey: 'PK_simulated',
      secretKey: 'SK_simulated',
    },
    buypower: { url: `${simulatorsOrigin}/buypower/v2`, apiKey: 'simulated-buypower-key' },
    irecharge: {
      url: `${simulatorsOrigin}/irecharge/v2`,
      vendorCode: 'simulated-vendor',
      publicKey: 'simulated-public',
      privateKey: 'simulated-private',
    },
    termii: { url: `${simulatorsOrigin}/termii`, apiKey: 'simulated-termii-key', sender: env.TERMII_SENDER },
    africasTalking: {
      url: `${simulatorsOrigin}/africastalking`,
      username: 'sandbox',
      apiKey: 'simulated-africastalking-key',
      sender: env.AFRICASTALKING_SENDER ?? null,
    },
  }
}

/** The providers that have keys. @throws ConfigError if no gateway or no vendor has keys */
export function liveProviders(env: ProviderKeys): Providers {
  const providers = {
    smtpUrl: env.SMTP_URL ?? null,
    paystack: completeOrNull({
      url: env.PAYSTACK_URL ?? 'https://api.paystack.co',
      secretKey: env.PAYSTACK_SECRET_KEY,
    }),
    flutterwave: completeOrNull({
      url: env.FLUTTERWAVE_URL ?? 'https://api.flutterwave.com/v3',
      secretKey: env.FLUTTERWAVE_SECRET_KEY,
      secretHash: env.FLUTTERWAVE_SECRET_HASH,
    }),
    monnify: completeOrNull({
      url: env.MONNIFY_URL ?? 'https://api.monnify.com',
      apiKey: env.MONNIFY_API_KEY,
      secretKey: env.MONNIFY_SECRET_KEY,
      contractCode: env.MONNIFY_CONTRACT_CODE,
    }),
    vtpass: completeOrNull({
      url: env.VTPASS_URL ?? 'https://vtpass.com/api',
      apiKey: env.VTPASS_API_KEY,
      publicKey: env.VTPASS_PUBLIC_KEY,
      secretKey: env.VTPASS_SECRET_KEY,
    }),
    buypower: completeOrNull({
      url: env.BUYPOWER_URL ?? 'https://api.buypower.ng/v2',
      apiKey: env.BUYPOWER_API_KEY,
    }),
    irecharge: completeOrNull({
      url: env.IRECHARGE_URL ?? 'https://irecharge.com.ng/pwr_api_live/v2',
      vendorCode: env.IRECHARGE_VENDOR_CODE,
      publicKey: env.IRECHARGE_PUBLIC_KEY,
      privateKey: env.IRECHARGE_PRIVATE_KEY,
    }),
    termii: completeOrNull({
      url: env.TERMII_URL ?? 'https://api.ng.termii.com',
      apiKey: env.TERMII_API_KEY,
      sender: env.TERMII_SENDER,
    }),
    africasTalking: completeOrNull({
      url: env.AFRICASTALKING_URL ?? 'https://api.africastalking.com',
      username: env.AFRICASTALKING_USERNAME,
      apiKey: env.AFRICASTALKING_API_KEY,
      sender: env.AFRICASTALKING_SENDER ?? null,
    }),
  }
  if (!providers.paystack && !providers.flutterwave && !providers.monnify)
    throw new ConfigError(
      'PAYSTACK_SECRET_KEY, or the keys of Flutterwave or Monnify, are missing: MODE=live needs at least one gateway.',
    )
  if (!providers.vtpass && !providers.buypower && !providers.irecharge)
    throw new ConfigError(
      'VTPASS_API_KEY, VTPASS_PUBLIC_KEY or VTPASS_SECRET_KEY, or the keys of BuyPower or iRecharge, are missing: MODE=live needs at least one vendor.',
    )
  return providers
}

type Complete<T> = { [key in keyof T]: Exclude<T[key], undefined> }

/** A provider with all its keys, or null: a partial set of keys configures nothing. */
function completeOrNull<T extends object>(settings: T): Complete<T> | null {
  return Object.values(settings).includes(undefined) ? null : (settings as Complete<T>)
}
