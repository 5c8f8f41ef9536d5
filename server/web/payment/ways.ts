import { getPaymentCards, type SavedCard } from '../../../shared/cards.ts'
import { paymentMethods } from '../../../shared/constants.ts'
import type { PaymentMethod, PaymentOption } from '../../../shared/payments.ts'
import type { Fields, Site, Visit } from '../page.ts'

/** A way to pay, as a page without script offers it: each saved card is one of its own. */
export interface Way {
  /** What its radio posts: a method, or a saved card by `SAVED_CARD:` and its name. */
  readonly value: string
  readonly title: string
  readonly description: string
  /** What happens when it is chosen. */
  readonly next: string
}

const whatHappens: Record<PaymentMethod, string> = {
  ACCOUNT_TRANSFER: 'You get an account number to transfer to. Come back here when you have paid.',
  CARD: 'You type your card on the payment page. Its number never reaches us.',
  USSD: 'You get a code to dial on your phone.',
  PHONE_NUMBER: 'You approve the payment on your phone.',
  WALLET: 'The amount is taken from your wallet.',
  SAVED_CARD: 'Your saved card is charged. Your bank may ask you to approve it.',
}

/** The ways to pay that this visitor has. A wallet is not topped up from itself. */
export async function waysToPay(visit: Visit, site: Site, { topUp }: { topUp: boolean }): Promise<Way[]> {
  const { signedIn } = visit.every
  const [options, cards] = await Promise.all([
    site.data.paymentOptions(visit.caller),
    signedIn ? site.api.ask(getPaymentCards, {}, visit.caller) : null,
  ])
  return options.flatMap((option) => {
    if (option.identifier === 'SAVED_CARD') return cards?.ok ? cards.data.map(cardWay) : []
    if (option.identifier === 'WALLET' && (topUp || !signedIn)) return []
    return [methodWay(option)]
  })
}

const methodWay = ({ identifier, title, description }: PaymentOption): Way => ({
  value: identifier,
  title,
  description,
  next: whatHappens[identifier],
})

const cardWay = ({ uniqueid, type, last_digits, expiry }: SavedCard): Way => ({
  value: `SAVED_CARD:${uniqueid}`,
  title: `${type.charAt(0).toUpperCase()}${type.slice(1)} ending in ${last_digits}`,
  description: `Your saved card, expires ${expiry}`,
  next: whatHappens.SAVED_CARD,
})

/** What was chosen among the ways. `method` is '' for anything that is none. */
export interface Chosen {
  readonly method: PaymentMethod | ''
  readonly cardId: string
  readonly saveCard: boolean
}

export function chosenIn({ payment_method = '', save_card }: Fields): Chosen {
  const [name, cardId = ''] = payment_method.split(':')
  const method = paymentMethods.find((it) => it === name) ?? ''
  // Only a card that is typed can be kept. Source: decision D-065.
  return { method, cardId, saveCard: save_card === 'true' && method === 'CARD' }
}
