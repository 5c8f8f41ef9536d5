import { getPaymentCards, type SavedCard } from '../../../shared/cards.ts'
import { paymentMethods } from '../../../shared/constants.ts'
import type { CardId } from '../../../shared/ids.ts'
import type { PaymentMethod, PaymentOption } from '../../../shared/payments.ts'
import type { PageRequest, PostedFields, WebContext } from '../page.ts'
import { paymentPageTexts } from './texts.ts'

/** A payment method on a page without JavaScript; each saved card is a separate entry. */
export interface MethodChoice {
  /** The radio's value: a method, or `SAVED_CARD:` and the card's id. */
  readonly value: string
  readonly title: string
  readonly description: string
  /** The next step after the choice. */
  readonly next: string
}

const nextSteps: Record<PaymentMethod, () => string> = {
  ACCOUNT_TRANSFER: paymentPageTexts.transferNext,
  CARD: paymentPageTexts.cardNext,
  USSD: paymentPageTexts.ussdNext,
  PHONE_NUMBER: paymentPageTexts.phoneNumberNext,
  WALLET: paymentPageTexts.walletNext,
  SAVED_CARD: paymentPageTexts.savedCardNext,
}

/** The payment methods available to this visitor. A wallet cannot be topped up from itself. */
export async function availableMethods(
  pageRequest: PageRequest,
  web: WebContext,
  { topUp }: { topUp: boolean },
): Promise<MethodChoice[]> {
  const { signedIn } = pageRequest.baseProps
  const [options, cards] = await Promise.all([
    web.data.paymentOptions(pageRequest.caller),
    signedIn ? web.api.request(getPaymentCards) : null,
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
  next: nextSteps[identifier](),
})

const cardChoice = ({ uniqueid, type, last_digits, expiry }: SavedCard): MethodChoice => ({
  value: `SAVED_CARD:${uniqueid}`,
  title: paymentPageTexts.savedCardTitle({
    type: `${type.charAt(0).toUpperCase()}${type.slice(1)}`,
    digits: last_digits,
  }),
  description: paymentPageTexts.savedCardDescription({ expiry }),
  next: nextSteps.SAVED_CARD(),
})

/** The chosen payment method. `method` is '' if invalid. */
export interface ChosenMethod {
  readonly method: PaymentMethod | ''
  readonly cardId: CardId
  readonly saveCard: boolean
}

export function parseChosenMethod({ payment_method = '', save_card }: PostedFields): ChosenMethod {
  const [name, cardId = ''] = payment_method.split(':')
  const method = paymentMethods.find((candidate) => candidate === name) ?? ''
  // Only a newly entered card can be saved. Source: ruling D-065.
  return { method, cardId, saveCard: save_card === 'true' && method === 'CARD' }
}
