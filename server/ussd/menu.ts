import { authPinLength } from '../../shared/constants.ts'
import type { UserId } from '../../shared/ids.ts'
import { type Language, languages } from '../../shared/languages.ts'
import { normalisePhone } from '../../shared/phone.ts'
import { OrderReference } from '../../shared/references.ts'
import { sendingBanks } from './banks.ts'
import { optionAt, type PagedScreen, selectedOption } from './paging.ts'
import {
  type Draft,
  emptyDraft,
  type MeterPurpose,
  type Option,
  type PinPurpose,
  type QuotedOrder,
  type Screen,
  type ScreenNamed,
  type TransferInstructions,
  type UssdService,
} from './screen.ts'
import { ussdTexts } from './texts.ts'

/** The effect of an input: another screen, or work of another module that gives the next screen. */
export type Action =
  | { readonly type: 'show'; readonly screen: Screen; readonly notice?: string }
  /** The same screen again, with the reason. */
  | { readonly type: 'reject'; readonly notice: string }
  | { readonly type: 'open_main' }
  | { readonly type: 'choose_language'; readonly language: Language }
  | { readonly type: 'resume' }
  | { readonly type: 'list_meters'; readonly purpose: MeterPurpose }
  | { readonly type: 'list_companies' | 'list_networks' | 'list_plans' | 'quote'; readonly draft: Draft }
  | { readonly type: 'choose_phone'; readonly service: UssdService }
  | { readonly type: 'choose_own_phone'; readonly draft: Draft }
  | { readonly type: 'list_sending_banks' | 'send_payment_link'; readonly order: QuotedOrder }
  | {
      readonly type: 'describe_transfer'
      readonly order: QuotedOrder
      readonly transfer: TransferInstructions
      readonly sendingBank: string
    }
  | { readonly type: 'list_orders' | 'link_phone' }
  | { readonly type: 'show_order'; readonly reference: string }
  | { readonly type: 'find_account'; readonly customerId: UserId }
  | { readonly type: 'check_pin'; readonly purpose: PinPurpose; readonly pin: string }

const show = (screen: Screen): Action => ({ type: 'show', screen })
const reject = (notice: string): Action => ({ type: 'reject', notice })
const invalidChoice = (): Action => reject(ussdTexts.invalidChoice())

type Choices = Readonly<Partial<Record<string, () => Action>>>
const choose = (choices: Choices, input: string): Action =>
  Object.hasOwn(choices, input) ? (choices[input]?.() ?? invalidChoice()) : invalidChoice()

type Steps = { readonly [Name in Screen['name']]: (screen: ScreenNamed<Name>, input: string) => Action }

const toMain = (): Action => ({ type: 'open_main' })

