import { describe, expect, test } from 'vitest'
import { referenceDiscos } from '../../server/database/index.ts'
import { inLanguage } from '../../server/languages/index.ts'
import { smsLine } from '../../server/messaging/index.ts'
import { sendingBanks, transferCode } from '../../server/ussd/banks.ts'
import { actionFor } from '../../server/ussd/menu.ts'
import { screenLength, screenTextOf } from '../../server/ussd/render.ts'
import {
  type Draft,
  emptyDraft,
  type QuotedOrder,
  type Screen,
  type ScreenNamed,
} from '../../server/ussd/screen.ts'
import { ussdTexts } from '../../server/ussd/texts.ts'
import { languages, translatedLanguages } from '../../shared/languages.ts'
import { orderLink } from '../../shared/pages.ts'

const brand = 'Sanwo Payments'
const phone = '08031234567'
const total = '5,000,100.50'
const reference = 'ABCDEFGHJKLM'
const until = '27 Sept, 12:05 pm'
const ussd = '*347*8000#'
const draft: Draft = { ...emptyDraft('data'), number: '+2348031234567', billerCode: 'mtn' }
const order: QuotedOrder = {
  id: '00000000-0000-8000-a000-000000000000',
  title: ussdTexts.dataOrder({ plan: 'W'.repeat(24), number: phone }),
  customer: 'W'.repeat(30),
  total,
  fee: '1,000.50',
  arrears: null,
}
const transfer = {
  bank: 'Moniepoint Microfinance Bank',
  account: '7000000001',
  name: 'SANWO/OLUWASEUN ADEBAYO',
  amount: '5000101',
}
const options = (length: number, count = 12) =>
  Array.from({ length: count }, (_, index) => ({ code: String(index), label: 'W'.repeat(length) }))

/** Every screen with the longest values that it can have. */
const longestScreens = () =>
  ({
    main: [
      { name: 'main', linked: true },
      { name: 'main', linked: false },
    ],
    language: [{ name: 'language' }],
    resume: [{ name: 'resume' }],
    meters: [
      {
        name: 'meters',
        purpose: 'buy',
        meters: options(21, 4).map(({ label }) => ({ number: '1', billerCode: '', type: '', label })),
      },
    ],
    meter_number: [{ name: 'meter_number', purpose: 'buy' }],
    company: [{ name: 'company', draft, options: options(22), page: 0 }],
    meter_type: [{ name: 'meter_type', draft }],
    phone: [{ name: 'phone', draft, own: phone }],
    phone_number: [{ name: 'phone_number', draft }],
    network: [{ name: 'network', draft, options: options(10), page: 0 }],
    price_range: [
      {
        name: 'price_range',
        draft,
        options: [{ code: '', label: ussdTexts.between({ from: '2,001', to: '5,000' }) }, ...options(20, 3)],
        page: 0,
      },
    ],
    plan: [{ name: 'plan', draft, options: options(31), page: 1 }],
    amount: [{ name: 'amount', draft }],
    lookup: [{ name: 'lookup', draft }],
    confirm: [
      { name: 'confirm', order, hasWallet: true },
      { name: 'confirm', order, hasWallet: false },
      {
        name: 'confirm',
        order: { ...order, title: ussdTexts.powerOrder({ number: '1'.repeat(20) }) },
        hasWallet: true,
      },
      {
        name: 'confirm',
        order: {
          ...order,
          title: ussdTexts.powerOrder({ number: '1'.repeat(20) }),
          customer: 'W'.repeat(15),
          total: '501,000.50',
          arrears: '500,000.50',
        },
        hasWallet: true,
      },
    ],
    sending_bank: [{ name: 'sending_bank', order, transfer }],
    pin: [
      { name: 'pin', purpose: { type: 'pay', order } },
      { name: 'pin', purpose: { type: 'balance' } },
      { name: 'pin', purpose: { type: 'link_phone', userId: '' } },
    ],
    customer_id: [{ name: 'customer_id' }],
    orders: [{ name: 'orders', options: options(22, 4) }],
    reference: [{ name: 'reference' }],
    tokens: [],
    end: [
      ussdTexts.dialBank({ ...transfer, code: '*737*2*5000101*7000000001#', ussd }),
      ussdTexts.transferTo({ ...transfer, ussd }),
      ussdTexts.paid({ total, reference }),
      ussdTexts.paidToken({ total, reference }),
      ussdTexts.linkSent({ total, until, reference }),
      ussdTexts.noLinkSms(),
      ussdTexts.balance({ balance: total, bonus: total }),
      ussdTexts.cannotLink({ ussd }),
      ussdTexts.noPlans(),
      ussdTexts.noTokens({ meter: '1'.repeat(20) }),
      ussdTexts.statusNotTaken({ reference }),
      ussdTexts.statusChecking({ reference, total }),
      ussdTexts.statusReceived({ reference, total }),
      ussdTexts.statusSpent({ reference, total }),
      ussdTexts.statusReturning({ reference, total }),
      ussdTexts.statusRefundHeld({ reference, total }),
      ussdTexts.statusReturned({ reference, total }),
      ussdTexts.pinLocked(),
      ussdTexts.pinNotSet(),
      ussdTexts.slow({ ussd }),
      ussdTexts.slowPayment({ ussd }),
      ussdTexts.tooMany({ ussd }),
      ussdTexts.sessionEnded({ ussd }),
      ussdTexts.otherPhoneSession({ ussd }),
      ussdTexts.inputTooLong({ ussd }),
      ussdTexts.foreignPhone(),
      ussdTexts.paused({ brand }),
      ussdTexts.failed({ ussd }),
    ].map((text) => ({ name: 'end', text })),
  }) as const satisfies { readonly [Name in Screen['name']]: readonly ScreenNamed<Name>[] }
