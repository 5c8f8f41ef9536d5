import type { Service, Tile } from './constants.ts'
import { slugOf } from './constants.ts'
import type { OrderPage } from './orders.ts'

/** Addresses of pages. Both sides link only by these. */
export const home = '/'
export const register = '/register'
export const login = '/login'
export const verifyEmail = '/email/verify'
export const forgotPassword = '/forgot-password'
export const resetPassword = '/reset-password'
/** Where the sign-out form posts to; it is no page. */
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
/** Without script the way to pay for a top-up is chosen on a page of its own, and a card is deleted by a form. */
export const topUp = '/account/wallet/top-up'
export const deleteCard = '/account/wallet/cards/delete'
/** The back office, for managers alone. */
export const management = '/management'
export const help = '/help'
export const privacy = '/privacy-policy'
export const terms = '/terms-and-conditions'

export const formPage = (service: Service) => `/${slugOf[service]}/subscription`
export const detailsPage = (service: Service, reference: string) =>
  `/${slugOf[service]}/customer-details?reference=${encodeURIComponent(reference)}`
/** Without script the choice of a way to pay is a page of its own. */
export const payPage = (service: Service, reference: string) =>
  `/${slugOf[service]}/pay?reference=${encodeURIComponent(reference)}`
export const processPage = (service: Service, reference: string, second?: string | null) =>
  `/${slugOf[service]}/transactions/process?reference=${encodeURIComponent(reference)}${
    second ? `&order=${encodeURIComponent(second)}` : ''
  }`
/** Airtime and data call their second value `p_ref`; the others `order`. */
export const successPage = (service: Service, reference: string, second = '') =>
  `/${slugOf[service]}/transactions/successful?reference=${encodeURIComponent(reference)}&${
    service === 'airtime' || service === 'data' ? 'p_ref' : 'order'
  }=${encodeURIComponent(second)}`
export const printReceiptPage = (reference: string) =>
  `/electricity/print-receipt/?ref=${encodeURIComponent(reference)}`

/** About an order, and about a service that is off: pages of their own, which stand without script too. */
export const report = '/orders/report'
export const refundAccount = '/orders/refund-account'
export const tellMe = '/tell-me'
const withOrder = (path: string, reference: string, second?: string | null) =>
  `${path}?reference=${encodeURIComponent(reference)}${second ? `&order=${encodeURIComponent(second)}` : ''}`
export const reportPage = (reference: string, second?: string | null) => withOrder(report, reference, second)
export const refundAccountPage = (reference: string, second?: string | null) =>
  withOrder(refundAccount, reference, second)
export const tellMePage = (service: Tile) => `${tellMe}?service=${service}`

/** What became of a wallet top-up. */
export const walletResultPage = (reference: string) =>
  `${walletResult}?reference=${encodeURIComponent(reference)}`

/** The address of the page that an order's true state asks for. */
export const pageOf = (page: OrderPage, service: Service, reference: string, second?: string | null) =>
  page === 'details'
    ? detailsPage(service, reference)
    : page === 'process'
      ? processPage(service, reference, second)
      : successPage(service, reference, second ?? '')
