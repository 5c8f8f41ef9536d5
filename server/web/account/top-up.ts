import { cleanAmount, formatMoney, koboOf, nairaOf } from '../../../shared/money.ts'
import { topUpPath, walletPath, walletResultPageUrl } from '../../../shared/pages.ts'
import { getWalletBalance, verifyTopUp, type WalletBalance } from '../../../shared/wallet.ts'
import type { ApiResult } from '../api-client.ts'
import type {
  FormError,
  Loader,
  PageRequest,
  PageResult,
  PostedFields,
  PostedForm,
  WebContext,
} from '../page.ts'
import { type PaymentSummary, paymentMethodPage } from '../payment/choice.ts'
import { startPayment } from '../payment/start.ts'
import { webTexts } from '../texts.ts'
import { accountPageTexts } from './texts.ts'
import { redirectIfSessionEnded } from './user.ts'

const walletLink = () => ({ href: walletPath, text: accountPageTexts.backToWallet() })
const refreshSeconds = 4

/** The payment method page of a top-up, for browsers without JavaScript. */
export const loadTopUp: Loader = (pageRequest, web) => renderChoice(pageRequest, web, pageRequest.query, null)

export const topUpForm: PostedForm = {
  path: topUpPath,
  page: topUpPath,
  async submit(pageRequest, fields, web) {
    const amount = await fetchValidAmount(web, fields)
    if (!amount.ok) return errorPage(amount)
    const naira = amount.data
    const paymentFields = {
      order_reference: null,
      service_id: null,
      amount: naira,
      service_charge: 0,
      payment_for: 'wallet_topup',
      description: accountPageTexts.topUpDescription(),
    }
    const payment = await startPayment(pageRequest, web, {
      paymentFields,
      paymentSummary: paymentSummaryOf(naira),
      fields,
      topUp: true,
    })
    return payment.ok ? payment.data : this.renderErrors(pageRequest, fields, web, payment)
  },
  renderErrors: (pageRequest, fields, web, formError) => renderChoice(pageRequest, web, fields, formError),
}

async function renderChoice(
  pageRequest: PageRequest,
  web: WebContext,
  fields: PostedFields,
  formError: FormError | null,
): Promise<PageResult> {
  const amount = await fetchValidAmount(web, fields)
  if (!amount.ok) return errorPage(amount)
  return paymentMethodPage(pageRequest, web, {
    paymentSummary: paymentSummaryOf(amount.data),
    action: topUpPath,
    hiddenFields: { amount: String(amount.data) },
    topUp: true,
    emailHint: accountPageTexts.topUpEmailHint(),
    fields,
    formError,
  })
}

/** The top-up amount in naira, within the bounds returned by the API. */
async function fetchValidAmount(web: WebContext, { amount = '' }: PostedFields): Promise<ApiResult<number>> {
  const balance = await web.api.request(getWalletBalance)
  if (!balance.ok) return balance
  const { min, max } = balance.data.top_up
  const kobo = koboOf(cleanAmount(amount))
  const naira = kobo === null ? Number.NaN : nairaOf(kobo)
  if (naira >= min && naira <= max) return { ...balance, data: naira }
  return { ok: false, httpStatus: 422, message: amountRangeMessage(balance.data.top_up), errors: {} }
}

const amountRangeMessage = ({ min, max }: WalletBalance['top_up']) =>
  accountPageTexts.amountOutOfBounds({
    min: formatMoney(min, { decimals: 0 }),
    max: formatMoney(max, { decimals: 0 }),
  })

const errorPage = ({ httpStatus, message }: Extract<ApiResult<unknown>, { ok: false }>): PageResult =>
  redirectIfSessionEnded(httpStatus) ?? messagePage(httpStatus, webTexts.somethingWrong(), message)

const paymentSummaryOf = (naira: number): PaymentSummary => ({
  lines: [
    { label: accountPageTexts.total(), value: formatMoney(naira), wide: true, strong: true },
    { label: accountPageTexts.credited(), value: formatMoney(naira), wide: true },
  ],
  total: formatMoney(naira),
  purpose: accountPageTexts.topUpPurpose(),
  nextStep: accountPageTexts.topUpNext(),
  backLink: walletLink(),
})

/** Polls the top-up status at each page reload, for browsers without JavaScript. */
export async function pollTopUp(
  web: WebContext,
  request: { reference: string; transactionReference: string | null },
): Promise<PageResult> {
  const result = await web.api.request(verifyTopUp, { body: request })
  if (result.ok && result.status === 'success') {
    const { amount, reference, type } = result.data
    const message = accountPageTexts.toppedUp({
      amount: formatMoney(amount),
      reference,
      type: type.toUpperCase(),
    })
    return messagePage(200, accountPageTexts.toppedUpTitle(), message)
  }
  const isFinal = !result.ok && result.httpStatus < 500 && result.httpStatus !== 429
  if (isFinal)
    return (
      redirectIfSessionEnded(result.httpStatus) ??
      messagePage(result.httpStatus, accountPageTexts.topUpFailedTitle(), result.message)
    )
  const refreshUrl = `${walletResultPageUrl(request.reference)}&noscript=1`
  return {
    type: 'page',
    view: 'waiting',
    locals: {
      heading: accountPageTexts.checkingTitle(),
      message: result.message,
      hint: accountPageTexts.checkingHint(),
      refreshUrl,
    },
    refreshAlways: { to: refreshUrl, seconds: refreshSeconds },
  }
}

const messagePage = (httpStatus: number, heading: string, message: string): PageResult => ({
  type: 'page',
  httpStatus,
  view: 'message',
  locals: { heading, message, link: walletLink() },
})
