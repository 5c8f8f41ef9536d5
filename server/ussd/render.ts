import { languageNames, languages } from '../../shared/languages.ts'
import { smsLine } from '../messaging/index.ts'
import { sendingBanks } from './banks.ts'
import { optionsPage, type PagedScreen } from './paging.ts'
import type { PinPurpose, QuotedOrder, Screen, ScreenNamed, ScreenView } from './screen.ts'
import { ussdTexts } from './texts.ts'

/** Longest text of one screen, in characters of the GSM alphabet. */
export const screenLength = 160

interface Lines {
  /** Left out when a notice needs its place. */
  readonly title: readonly string[]
  readonly rest: readonly string[]
}
type Renderers = {
  readonly [Name in Exclude<Screen['name'], 'tokens'>]: (screen: ScreenNamed<Name>, brand: string) => Lines
}

const linesOf = (title: string, ...rest: readonly string[]): Lines => ({ title: [title], rest })
const numberedLabels = (labels: readonly string[]): string[] =>
  labels.map((label, index) => ussdTexts.option({ position: index + 1, label }))

const renderers: Renderers = {
  main: ({ linked }, brand) =>
    linesOf(
      ussdTexts.mainTitle({ brand }),
      ussdTexts.buyPower(),
      ussdTexts.buyAirtime(),
      ussdTexts.buyData(),
      ussdTexts.lastTokens(),
      ussdTexts.orderStatus(),
      linked ? ussdTexts.walletBalance() : ussdTexts.linkAccount(),
      ussdTexts.changeLanguage(),
    ),
  language: () =>
    linesOf(
      ussdTexts.chooseLanguage(),
      ...numberedLabels(languages.map((code) => languageNames[code])),
      ussdTexts.menu(),
    ),
  resume: () => linesOf(ussdTexts.resumeTitle(), ussdTexts.resumeContinue(), ussdTexts.resumeRestart()),
  meters: ({ meters }) =>
    linesOf(
      ussdTexts.chooseMeter(),
      ...numberedLabels(meters.map(({ label }) => label)),
      ussdTexts.otherMeter(),
      ussdTexts.menu(),
    ),
  meter_number: () => promptLines(ussdTexts.enterMeter()),
  company: (screen) => pagedLines(ussdTexts.chooseCompany(), screen),
  meter_type: () =>
    linesOf(ussdTexts.chooseMeterType(), ussdTexts.prepaid(), ussdTexts.postpaid(), ussdTexts.menu()),
  phone: ({ own }) =>
    linesOf(
      ussdTexts.choosePhone(),
      ussdTexts.myPhone({ phone: own }),
      ussdTexts.otherPhone(),
      ussdTexts.menu(),
    ),
  phone_number: () => promptLines(ussdTexts.enterPhone()),
  network: (screen) => pagedLines(ussdTexts.chooseNetwork(), screen),
  price_range: (screen) => pagedLines(ussdTexts.choosePriceRange(), screen),
  plan: (screen) => pagedLines(ussdTexts.choosePlan(), screen),
  amount: () => promptLines(ussdTexts.enterAmount()),
  lookup: () => linesOf(ussdTexts.resumeTitle(), ussdTexts.resumeContinue()),
  confirm: ({ order, hasWallet }) => ({
    title: [
      order.customer,
      ...(order.arrears === null ? [] : [ussdTexts.arrears({ arrears: order.arrears })]),
    ],
    rest: [
      order.title,
      totalOf(order),
      ...(hasWallet
        ? [ussdTexts.payFromWallet(), ussdTexts.payByTransfer(), ussdTexts.payByLink()]
        : [ussdTexts.payByLinkOnly()]),
      ussdTexts.cancel(),
    ],
  }),
  sending_bank: () =>
    linesOf(
      ussdTexts.chooseBank(),
      ...numberedLabels(sendingBanks.map(({ label }) => label)),
      ussdTexts.option({ position: 9, label: ussdTexts.otherBank() }),
      ussdTexts.back(),
    ),
  pin: ({ purpose }) => promptLines(pinPrompt(purpose)),
  customer_id: () => promptLines(ussdTexts.enterCustomerId()),
  orders: ({ options }) =>
    linesOf(
      ussdTexts.chooseOrder(),
      ...numberedLabels(options.map(({ label }) => label)),
      ussdTexts.otherOrder(),
      ussdTexts.menu(),
    ),
  reference: () => promptLines(ussdTexts.enterReference()),
  end: ({ text }) => ({ title: [], rest: [text] }),
}

/** A question for something to type: it stays below a notice. */
const promptLines = (question: string): Lines => ({ title: [], rest: [question, ussdTexts.menu()] })

function pagedLines(title: string, screen: PagedScreen): Lines {
  const { options, hasMore } = optionsPage(screen.name, screen.options, screen.page)
  return linesOf(
    title,
    ...numberedLabels(options.map(({ label }) => label)),
    ...(hasMore ? [ussdTexts.more()] : []),
    ussdTexts.menu(),
  )
}

const totalOf = ({ total, fee }: QuotedOrder): string =>
  fee === null ? ussdTexts.total({ total }) : ussdTexts.totalWithFee({ total, fee })

function pinPrompt(purpose: PinPurpose): string {
  if (purpose.type === 'pay') return ussdTexts.pinToPay({ total: purpose.order.total })
  return purpose.type === 'balance' ? ussdTexts.pinForBalance() : ussdTexts.pinToLink()
}

/** The text of a screen, at most 160 characters of the GSM alphabet. Tokens are not part of a screen's data. */
export function screenTextOf(
  { screen, notice }: ScreenView,
  brand: string,
  tokenLines: readonly string[] = [],
): string {
  if (screen.name === 'tokens') return screenText(tokenLines)
  const render = renderers[screen.name] as (screen: Screen, brand: string) => Lines
  const { title, rest } = render(screen, brand)
  return screenText(notice === null ? [...title, ...rest] : [notice, ...rest])
}

const screenText = (shownLines: readonly string[]): string =>
  shownLines
    .map(smsLine)
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, screenLength)
