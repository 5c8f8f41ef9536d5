import { createHash } from 'node:crypto'
import { findCard } from '../hosted-checkout.ts'
import type { ListedCard } from '../hosted-page.ts'

/** A test card: payment result, whether it returns a token, refund result. */
export interface TestCard extends ListedCard {
  readonly type: 'Visa' | 'Verve' | 'Mastercard'
  readonly declineReason?: string
  readonly isReusable?: boolean
  readonly refundFails?: boolean
}

/** Monnify's documented test cards; CVV, PIN and OTP steps are skipped. The last two are additions. */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', label: 'Success', type: 'Visa', isReusable: true },
  { number: '5060995994247093', label: 'Success after a code', type: 'Verve', isReusable: true },
  {
    number: '4000000000000002',
    label: 'Success after the bank’s page (3DS)',
    type: 'Visa',
    isReusable: true,
  },
  {
    number: '4111111111111110',
    label: 'Declined: invalid card number',
    type: 'Visa',
    declineReason: 'Invalid card number',
  },
  { number: '5399830000000008', label: 'Success, but the card is not saved', type: 'Mastercard' },
  {
    number: '5399830000000016',
    label: 'Success, but a refund fails',
    type: 'Mastercard',
    isReusable: true,
    refundFails: true,
  },
]

export const successCard = testCards[0]!

export const findTestCard = (input: string): TestCard | null => findCard(testCards, input)

/** One token per card and customer. */
export const tokenOf = (card: TestCard, email: string): string =>
  `MNFY_${createHash('sha256').update(`${card.number} ${email}`).digest('hex').slice(0, 32).toUpperCase()}`

/** The `cardDetails` object; the bank name can be missing, as at Monnify. */
export const cardDetails = (card: TestCard, email: string) => ({
  cardType: card.type,
  last4: card.number.slice(-4),
  expMonth: '12',
  expYear: '30',
  bin: card.number.slice(0, 6),
  bankCode: null,
  bankName: card.type === 'Verve' ? 'Access Bank' : null,
  reusable: card.isReusable === true,
  countryCode: null,
  cardToken: card.isReusable ? tokenOf(card, email) : null,
  supportsTokenization: card.isReusable === true,
  maskedPan: `${card.number.slice(0, 6)}******${card.number.slice(-4)}`,
})