const steps: Steps = {
  main: ({ linked }, input) =>
    choose(
      {
        1: () => ({ type: 'list_meters', purpose: 'buy' }),
        2: () => ({ type: 'choose_phone', service: 'airtime' }),
        3: () => ({ type: 'choose_phone', service: 'data' }),
        4: () => ({ type: 'list_meters', purpose: 'tokens' }),
        5: () => ({ type: 'list_orders' }),
        7: () => show({ name: 'language' }),
        6: () => (linked ? show({ name: 'pin', purpose: { type: 'balance' } }) : { type: 'link_phone' }),
      },
      input,
    ),

  language: (_, input) => {
    if (input === '0') return toMain()
    const language = optionAt(languages, input)
    return language ? { type: 'choose_language', language } : invalidChoice()
  },

  resume: (_, input) => choose({ 1: () => ({ type: 'resume' }), 2: toMain }, input),

  meters: ({ purpose, meters }, input) => {
    if (input === '0') return toMain()
    if (input === '9') return show({ name: 'meter_number', purpose })
    const meter = optionAt(meters, input)
    if (!meter) return invalidChoice()
    if (purpose === 'tokens') return show({ name: 'tokens', meter: meter.number })
    const { number, billerCode, type } = meter
    return show({ name: 'amount', draft: { ...emptyDraft('power'), number, billerCode, type } })
  },

  meter_number: ({ purpose }, input) => {
    if (input === '0') return toMain()
    const number = input.replace(/[\s-]/g, '')
    if (!/^\d{11,20}$/.test(number)) return reject(ussdTexts.invalidMeter())
    return purpose === 'tokens'
      ? show({ name: 'tokens', meter: number })
      : { type: 'list_companies', draft: { ...emptyDraft('power'), number } }
  },

  company: (screen, input) =>
    choosePaged(screen, input, ({ code }) =>
      show({ name: 'meter_type', draft: { ...screen.draft, billerCode: code } }),
    ),

  meter_type: ({ draft }, input) =>
    choose(
      {
        0: toMain,
        1: () => show({ name: 'amount', draft: { ...draft, type: 'prepaid' } }),
        2: () => show({ name: 'amount', draft: { ...draft, type: 'postpaid' } }),
      },
      input,
    ),

  phone: ({ draft }, input) =>
    choose(
      {
        0: toMain,
        1: () => ({ type: 'choose_own_phone', draft }),
        2: () => show({ name: 'phone_number', draft }),
      },
      input,
    ),

  phone_number: ({ draft }, input) => {
    if (input === '0') return toMain()
    const number = normalisePhone(input)
    if (!/^\+234[789]\d{9}$/.test(number)) return reject(ussdTexts.invalidPhone())
    return { type: 'list_networks', draft: { ...draft, number } }
  },

  network: (screen, input) =>
    choosePaged(screen, input, ({ code }) => stepAfterNetwork({ ...screen.draft, billerCode: code })),

  price_range: (screen, input) =>
    choosePaged(screen, input, ({ code }) => ({
      type: 'list_plans',
      draft: { ...screen.draft, range: code },
    })),

  plan: (screen, input) =>
    choosePaged(screen, input, ({ code }) => ({ type: 'quote', draft: { ...screen.draft, plan: code } })),

  amount: ({ draft }, input) => {
    if (input === '0') return toMain()
    if (!/^[1-9]\d{0,7}$/.test(input)) return reject(ussdTexts.invalidAmount())
    return { type: 'quote', draft: { ...draft, amount: input } }
  },

  lookup: ({ draft }) => ({ type: 'quote', draft }),

  confirm: ({ order, hasWallet }, input) =>
    choose(
      hasWallet
        ? {
            0: toMain,
            1: () => show({ name: 'pin', purpose: { type: 'pay', order } }),
            2: () => ({ type: 'list_sending_banks', order }),
            3: () => ({ type: 'send_payment_link', order }),
          }
        : { 0: toMain, 1: () => ({ type: 'send_payment_link', order }) },
      input,
    ),

  sending_bank: ({ transfer, order }, input) => {
    if (input === '0') return show({ name: 'confirm', order, hasWallet: true })
    const sendingBank = input === '9' ? { code: '' } : optionAt(sendingBanks, input)
    return sendingBank
      ? { type: 'describe_transfer', order, transfer, sendingBank: sendingBank.code }
      : invalidChoice()
  },

  pin: ({ purpose }, input) => {
    if (input === '0') return toMain()
    const isPin = new RegExp(`^\\d{${authPinLength}}$`).test(input)
    return isPin
      ? { type: 'check_pin', purpose, pin: input }
      : reject(ussdTexts.invalidPin({ length: authPinLength }))
  },

  customer_id: (_, input) =>
    input === '0' ? toMain() : { type: 'find_account', customerId: input.toUpperCase() },

  orders: ({ options }, input) => {
    if (input === '0') return toMain()
    if (input === '9') return show({ name: 'reference' })
    const order = optionAt(options, input)
    return order ? { type: 'show_order', reference: order.code } : invalidChoice()
  },

  reference: (_, input) => {
    if (input === '0') return toMain()
    const reference = input.replace(/[\s-]/g, '').toUpperCase()
    return OrderReference.safeParse(reference).success
      ? { type: 'show_order', reference }
      : reject(ussdTexts.invalidReference())
  },

  // No input follows a screen that ends its session.
  tokens: toMain,
  end: toMain,
}

function choosePaged(screen: PagedScreen, input: string, choice: (option: Option) => Action): Action {
  if (input === '0') return toMain()
  const option = selectedOption(screen.name, screen, input)
  if (option === 'more') return show({ ...screen, page: screen.page + 1 })
  return option ? choice(option) : invalidChoice()
}

/** The step after the network: the amount of airtime, or the plans. */
export const stepAfterNetwork = (draft: Draft): Action =>
  draft.service === 'data' ? { type: 'list_plans', draft } : show({ name: 'amount', draft })

/** Longest input that a screen can expect; longer ones are rejected unread. */
const maxInputLength = 40

/** The action for an input on a screen. Pure: the same screen and input give the same action. */
export function actionFor(screen: Screen, input: string): Action {
  if (input.length > maxInputLength) return invalidChoice()
  // The key selects the function for this screen's type; TypeScript does not relate the two.
  const step = steps[screen.name] as (screen: Screen, input: string) => Action
  return step(screen, input.trim())
}
