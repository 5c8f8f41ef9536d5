import { type Service, serviceContracts } from './services/index.ts'

export { type SmsProvider, smsProviders, type VendorName, vendors } from './providers.ts'

/** Constants of the specifications, section 9 of each. */
export const apiPrefix = '/api/v1'
/** Percent of the amount, until a manager changes it. */
export const defaultCashbackPercent = 1
export const minutes = 60_000
export const hours = 60 * minutes
export const cacheLifetimesMs = { long: 2 * hours, companies: 1 * hours } as const
/** Letters and digits without look-alikes (no O/0, I/1). 12 of them, the length of a reference, are 60 bits. */
export const referenceAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const referenceLength = 12
export const meterTypes = ['prepaid', 'postpaid'] as const
export type MeterTypeCode = (typeof meterTypes)[number]
export const examTypes = ['waec', 'waec-registration', 'jamb'] as const
export type ExamType = (typeof examTypes)[number]
/** The number of digits from which an entered number is looked up. */
export const meterLookupMinLength = 11
export const smartcardLookupMinLength = 8
export const amountLimitsNaira = { min: 100, max: 500_000 } as const
export const verificationPinLength = 4
export const authPinLength = 6
export const pinPreviewMs = 300
export const resendCountdownMs = 10 * minutes
/** `queuePoll`: until a toast that waits for its place is tried again. */
export const toastMs = { usual: 3000, error: 5000, fade: 150, queuePoll: 250 } as const
/** A longer value has a row of the details list to itself, characters. */
export const maxHalfWidthDetail = 15
/**
 * Realtime push settings of the specification: declared, never connected (key and host are empty).
 * @public
 */
export const push = { scheme: 'https', port: 443, cluster: 'mt1', key: '', host: '' } as const
/** UTW: the points of the referral bonus. */
export const utwPerNaira = 1
export const lagos = 'Africa/Lagos'

/** A tile or service is on for these values only. */
export const isActive = (status: unknown): boolean =>
  status === 1 || status === '1' || status === 'true' || status === true

export type { Service }
/** Ids of the services, in display order. */
export const services = Object.keys(serviceContracts) as Service[]
/** Tiles of the service chooser: the services, and insurance, which has no form. */
export type Tile = Service | 'insurance'
export const tiles: readonly Tile[] = [...services, 'insurance']

/** Payment methods as API values. Source: specification 1, section 3 */
export const paymentMethods = [
  'WALLET',
  'SAVED_CARD',
  'CARD',
  'ACCOUNT_TRANSFER',
  'USSD',
  'PHONE_NUMBER',
] as const
