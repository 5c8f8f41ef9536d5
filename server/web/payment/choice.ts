import { randomUUID } from 'node:crypto'
import { readUser } from '../account/user.ts'
import type { FormError, PageRequest, PageResult, PostedFields, WebContext } from '../page.ts'
import type { TrustLine } from '../trust-line.ts'
import { availableMethods } from './methods.ts'

/** A line of the bill. */
interface BillLine {
  readonly label: string
  readonly value: string
  readonly wide?: boolean
  readonly strong?: boolean
}

/** The bill on a page without script. */
export interface Bill {
  readonly lines: readonly BillLine[]
  /** "₦2,100.00" */
  readonly total: string
  /** Used in "You pay … for …". */
  readonly purpose: string
  /** The next step after payment. */
  readonly after: string
  readonly back: { href: string; text: string }
}

interface PaymentChoiceOptions {
  bill: Bill
  /** The form's action; `hidden` are its hidden fields. */
  action: string
  hidden: Readonly<Record<string, string>>
  topUp: boolean
  /** Hint of the e-mail field. */
  emailHint: string
  /** Set if payment is unavailable: the reason and a link. */
  closed?: { message: string; link: { href: string; text: string } } | null
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
  const { bill, action, hidden, topUp, emailHint, closed = null, fields, formError, trust = [] } = options
  const [methods, userEmail] = closed
    ? [[], '']
    : await Promise.all([availableMethods(pageRequest, web, { topUp }), emailOf(pageRequest, web)])
  return {
    type: 'page',
    httpStatus: formError?.httpStatus ?? 200,
    view: 'pay',
    locals: {
      bill,
      action,
      // The key is kept when the form is rendered again, so that a second submit is the same payment.
      hidden: { ...hidden, idempotency_key: parseIdempotencyKey(fields.idempotency_key) ?? randomUUID() },
      methods,
      closed,
      emailHint,
      canSaveCard: pageRequest.every.signedIn && methods.some(({ value }) => value === 'CARD'),
      selectedMethod: fields.payment_method ?? '',
      saveCard: fields.save_card === 'true',
      email: fields.email ?? userEmail,
      message: formError?.message ?? null,
      errors: formError?.errors ?? {},
      trust,
    },
  }
}

/** The signed-in user's e-mail. Source: decision D-070. */
async function emailOf(pageRequest: PageRequest, web: WebContext): Promise<string> {
  const user = pageRequest.every.signedIn ? await readUser(pageRequest, web) : null
  return user?.type === 'known' ? user.profile.email : ''
}

const parseIdempotencyKey = (input: string | undefined) =>
  input && /^[\w-]{8,100}$/.test(input) ? input : null
