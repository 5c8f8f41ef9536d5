import { getPaymentCards, type SavedCard } from '../../../shared/cards.ts'
import { paymentMethods } from '../../../shared/constants.ts'
import type { PaymentMethod, PaymentOption } from '../../../shared/payments.ts'
import type { Fields, PageRequest, WebContext } from '../page.ts'

/** A payment method on a page without script; each saved card is a separate entry. */
export interface MethodChoice {
  /** The radio's value: a method, or `SAVED_CARD:` and the card's id. */
  readonly value: string
  readonly title: string
  readonly description: string
  /** The next step after the choice. */
  readonly next: string
}

const nextSteps: Record<PaymentMethod, string> = {
  ACCOUNT_TRANSFER: "You'll get an account number to transfer to. Return here after payment.",
  CARD: 'We never see your card number.',
  USSD: 'You get a code to dial on your phone.',
  PHONE_NUMBER: 'You approve the payment on your phone.',
  WALLET: 'The amount is deducted from your wallet.',
  SAVED_CARD: 'Your saved card is charged. Your bank may ask you to approve it.',
}

/** The payment methods available to this visitor. A wallet cannot be topped up from itself. */
export async function availableMethods(
  pageRequest: PageRequest,
  web: WebContext,
  { topUp }: { topUp: boolean },
): Promise<MethodChoice[]> {
  const { signedIn } = pageRequest.every
  const [options, cards] = await Promise.all([
    web.data.paymentOptions(pageRequest.caller),
    signedIn ? web.api.request(getPaymentCards, {}, pageRequest.caller) : null,
  ])
  return options.flatMap((option) => {
    if (option.identifier === 'SAVED_CARD') return cards?.ok ? cards.data.map(cardChoice) : []
    if (option.identifier === 'WALLET' && (topUp || !signedIn)) return []
    return [methodChoice(option)]
  })
}

const methodChoice = ({ identifier, title, description }: PaymentOption): MethodChoice => ({
  value: identifier,
  title,
  description,
  next: nextSteps[identifier],
})

const cardChoice = ({ uniqueid, type, last_digits, expiry }: SavedCard): MethodChoice => ({
  value: `SAVED_CARD:${uniqueid}`,
  title: `${type.charAt(0).toUpperCase()}${type.slice(1)} ending in ${last_digits}`,
  description: `Your saved card, expires ${expiry}`,
  next: nextSteps.SAVED_CARD,
})

/** The chosen payment method. `method` is '' if invalid. */
export interface ChosenMethod {
  readonly method: PaymentMethod | ''
  readonly cardId: string
  readonly saveCard: boolean
}

export function parseChosenMethod({ payment_method = '', save_card }: Fields): ChosenMethod {
  const [name, cardId = ''] = payment_method.split(':')
  const method = paymentMethods.find((candidate) => candidate === name) ?? ''
  // Only a newly entered card can be saved. Source: decision D-065.
  return { method, cardId, saveCard: save_card === 'true' && method === 'CARD' }
}
