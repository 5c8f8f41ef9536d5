import type { Tile } from './constants.ts'
import type { OrderPage } from './orders.ts'
import { contractOf, type Service, serviceContracts } from './services/index.ts'

/** Page paths. Server and islands link only through these. */
export const home = '/'
export const register = '/register'
export const login = '/login'
export const verifyEmail = '/email/verify'
export const forgotPassword = '/forgot-password'
export const resetPassword = '/reset-password'
/** The sign-out form posts here; not a page. */
export const signOut = '/sign-out'
export const dashboard = '/account/dashboard'
export const wallet = '/account/wallet'
export const beneficiaries = '/account/beneficiaries'
export const transactions = '/account/transactions'
export const tickets = '/account/tickets'
export const cards = '/account/cards'
export const referral = '/account/referral'
export const notifications = '/account/notifications'
export const settings = '/account/settings'
export const bulk = '/account/bulk'
export const walletResult = '/account/wallet/transactions/successful'
/** Without JavaScript the payment method of a top-up is chosen on its own page, and a card is deleted by a form. */
export const topUp = '/account/wallet/top-up'
export const deleteCard = '/account/wallet/cards/delete'
/** The back office, for managers only. */
export const management = '/management'
export const help = '/help'
export const serviceStatus = '/status'
export const privacy = '/privacy-policy'
export const terms = '/terms-and-conditions'
export const apiDocs = '/api/docs'

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
export const report = '/orders/report'
export const refundAccount = '/orders/refund-account'
export const findOrder = '/orders/find'
export const notifyMe = '/tell-me'
const withOrder = (path: string, reference: string, accessToken?: string | null) =>
  `${path}?reference=${encodeURIComponent(reference)}${accessToken ? `&order=${encodeURIComponent(accessToken)}` : ''}`
export const reportPage = (reference: string, accessToken?: string | null) =>
  withOrder(report, reference, accessToken)
export const refundAccountPage = (reference: string, accessToken?: string | null) =>
  withOrder(refundAccount, reference, accessToken)
/** Pages that an order's short link opens: the order itself, its refund account, a report of a problem. */
export const orderLinkPages = ['', 'refund', 'report'] as const
export type OrderLinkPage = (typeof orderLinkPages)[number]
/** Short link to an order, for SMS. */
export const orderLink = (code: string, page: OrderLinkPage = '') => `/o/${code}${page && `/${page}`}`
export const notifyMePage = (service: Tile) => `${notifyMe}?service=${service}`

/** Result page of a wallet top-up. */
export const walletResultPage = (reference: string) =>
  `${walletResult}?reference=${encodeURIComponent(reference)}`

/** URL of the page for an order's current state. */
export const pageOf = (page: OrderPage, service: Service, reference: string, accessToken?: string | null) =>
  page === 'details'
    ? detailsPage(service, reference)
    : page === 'process'
      ? processPage(service, reference, accessToken)
      : successPage(service, reference, accessToken ?? '')
