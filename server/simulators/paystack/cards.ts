import { createHash } from 'node:crypto'
import { findCard } from '../hosted-checkout.ts'
import type { ListedCard } from '../hosted-page.ts'

/** A test card: payment result, whether Paystack saves it for later charges, refund result. */
export interface TestCard extends ListedCard {
  readonly brand: 'visa' | 'mastercard' | 'verve'
  readonly declineReason?: string
  readonly isReusable?: boolean
  /** A later charge of the saved card requires the customer's confirmation. */
  readonly requiresAuthentication?: boolean
  readonly refund?: 'failed' | 'needs-attention'
}

/** Paystack's documented test cards; PIN, phone and OTP steps are skipped. */
export const testCards: readonly TestCard[] = [
  { number: '4084084084084081', label: 'Success', brand: 'visa', isReusable: true },
  { number: '507850785078507812', label: 'Success after a PIN', brand: 'verve', isReusable: true },
  {
    number: '5060666666666666666',
    label: 'Success after a PIN and a code',
    brand: 'verve',
    isReusable: true,
  },
  {
    number: '507850785078507804',
    label: 'Success after a PIN, phone and code',
    brand: 'verve',
    isReusable: true,
  },
  {
    number: '5192602720584796',
    label: 'Success after the bank’s page (3DS)',
    brand: 'mastercard',
    isReusable: true,
    requiresAuthentication: true,
  },
  { number: '4084080000005408', label: 'Declined', brand: 'visa', declineReason: 'Declined' },
  {
    number: '4084080000670037',
    label: 'Insufficient funds',
    brand: 'visa',
    declineReason: 'Insufficient Funds',
  },
  { number: '507850785078507853', label: 'Success, but the card is not saved', brand: 'verve' },
  {
    number: '4084080000671803',
    label: 'Success, but a refund fails',
    brand: 'visa',
    isReusable: true,
    refund: 'failed',
  },
  {
    number: '4084080000671902',
    label: 'Success, but a refund needs attention',
    brand: 'visa',
    isReusable: true,
    refund: 'needs-attention',
  },
]

export const successCard = testCards[0]!

/** Saved cards of the demo users: authorization code and card number. They need no previous payment. */
export const demoAuthorizations: ReadonlyMap<string, string> = new Map([
  ['AUTH_demo_visa', successCard.number],
])

export const findTestCard = (input: string): TestCard | null => findCard(testCards, input)

const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/** The authorization code of a saved card: one per card and customer. */
export const authorizationCode = (card: TestCard, email: string) =>
  `AUTH_${digest(`${card.number} ${email}`, 10)}`

/** The `authorization` object. `card_type` has a trailing space, as at Paystack. */
export const authorizationOf = (card: TestCard, email: string) => ({
  authorization_code: card.isReusable ? authorizationCode(card, email) : null,
  bin: card.number.slice(0, 6),
  last4: card.number.slice(-4),
  exp_month: '12',
  exp_year: '2030',
  channel: 'card',
  card_type: `${card.brand} `,
  bank: 'TEST BANK',
  country_code: 'NG',
  brand: card.brand,
  reusable: card.isReusable ?? false,
  signature: card.isReusable ? `SIG_${digest(card.number, 20)}` : null,
  account_name: null,
})