const longest = longestScreens()
const screens: readonly Screen[] = Object.values(longest).flat()

/** Lines above a screen, in addition to those of the API. */
const allNotices = () => [
  ussdTexts.invalidChoice(),
  ussdTexts.invalidMeter(),
  ussdTexts.invalidPhone(),
  ussdTexts.invalidAmount(),
  ussdTexts.invalidReference(),
  ussdTexts.invalidPin({ length: 6 }),
  ussdTexts.invalidCustomerId(),
  ussdTexts.wrongPin(),
  ussdTexts.lowBalance(),
  ussdTexts.noAccount(),
  ussdTexts.unknownReference(),
]
const notices = allNotices()

/** True when the text ends with the last line of its screen: it was not truncated. */
const isWhole = (text: string, lastLine: string): boolean => text.endsWith(lastLine)
const lastLineOf = (screen: Screen): string =>
  screen.name === 'end' ? screen.text : (screenTextOf({ screen, notice: null }, '').split('\n').at(-1) ?? '')

describe('screens', () => {
  test.each(screens.map((screen) => [screen.name, screen] as const))(
    'the screen %s fits into 160 GSM characters with the longest values, with and without a notice',
    (_, screen) => {
      const shownNotices = screen.name === 'end' ? [null] : [null, ...notices]
      for (const notice of shownNotices) {
        const text = screenTextOf({ screen, notice }, brand)
        expect(text.length, text).toBeLessThanOrEqual(screenLength)
        expect(text).toMatch(/^[\x20-\x7e\n]+$/)
        expect(isWhole(text, lastLineOf(screen)), text).toBe(true)
      }
    },
  )

  test.each(translatedLanguages)('every screen in %s fits into 160 GSM characters', async (language) => {
    await inLanguage(language, () => {
      for (const screen of Object.values(longestScreens()).flat() as Screen[])
        for (const notice of screen.name === 'end' ? [null] : [null, ...allNotices()]) {
          const text = screenTextOf({ screen, notice }, brand)
          expect(text.length, text).toBeLessThanOrEqual(screenLength)
          expect(text).toMatch(/^[\x20-\x7e\n]+$/)
          expect(isWhole(text, lastLineOf(screen)), text).toBe(true)
        }
    })
  })

  test.each(languages)(
    'the SMS with a payment link in %s is one segment, with the time until which it is valid and the whole link',
    async (language) => {
      await inLanguage(language, () => {
        const link = `https://sanwo.example${orderLink('A'.repeat(22))}`
        const titles = [
          ussdTexts.powerOrder({ number: '1'.repeat(13) }),
          ussdTexts.dataOrder({ plan: 'W'.repeat(24), number: phone }),
        ]
        for (const title of titles) {
          const text = smsLine(ussdTexts.linkSms({ brand: 'Sanwo', total: '500,100.50', title, until, link }))
          expect(text).toContain('27 Sept, 12:05 pm')
          expect(text.endsWith(` ${link}`), text).toBe(true)
          expect(text.length, text).toBeLessThanOrEqual(160)
        }
      })
    },
  )

  test('an error message of the API fits above the question of its screen', () => {
    const notice = 'W'.repeat(90)
    for (const screen of [...longest.amount, ...longest.meter_number, ...longest.phone_number])
      expect(screenTextOf({ screen, notice }, brand).length).toBeLessThan(screenLength)
  })

  test('every electricity company can be chosen', () => {
    const companies = referenceDiscos.map(({ code, name }) => ({ code, label: name.slice(0, 20) }))
    const chosen = new Set<string>()
    let screen: Screen = { name: 'company', draft, options: companies, page: 0 }
    for (;;) {
      for (const input of ['1', '2', '3', '4', '5', '6']) {
        const action = actionFor(screen, input)
        if (action.type === 'show' && action.screen.name === 'meter_type')
          chosen.add(action.screen.draft.billerCode)
      }
      const next = actionFor(screen, '9')
      if (next.type !== 'show') break
      screen = next.screen
    }
    expect([...chosen].sort()).toEqual(companies.map(({ code }) => code).sort())
  })

  test('every bank with a transfer code can be chosen, and its code has the amount and the account', () => {
    const chosen = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].flatMap((input) => {
      const action = actionFor({ name: 'sending_bank', order, transfer }, input)
      return action.type === 'describe_transfer' ? [action.sendingBank] : []
    })
    expect(chosen).toEqual([...sendingBanks.map(({ code }) => code), ''])
    const codes = sendingBanks.map(({ code, label }) => [
      label,
      transferCode(code, { amount: '550', account: '7000000001' }),
    ])
    expect(Object.fromEntries(codes)).toEqual({
      Access: '*901*550*7000000001#',
      FCMB: '*329*550*7000000001#',
      Fidelity: '*770*7000000001*550#',
      'First Bank': '*894*550*7000000001#',
      GTBank: '*737*2*550*7000000001#',
      Sterling: '*822*5*550*7000000001#',
      UBA: '*919*4*7000000001*550#',
      Zenith: '*966*550*7000000001#',
    })
    expect(transferCode('', { amount: '550', account: '7000000001' })).toBeNull()
  })

  test('an input is read the same way every time', () => {
    for (const screen of screens)
      for (const input of ['1', '0', '9', '', 'x', '*'])
        expect(actionFor(screen, input)).toEqual(actionFor(screen, input))
  })
})
