import { createHash } from 'node:crypto'
import { findCard } from '../hosted-checkout.ts'
import type { ListedCard } from '../hosted-page.ts'

/** A test card: payment result, whether it returns a token, whether a token charge requires confirmation. */
export interface TestCard extends ListedCard {
  readonly type: 'VISA' | 'MASTERCARD' | 'VERVE'
  readonly expiry: string
  readonly declineReason?: string
  readonly isReusable?: boolean
  readonly requiresAuthentication?: boolean
}

/** Flutterwave's documented test cards; PIN and OTP steps are skipped. The card without a token is an addition. */
export const testCards: readonly TestCard[] = [
  {
    number: '5531886652142950',
    label: 'Success after a PIN',
    type: 'MASTERCARD',
    expiry: '09/32',
    isReusable: true,
  },
  {
    number: '4187427415564246',
    label: 'Success after the bank’s page (3DS)',
    type: 'VISA',
    expiry: '09/32',
    isReusable: true,
    requiresAuthentication: true,
  },
  {
    number: '5438898014560229',
    label: 'Success after the bank’s page (3DS)',
    type: 'MASTERCARD',
    expiry: '10/31',
    isReusable: true,
    requiresAuthentication: true,
  },
  {
    number: '5061460410120223210',
    label: 'Success after a PIN and a code',
    type: 'VERVE',
    expiry: '12/31',
    isReusable: true,
  },
  {
    number: '4556052704172643',
    label: 'Success after an address check',
    type: 'VISA',
    expiry: '09/32',
    isReusable: true,
  },
  {
    number: '5377283645077450',
    label: 'Pre-authorisation: success, but the card cannot be saved',
    type: 'MASTERCARD',
    expiry: '09/31',
  },
  {
    number: '5143010522339965',
    label: 'Declined',
    type: 'MASTERCARD',
    expiry: '09/32',
    declineReason: 'Do not honour',
  },
  {
    number: '5258585922666506',
    label: 'Insufficient funds',
    type: 'MASTERCARD',
    expiry: '09/31',
    declineReason: 'Insufficient Funds',
  },
  {
    number: '5590131743294314',
    label: 'Suspected fraud',
    type: 'MASTERCARD',
    expiry: '09/32',
    declineReason: 'Suspected fraud',
  },
]

export const successCard = testCards[0]!

export const findTestCard = (input: string): TestCard | null => findCard(testCards, input)

/** One token per card and customer. */
export const tokenOf = (card: TestCard, email: string): string =>
  `flw-t1nf-${createHash('sha256').update(`${card.number} ${email}`).digest('hex').slice(0, 32)}-m03k`

/** The `card` object. Webhooks omit the token; `issuer` has a leading space, as at Flutterwave. */
export const cardData = (card: TestCard) => ({
  first_6digits: card.number.slice(0, 6),
  last_4digits: card.number.slice(-4),
  issuer: ' TEST BANK CREDIT',
  country: 'NIGERIA NG',
  type: card.type,
  expiry: card.expiry,
})
