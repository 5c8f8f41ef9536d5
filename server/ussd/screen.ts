import { z } from 'zod'

/** Services that the menu sells. */
const ussdServices = ['power', 'airtime', 'data'] as const
export type UssdService = (typeof ussdServices)[number]

const Option = z.object({ code: z.string(), label: z.string() })
export type Option = z.infer<typeof Option>

/** The customer's choices so far; '' for an open one. Codes are ours, the amount is in naira. */
const Draft = z.object({
  service: z.enum(ussdServices),
  number: z.string(),
  /** Our code of the electricity company or mobile network. */
  billerCode: z.string(),
  type: z.string(),
  plan: z.string(),
  amount: z.string(),
  /** The price range of a data plan: `500-2000`. */
  range: z.string(),
})
export type Draft = z.infer<typeof Draft>

/** A meter that the menu offers: one that the user saved, or that the phone bought for. */
const MeterOption = z.object({
  number: z.string(),
  billerCode: z.string(),
  type: z.string(),
  label: z.string(),
})
export type MeterOption = z.infer<typeof MeterOption>

/** A priced order, for its summary. Amounts are formatted. */
const QuotedOrder = z.object({
  id: z.string(),
  title: z.string(),
  customer: z.string(),
  total: z.string(),
  fee: z.string().nullable(),
  /** Arrears that the electricity company deducts first; null for none. */
  arrears: z.string().nullable().default(null),
})
export type QuotedOrder = z.infer<typeof QuotedOrder>

/** The virtual account to send to, with its bank, and the amount in whole naira. */
const TransferInstructions = z.object({
  bank: z.string(),
  account: z.string(),
  name: z.string(),
  amount: z.string(),
})
export type TransferInstructions = z.infer<typeof TransferInstructions>

const PinPurpose = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pay'), order: QuotedOrder }),
  z.object({ type: z.literal('balance') }),
  z.object({ type: z.literal('link_phone'), userId: z.string() }),
])
export type PinPurpose = z.infer<typeof PinPurpose>

const meterPurposes = ['buy', 'tokens'] as const
export type MeterPurpose = (typeof meterPurposes)[number]

/**
 * A screen of the phone. It has everything that its options mean, so that an option keeps its meaning when the lists that
 * it came from change. Tokens and PINs are never part of it.
 */
export const Screen = z.discriminatedUnion('name', [
  z.object({ name: z.literal('main'), linked: z.boolean() }),
  z.object({ name: z.literal('resume') }),
  z.object({ name: z.literal('language') }),
  z.object({ name: z.literal('meters'), purpose: z.enum(meterPurposes), meters: z.array(MeterOption) }),
  z.object({ name: z.literal('meter_number'), purpose: z.enum(meterPurposes) }),
  z.object({ name: z.literal('company'), draft: Draft, options: z.array(Option), page: z.number() }),
  z.object({ name: z.literal('meter_type'), draft: Draft }),
  z.object({ name: z.literal('phone'), draft: Draft, own: z.string() }),
  z.object({ name: z.literal('phone_number'), draft: Draft }),
  z.object({ name: z.literal('network'), draft: Draft, options: z.array(Option), page: z.number() }),
  z.object({ name: z.literal('price_range'), draft: Draft, options: z.array(Option), page: z.number() }),
  z.object({ name: z.literal('plan'), draft: Draft, options: z.array(Option), page: z.number() }),
  z.object({ name: z.literal('amount'), draft: Draft }),
  /** A lookup that took too long: it is repeated when the session continues. */
  z.object({ name: z.literal('lookup'), draft: Draft }),
  z.object({ name: z.literal('confirm'), order: QuotedOrder, hasWallet: z.boolean() }),
  /** The bank from which the customer sends a transfer. */
  z.object({ name: z.literal('sending_bank'), order: QuotedOrder, transfer: TransferInstructions }),
  z.object({ name: z.literal('pin'), purpose: PinPurpose }),
  z.object({ name: z.literal('customer_id') }),
  z.object({ name: z.literal('orders'), options: z.array(Option) }),
  z.object({ name: z.literal('reference') }),
  /** Ends the session: the tokens are read when it is shown. */
  z.object({ name: z.literal('tokens'), meter: z.string() }),
  /** Ends the session. */
  z.object({ name: z.literal('end'), text: z.string() }),
])
export type Screen = z.infer<typeof Screen>
export type ScreenNamed<Name extends Screen['name']> = Extract<Screen, { name: Name }>

/** A screen, and a line above it: why the last input was rejected, or what was done. */
export interface ScreenView {
  readonly screen: Screen
  readonly notice: string | null
}

export const emptyDraft = (service: UssdService): Draft => ({
  service,
  number: '',
  billerCode: '',
  type: '',
  plan: '',
  amount: '',
  range: '',
})

export const endsSession = ({ name }: Screen): boolean => name === 'end' || name === 'tokens'

/** Screens without a choice of the customer, where no later session needs to resume. */
const notResumable: ReadonlySet<Screen['name']> = new Set(['main', 'language', 'resume', 'end', 'tokens'])

/** The screen at which a later session of the phone can resume; null for none. */
export const resumePointOf = (screen: Screen): Screen | null =>
  notResumable.has(screen.name) ? null : screen
