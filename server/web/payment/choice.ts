import { randomUUID } from 'node:crypto'
import { fetchUser } from '../account/user.ts'
import type { FormError, PageRequest, PageResult, PostedFields, WebContext } from '../page.ts'
import type { TrustLine } from '../trust-line.ts'
import { availableMethods } from './methods.ts'

/** A line of the payment summary. */
interface PaymentSummaryLine {
  readonly label: string
  readonly value: string
  readonly wide?: boolean
  readonly strong?: boolean
}

/** The summary of a payment on a page without JavaScript. */
export interface PaymentSummary {
  readonly lines: readonly PaymentSummaryLine[]
  /** "₦2,100.00" */
  readonly total: string
  /** Used in "You pay … for …". */
  readonly purpose: string
  /** The next step after payment. */
  readonly nextStep: string
  readonly backLink: { href: string; text: string }
}

interface PaymentChoiceOptions {
  paymentSummary: PaymentSummary
  /** The form's action; `hiddenFields` are its hidden fields. */
  action: string
  hiddenFields: Readonly<Record<string, string>>
  topUp: boolean
  /** Hint of the e-mail field. */
  emailHint: string
  /** Set if payment is unavailable: the reason and a link. */
  unavailable?: { message: string; link: { href: string; text: string } } | null
  /** The submitted fields, if the form is rendered again. */
  fields: PostedFields
  formError: FormError | null
  /** Lines of the trust strip. */
  trust?: readonly TrustLine[]
}

/** The payment method page. */
export async function paymentMethodPage(
  pageRequest: PageRequest,
  web: WebContext,
  options: PaymentChoiceOptions,
): Promise<PageResult> {
  const {
    paymentSummary,
    action,
    hiddenFields,
    topUp,
    emailHint,
    unavailable = null,
    fields,
    formError,
    trust = [],
  } = options
  const [methods, userEmail] = unavailable
    ? [[], '']
    : await Promise.all([availableMethods(pageRequest, web, { topUp }), emailOf(pageRequest, web)])
  return {
    type: 'page',
    httpStatus: formError?.httpStatus ?? 200,
    view: 'pay',
    locals: {
      paymentSummary,
      action,
      // The key is kept when the form is rendered again, so that a second submit is the same payment.
      hiddenFields: {
        ...hiddenFields,
        idempotency_key: parseIdempotencyKey(fields.idempotency_key) ?? randomUUID(),
      },
      methods,
      unavailable,
      emailHint,
      canSaveCard: pageRequest.baseProps.signedIn && methods.some(({ value }) => value === 'CARD'),
      selectedMethod: fields.payment_method ?? '',
      saveCard: fields.save_card === 'true',
      email: fields.email ?? userEmail,
      message: formError?.message ?? null,
      errors: formError?.errors ?? {},
      trust,
    },
  }
}

/** The signed-in user's e-mail. Source: ruling D-070. */
async function emailOf(pageRequest: PageRequest, web: WebContext): Promise<string> {
  const user = pageRequest.baseProps.signedIn ? await fetchUser(web) : null
  return user?.type === 'known' ? user.profile.email : ''
}

const parseIdempotencyKey = (input: string | undefined) =>
  input && /^[\w-]{8,100}$/.test(input) ? input : null
