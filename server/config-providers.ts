import { z } from 'zod'

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((it) => new URL(it).origin)
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const filled = z.string().min(1)

/** The counterparties' own part of the environment. */
export const ProviderEnvironment = {
  PAYSTACK_SECRET_KEY: filled.optional(),
  PAYSTACK_URL: origin.optional(),
  FLUTTERWAVE_SECRET_KEY: filled.optional(),
  FLUTTERWAVE_SECRET_HASH: filled.optional(),
  FLUTTERWAVE_URL: address.optional(),
  MONNIFY_API_KEY: filled.optional(),
  MONNIFY_SECRET_KEY: filled.optional(),
  MONNIFY_CONTRACT_CODE: filled.optional(),
  MONNIFY_URL: origin.optional(),
  VTPASS_API_KEY: filled.optional(),
  VTPASS_PUBLIC_KEY: filled.optional(),
  VTPASS_SECRET_KEY: filled.optional(),
  VTPASS_URL: address.optional(),
  BUYPOWER_API_KEY: filled.optional(),
  BUYPOWER_URL: address.optional(),
  IRECHARGE_VENDOR_CODE: filled.optional(),
  IRECHARGE_PUBLIC_KEY: filled.optional(),
  IRECHARGE_PRIVATE_KEY: filled.optional(),
  IRECHARGE_URL: address.optional(),
  TERMII_API_KEY: filled.optional(),
  TERMII_SENDER: z.string().min(3).max(11).default('Sanwo'),
  TERMII_URL: origin.optional(),
  AFRICASTALKING_USERNAME: filled.optional(),
  AFRICASTALKING_API_KEY: filled.optional(),
  AFRICASTALKING_SENDER: z.string().min(3).max(11).optional(),
  AFRICASTALKING_URL: origin.optional(),
}

/** The variables that say where a counterparty is. */
export const providerAddresses = Object.keys(ProviderEnvironment).filter((name) =>
  name.endsWith('_URL'),
) as Extract<keyof typeof ProviderEnvironment, `${string}_URL`>[]

/** What the environment says of counterparties, checked. */
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
  /** Typed into their dashboard; comes back with each webhook. */
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

/** Every counterparty; one that is null is "not configured" and cannot be chosen. */
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

/** A wrong environment: its message is the one sentence the start prints. */
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

/** Every counterparty at the simulators. @throws ConfigError for a real key */
export function simulatedProviders(it: ProviderKeys): Providers {
  const real = secretNames.find((name) => it[name] && !/simulated/i.test(it[name]))
  if (real)
    throw new ConfigError(`${real} looks like a real key, and MODE is simulated: unset it or set MODE=live.`)
  const at = it.SIMULATORS_URL
  const mailPort = Number(new URL(at).port || 80) + 1
  return {
    smtpUrl: `smtp://${new URL(at).hostname}:${mailPort}`,
    paystack: { url: `${at}/paystack`, secretKey: 'sk_test_simulated' },
    flutterwave: {
      url: `${at}/flutterwave/v3`,
      secretKey: 'FLWSECK_TEST-simulated',
      secretHash: 'simulated-secret-hash',
    },
    monnify: {
      url: `${at}/monnify`,
      apiKey: 'MK_TEST_simulated',
      secretKey: 'simulated-monnify-secret',
      contractCode: '1234567890',
    },
    vtpass: {
      url: `${at}/vtpass/api`,
      apiKey: 'simulated-api-key',
      publicKey: 'PK_simulated',
      secretKey: 'SK_simulated',
    },
    buypower: { url: `${at}/buypower/v2`, apiKey: 'simulated-buypower-key' },
    irecharge: {
      url: `${at}/irecharge/v2`,
      vendorCode: 'simulated-vendor',
      publicKey: 'simulated-public',
      privateKey: 'simulated-private',
    },
    termii: { url: `${at}/termii`, apiKey: 'simulated-termii-key', sender: it.TERMII_SENDER },
    africasTalking: {
      url: `${at}/africastalking`,
      username: 'sandbox',
      apiKey: 'simulated-africastalking-key',
      sender: it.AFRICASTALKING_SENDER ?? null,
    },
  }
}

/** Who has keys. @throws ConfigError when no gateway or no vendor has */
export function liveProviders(it: ProviderKeys): Providers {
  const providers = {
    smtpUrl: it.SMTP_URL ?? null,
    paystack: whole({
      url: it.PAYSTACK_URL ?? 'https://api.paystack.co',
      secretKey: it.PAYSTACK_SECRET_KEY,
    }),
    flutterwave: whole({
      url: it.FLUTTERWAVE_URL ?? 'https://api.flutterwave.com/v3',
      secretKey: it.FLUTTERWAVE_SECRET_KEY,
      secretHash: it.FLUTTERWAVE_SECRET_HASH,
    }),
    monnify: whole({
      url: it.MONNIFY_URL ?? 'https://api.monnify.com',
      apiKey: it.MONNIFY_API_KEY,
      secretKey: it.MONNIFY_SECRET_KEY,
      contractCode: it.MONNIFY_CONTRACT_CODE,
    }),
    vtpass: whole({
      url: it.VTPASS_URL ?? 'https://vtpass.com/api',
      apiKey: it.VTPASS_API_KEY,
      publicKey: it.VTPASS_PUBLIC_KEY,
      secretKey: it.VTPASS_SECRET_KEY,
    }),
    buypower: whole({
      url: it.BUYPOWER_URL ?? 'https://api.buypower.ng/v2',
      apiKey: it.BUYPOWER_API_KEY,
    }),
    irecharge: whole({
      url: it.IRECHARGE_URL ?? 'https://irecharge.com.ng/pwr_api_live/v2',
      vendorCode: it.IRECHARGE_VENDOR_CODE,
      publicKey: it.IRECHARGE_PUBLIC_KEY,
      privateKey: it.IRECHARGE_PRIVATE_KEY,
    }),
    termii: whole({
      url: it.TERMII_URL ?? 'https://api.ng.termii.com',
      apiKey: it.TERMII_API_KEY,
      sender: it.TERMII_SENDER,
    }),
    africasTalking: whole({
      url: it.AFRICASTALKING_URL ?? 'https://api.africastalking.com',
      username: it.AFRICASTALKING_USERNAME,
      apiKey: it.AFRICASTALKING_API_KEY,
      sender: it.AFRICASTALKING_SENDER ?? null,
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

type Whole<T> = { [key in keyof T]: Exclude<T[key], undefined> }

/** A counterparty with all its keys, or null: half a set configures nothing. */
function whole<T extends object>(of: T): Whole<T> | null {
  return Object.values(of).includes(undefined) ? null : (of as Whole<T>)
}
