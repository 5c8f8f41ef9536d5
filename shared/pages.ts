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
export const walletResultPath = '/account/wallet/transactions/successful'
/** Without JavaScript the payment method of a top-up is chosen on its own page, and a card is deleted by a form. */
export const topUpPath = '/account/wallet/top-up'
export const deleteCardPath = '/account/wallet/cards/delete'
/** Scripts report their errors here; not a page. */
export const browserErrorsPath = '/browser-errors'
/** The back office, for managers only. */
export const managementPath = '/management'
export const helpPath = '/help'
export const serviceStatusPath = '/status'
export const privacyPath = '/privacy-policy'
export const termsPath = '/terms-and-conditions'
export const apiDocsPath = '/api/docs'

/** First path of a service's pages: "/electricity". */
export const servicePath = (service: Service) => `/${serviceContracts[service].slug}`
export const formPage = (service: Service) => `${servicePath(service)}/subscription`
export const detailsPage = (service: Service, reference: string) =>
  `${servicePath(service)}/customer-details?reference=${encodeURIComponent(reference)}`
/** Without JavaScript the payment method is chosen on its own page. */
export const payPage = (service: Service, reference: string) =>
  `${servicePath(service)}/pay?reference=${encodeURIComponent(reference)}`
export const processPage = (service: Service, reference: string, accessToken?: string | null) =>
  `${servicePath(service)}/transactions/process?reference=${encodeURIComponent(reference)}${
    accessToken ? `&order=${encodeURIComponent(accessToken)}` : ''
  }`
export const successPage = (service: Service, reference: string, accessToken = '') =>
  `${servicePath(service)}/transactions/successful?reference=${encodeURIComponent(reference)}&${
    contractOf(service).tokenParam ?? 'order'
  }=${encodeURIComponent(accessToken)}`
export const printReceiptPage = (reference: string) =>
  `/electricity/print-receipt/?ref=${encodeURIComponent(reference)}`

/** Pages about an order, and about a paused service, which also work without JavaScript. */
export const reportPath = '/orders/report'
export const refundAccountPath = '/orders/refund-account'
export const findOrderPath = '/orders/find'
/** A form posts here; not a page. */
export const repeatOrderPath = '/orders/again'
export const notifyMePath = '/tell-me'
const withOrder = (path: string, reference: string, accessToken?: string | null) =>
  `${path}?reference=${encodeURIComponent(reference)}${accessToken ? `&order=${encodeURIComponent(accessToken)}` : ''}`
export const reportPage = (reference: string, accessToken?: string | null) =>
  withOrder(reportPath, reference, accessToken)
export const refundAccountPage = (reference: string, accessToken?: string | null) =>
  withOrder(refundAccountPath, reference, accessToken)
/** Pages that an order's short link opens: the order itself, its refund account, a report of a problem. */
export const orderLinkPages = ['', 'refund', 'report'] as const
export type OrderLinkPage = (typeof orderLinkPages)[number]
/** Short link to an order, for SMS. */
export const orderLink = (code: string, page: OrderLinkPage = '') => `/o/${code}${page && `/${page}`}`
export const notifyMePage = (service: Tile) => `${notifyMePath}?service=${service}`

/** Result page of a wallet top-up. */
export const walletResultPage = (reference: string) =>
  `${walletResultPath}?reference=${encodeURIComponent(reference)}`

/** URL of the page for an order's current state. */
export const pageOf = (page: OrderPage, service: Service, reference: string, accessToken?: string | null) =>
  page === 'details'
    ? detailsPage(service, reference)
    : page === 'process'
      ? processPage(service, reference, accessToken)
      : successPage(service, reference, accessToken ?? '')
