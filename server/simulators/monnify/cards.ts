import { createHash } from 'node:crypto'
import { cardIn } from '../hosted-checkout.ts'
import type { ListedCard } from '../hosted-page.ts'

/** What happens to a card: how its payment ends, whether it leaves a token, how its refund ends. */
export interface TestCard extends ListedCard {
  readonly type: 'Visa' | 'Verve' | 'Mastercard'
  readonly declines?: string
  readonly keeps?: boolean
  readonly refundFails?: boolean
}

/** Monnify's documented test cards; CVV, PIN and OTP steps are taken as done. The last two are ours. */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', says: 'Success', type: 'Visa', keeps: true },
  { number: '5060995994247093', says: 'Success after a code', type: 'Verve', keeps: true },
  { number: '4000000000000002', says: 'Success after the bank’s page (3DS)', type: 'Visa', keeps: true },
  {
    number: '4111111111111110',
    says: 'Declined: invalid card number',
    type: 'Visa',
    declines: 'Invalid card number',
  },
  { number: '5399830000000008', says: 'Success, but the card is not kept', type: 'Mastercard' },
  {
    number: '5399830000000016',
    says: 'Success, but a refund fails',
    type: 'Mastercard',
    keeps: true,
    refundFails: true,
  },
]

export const successCard = testCards[0]!

export const cardOf = (typed: string): TestCard | null => cardIn(testCards, typed)

/** One token for one card of one customer. */
export const tokenOf = (card: TestCard, email: string): string =>
  `MNFY_${createHash('sha256').update(`${card.number} ${email}`).digest('hex').slice(0, 32).toUpperCase()}`

/** Their `cardDetails`; the name of the bank may be missing, as in life. */
export const cardDetails = (card: TestCard, email: string) => ({
  cardType: card.type,
  last4: card.number.slice(-4),
  expMonth: '12',
  expYear: '30',
  bin: card.number.slice(0, 6),
  bankCode: null,
  bankName: card.type === 'Verve' ? 'Access Bank' : null,
  reusable: card.keeps === true,
  countryCode: null,
  cardToken: card.keeps ? tokenOf(card, email) : null,
  supportsTokenization: card.keeps === true,
  maskedPan: `${card.number.slice(0, 6)}******${card.number.slice(-4)}`,
})
