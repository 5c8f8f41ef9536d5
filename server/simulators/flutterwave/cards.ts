import { createHash } from 'node:crypto'
import { cardIn } from '../hosted-checkout.ts'
import type { ListedCard } from '../hosted-page.ts'

/** What happens to a card: how its try ends, whether it leaves a token, whether a token charge must be confirmed. */
export interface TestCard extends ListedCard {
  readonly type: 'VISA' | 'MASTERCARD' | 'VERVE'
  readonly expiry: string
  readonly declines?: string
  readonly keeps?: boolean
  readonly stepsUp?: boolean
}

/** Flutterwave's documented test cards; PIN and OTP steps are taken as done. That one leaves no token is ours. */
export const testCards: readonly TestCard[] = [
  {
    number: '5531886652142950',
    says: 'Success after a PIN',
    type: 'MASTERCARD',
    expiry: '09/32',
    keeps: true,
  },
  {
    number: '4187427415564246',
    says: 'Success after the bank’s page (3DS)',
    type: 'VISA',
    expiry: '09/32',
    keeps: true,
    stepsUp: true,
  },
  {
    number: '5438898014560229',
    says: 'Success after the bank’s page (3DS)',
    type: 'MASTERCARD',
    expiry: '10/31',
    keeps: true,
    stepsUp: true,
  },
  {
    number: '5061460410120223210',
    says: 'Success after a PIN and a code',
    type: 'VERVE',
    expiry: '12/31',
    keeps: true,
  },
  {
    number: '4556052704172643',
    says: 'Success after an address check',
    type: 'VISA',
    expiry: '09/32',
    keeps: true,
  },
  {
    number: '5377283645077450',
    says: 'Pre-authorisation: success, but the card is not kept',
    type: 'MASTERCARD',
    expiry: '09/31',
  },
  {
    number: '5143010522339965',
    says: 'Declined',
    type: 'MASTERCARD',
    expiry: '09/32',
    declines: 'Do not honour',
  },
  {
    number: '5258585922666506',
    says: 'Insufficient funds',
    type: 'MASTERCARD',
    expiry: '09/31',
    declines: 'Insufficient Funds',
  },
  {
    number: '5590131743294314',
    says: 'Suspected fraud',
    type: 'MASTERCARD',
    expiry: '09/32',
    declines: 'Suspected fraud',
  },
]

export const successCard = testCards[0]!

export const cardOf = (typed: string): TestCard | null => cardIn(testCards, typed)

/** One token for one card of one customer. */
export const tokenOf = (card: TestCard, email: string): string =>
  `flw-t1nf-${createHash('sha256').update(`${card.number} ${email}`).digest('hex').slice(0, 32)}-m03k`

/** Their `card`. Webhooks tell it without the token; `issuer` has a leading blank, as in life. */
export const cardData = (card: TestCard) => ({
  first_6digits: card.number.slice(0, 6),
  last_4digits: card.number.slice(-4),
  issuer: ' TEST BANK CREDIT',
  country: 'NIGERIA NG',
  type: card.type,
  expiry: card.expiry,
})
