import type { Tile } from './constants.ts'
import type { OrderPage } from './orders.ts'
import { contractOf, type Service, serviceContracts } from './services/index.ts'

/** Page paths. Server and islands link only through these. */
export const homePath = '/'
export const registerPath = '/register'
export const loginPath = '/login'
export const verifyEmailPath = '/email/verify'
export const forgotPasswordPath = '/forgot-password'
export const resetPasswordPath = '/reset-password'
/** The sign-out form posts here; not a page. */
export const signOutPath = '/sign-out'
export const dashboardPath = '/account/dashboard'
export const walletPath = '/account/wallet'
export const beneficiariesPath = '/account/beneficiaries'
export const transactionsPath = '/account/transactions'
export const ticketsPath = '/account/tickets'
export const cardsPath = '/account/cards'
export const referralPath = '/account/referral'
export const notificationsPath = '/account/notifications'
export const settingsPath = '/account/settings'
export const bulkPath = '/account/bulk'
export const schedulesPath = '/account/schedules'
/** Opens the form of a new schedule for an order of the user. */
export const newSchedulePageUrl = (reference: string) =>
  `${schedulesPath}?order=${encodeURIComponent(reference)}`
export const walletResultPath = '/account/wallet/transactions/successful'
/** The wallet after a top-up of this amount, naira, was cancelled at the checkout. */
export const cancelledTopUpPageUrl = (amount: number) => `${walletPath}?note=topup_cancelled&amount=${amount}`
/** Without JavaScript the payment method of a top-up is chosen on its own page, and a card is deleted by a form. */
export const topUpPath = '/account/wallet/top-up'
export const deleteCardPath = '/account/wallet/cards/delete'
/** Scripts report their errors here; not a page. */
export const browserErrorsPath = '/browser-errors'
/** The back office, for managers only. */
export const managementPath = '/management'
export const helpPath = '/help'
/** Where the form of the languages is sent. */
export const languagePath = '/language'
export const serviceStatusPath = '/status'
export const privacyPath = '/privacy-policy'
export const termsPath = '/terms-and-conditions'
export const apiDocsPath = '/api/docs'

/** The service worker's script; not a page. */
export const serviceWorkerPath = '/service-worker.js'
/** Receives a text with a meter number from another app's share sheet. */
export const sharedMeterPath = '/electricity/share'

/** First path of a service's pages: "/electricity". */
export const servicePath = (service: Service) => `/${serviceContracts[service].slug}`
export const formPageUrl = (service: Service) => `${servicePath(service)}/subscription`
/** The search for past tokens, on the electricity form. */
export const pastTokenPageUrl = `${formPageUrl('power')}#history-title`
export const detailsPageUrl = (service: Service, reference: string) =>
  `${servicePath(service)}/customer-details?reference=${encodeURIComponent(reference)}`
/** Without JavaScript the payment method is chosen on its own page. */
export const payPageUrl = (service: Service, reference: string) =>
  `${servicePath(service)}/pay?reference=${encodeURIComponent(reference)}`
export const processPageUrl = (service: Service, reference: string, accessToken?: string | null) =>
  `${servicePath(service)}/transactions/process?reference=${encodeURIComponent(reference)}${
    accessToken ? `&order=${encodeURIComponent(accessToken)}` : ''
  }`
export const successPageUrl = (service: Service, reference: string, accessToken = '') =>
  `${servicePath(service)}/transactions/successful?reference=${encodeURIComponent(reference)}&${
    contractOf(service).tokenParam ?? 'order'
  }=${encodeURIComponent(accessToken)}`
/** The owner of the order needs no access token. */
export const printReceiptPageUrl = (reference: string, accessToken?: string | null) =>
  `/electricity/print-receipt/?ref=${encodeURIComponent(reference)}${
    accessToken ? `&order=${encodeURIComponent(accessToken)}` : ''
  }`

/** Pages about an order, and about a paused service, which also work without JavaScript. */
export const reportPath = '/orders/report'
export const refundAccountPath = '/orders/refund-account'
export const findOrderPath = '/orders/find'
/** A form posts here; not a page. */
export const repeatOrderPath = '/orders/again'
export const notifyMePath = '/tell-me'
const withOrderQuery = (path: string, reference: string, accessToken?: string | null) =>
  `${path}?reference=${encodeURIComponent(reference)}${accessToken ? `&order=${encodeURIComponent(accessToken)}` : ''}`
export const reportPageUrl = (reference: string, accessToken?: string | null) =>
  withOrderQuery(reportPath, reference, accessToken)
export const refundAccountPageUrl = (reference: string, accessToken?: string | null) =>
  withOrderQuery(refundAccountPath, reference, accessToken)
/** Pages that an order's short link opens: the order itself, its refund account, a report of a problem. */
export const orderLinkPages = ['', 'refund', 'report'] as const
export type OrderLinkPage = (typeof orderLinkPages)[number]
/** Short link to an order, for SMS. */
export const orderLink = (code: string, page: OrderLinkPage = '') => `/o/${code}${page && `/${page}`}`
/** A payment request: what the payer opens. */
export const paymentRequestPageUrl = (code: string) => `/r/${code}`
export const reportRequestPath = '/requests/report'
export const payRequestPath = '/requests/pay'
/** The order of a payment request as its payer sees it: payment method, status, receipt. */
export const payerOrderPath = '/requests/order'
export const payerOrderPageUrl = (reference: string, payerToken?: string | null) =>
  withOrderQuery(payerOrderPath, reference, payerToken)
export const paymentRequestsPath = '/account/requests'
export const newPaymentRequestPath = '/account/requests/new'
export const newPaymentRequestPageUrl = (reference: string) =>
  `${newPaymentRequestPath}?reference=${encodeURIComponent(reference)}`
/** Link in an e-mail of a campaign: GET shows the page, POST unsubscribes. */
export const unsubscribePageUrl = (token: string) => `/unsubscribe/${token}`
export const notifyMePageUrl = (service: Tile) => `${notifyMePath}?service=${service}`

/** Result page of a wallet top-up. */
export const walletResultPageUrl = (reference: string) =>
  `${walletResultPath}?reference=${encodeURIComponent(reference)}`

/** URL of the page for an order's current state. */
export const orderPageUrl = (
  page: OrderPage,
  service: Service,
  reference: string,
  accessToken?: string | null,
) =>
  page === 'details'
    ? detailsPageUrl(service, reference)
    : page === 'process'
      ? processPageUrl(service, reference, accessToken)
      : successPageUrl(service, reference, accessToken ?? '')
