import { createHash } from 'node:crypto'
import { cardIn } from '../hosted-checkout.ts'
import type { ListedCard } from '../hosted-page.ts'

/** What happens to a card: how its payment ends, whether it leaves a token, how its refund ends. */
export interface TestCard extends ListedCard {
  readonly brand: 'visa' | 'mastercard' | 'verve'
  readonly declines?: string
  readonly reusable?: boolean
  /** A later charge by token asks the customer to confirm first. */
  readonly stepsUp?: boolean
  readonly refund?: 'failed' | 'needs-attention'
}

/** Paystack's documented test cards; PIN, phone and OTP steps are taken as done. */
export const testCards: readonly TestCard[] = [
  { number: '4084084084084081', says: 'Success', brand: 'visa', reusable: true },
  { number: '507850785078507812', says: 'Success after a PIN', brand: 'verve', reusable: true },
  { number: '5060666666666666666', says: 'Success after a PIN and a code', brand: 'verve', reusable: true },
  {
    number: '507850785078507804',
    says: 'Success after a PIN, phone and code',
    brand: 'verve',
    reusable: true,
  },
  {
    number: '5192602720584796',
    says: 'Success after the bank’s page (3DS)',
    brand: 'mastercard',
    reusable: true,
    stepsUp: true,
  },
  { number: '4084080000005408', says: 'Declined', brand: 'visa', declines: 'Declined' },
  { number: '4084080000670037', says: 'Insufficient funds', brand: 'visa', declines: 'Insufficient Funds' },
  { number: '507850785078507853', says: 'Success, but the card is not kept', brand: 'verve' },
  {
    number: '4084080000671803',
    says: 'Success, but a refund fails',
    brand: 'visa',
    reusable: true,
    refund: 'failed',
  },
  {
    number: '4084080000671902',
    says: 'Success, but a refund needs attention',
    brand: 'visa',
    reusable: true,
    refund: 'needs-attention',
  },
]

export const successCard = testCards[0]!

/** Codes that are there without a payment before them, for the demo people of a simulated start. */
export const demoAuthorizations: ReadonlyMap<string, string> = new Map([
  ['AUTH_demo_visa', successCard.number],
])

export const cardOf = (typed: string): TestCard | null => cardIn(testCards, typed)

const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/** One code for one card of one customer. */
export const authorizationCode = (card: TestCard, email: string) =>
  `AUTH_${digest(`${card.number} ${email}`, 10)}`

/** Their `authorization` of a card. `card_type` has a trailing blank, as in life. */
export const authorizationOf = (card: TestCard, email: string) => ({
  authorization_code: card.reusable ? authorizationCode(card, email) : null,
  bin: card.number.slice(0, 6),
  last4: card.number.slice(-4),
  exp_month: '12',
  exp_year: '2030',
  channel: 'card',
  card_type: `${card.brand} `,
  bank: 'TEST BANK',
  country_code: 'NG',
  brand: card.brand,
  reusable: card.reusable ?? false,
  signature: card.reusable ? `SIG_${digest(card.number, 20)}` : null,
  account_name: null,
})
