import { tiles } from '../../shared/constants.ts'
import { offlineCopyPath, offlinePath } from '../../shared/offline.ts'
import * as sharedPages from '../../shared/pages.ts'
import { deleteCardForm, redirectToWallet } from './account/cards.ts'
import {
  accountForms,
  loadForgotPassword,
  loadLogin,
  loadRegister,
  loadResetPassword,
  loadVerifyEmail,
} from './account/forms.ts'
import {
  loadBeneficiaries,
  loadBulkPurchases,
  loadCards,
  loadNotifications,
  loadReferral,
  loadSchedules,
  loadSettings,
  loadTickets,
  loadTransactions,
} from './account/loaders.ts'
import { loadDashboard, loadWallet, loadWalletResult } from './account/pages.ts'
import { loadSignOut, signOutForm } from './account/sign-out.ts'
import { loadTopUp, topUpForm } from './account/top-up.ts'
import { loadApiDocs } from './api-docs.ts'
import { historyForm, redirectToPowerForm } from './electricity/history.ts'
import { loadPrintReceipt } from './electricity/print-receipt.ts'
import { loadSharedMeter } from './electricity/shared-meter.ts'
import { managementErrorRow } from './management/error-page.ts'
import { managementPages } from './management/pages.ts'
import { findOrderForm, loadFindOrder } from './orders/find-order.ts'
import { loadOrderLink } from './orders/order-link.ts'
import { loadRefundAccount, refundAccountForm } from './orders/refund-account.ts'
import { repeatOrderForm } from './orders/repeat-order.ts'
import { loadTicketPage, ticketForm } from './orders/report.ts'
import type { Loader, Page, PostedForm } from './page.ts'
import { pageTexts } from './page-texts.ts'
import { loadRequest, payRequestForm, reportRequestForm } from './payment-requests/payer.ts'
import { loadPayerOrder, payerOrderForm } from './payment-requests/payer-order.ts'
import {
  cancelRequestForm,
  loadNewRequest,
  loadRequests,
  newRequestForm,
} from './payment-requests/requester.ts'
import { requestPageTexts } from './payment-requests/texts.ts'
import { loadPaymentReturn } from './payment-return.ts'
import { loadServiceAlert, serviceAlertForm } from './service-alert.ts'
import { loadServiceStatus } from './service-status.ts'
import { visitorForm } from './services/form.ts'
import { type PageRow, serviceForms, servicePages } from './services/pages.ts'
import { power } from './services/power.ts'
import { serviceTile } from './services/service-tile.ts'
import { siteTrust } from './services/trust.ts'
import { webTexts } from './texts.ts'
import { loadUnsubscribe, unsubscribeForm } from './unsubscribe.ts'

const staticPage: Loader = () => ({ type: 'page', cacheKey: [] })

/** A page of text that states the cashback. */
const loadTextWithCashback: Loader = async (_, web) => {
  const cashbackPercent = await web.data.cashback()
  return { type: 'page', locals: { cashbackPercent }, cacheKey: [cashbackPercent] }
}

const loadChooser: Loader = async (pageRequest, web) => {
  const [statuses, form] = await Promise.all([web.data.statuses(), visitorForm(power, pageRequest, web)])
  return {
    type: 'page',
    props: { tiles: tiles.map((tile) => serviceTile(statuses, tile)), power: form.props },
    locals: { trust: siteTrust(pageRequest.baseProps), testValues: 'orders' },
    // The power form is included: its base props are those of this page.
    ...(form.cacheKey && { cacheKey: form.cacheKey }),
  }
}

const pageRow = (page: PageRow): Page =>
  Object.freeze({
    view: page.island ? 'island' : 'message',
    island: null,
    audience: 'anyone',
    isPersonal: false,
    isSessionless: false,
    load: staticPage,
    ...page,
  } satisfies Page)

/** All pages: path, content and audience. */
export const pages: readonly Page[] = Object.freeze([
  pageRow({
    path: sharedPages.homePath,
    title: pageTexts.homeTitle,
    description: pageTexts.homeDescription,
    island: 'chooser',
    load: loadChooser,
  }),
  ...servicePages.map(pageRow),
  pageRow({
    path: '/electricity/history',
    title: pageTexts.pastTokenTitle,
    description: pageTexts.pastTokenDescription,
    load: redirectToPowerForm,
  }),
  pageRow({
    path: sharedPages.reportPath,
    title: pageTexts.reportTitle,
    description: pageTexts.reportDescription,
    island: 'report',
    isPersonal: true,
    load: loadTicketPage,
  }),
  pageRow({
    path: sharedPages.refundAccountPath,
    title: pageTexts.refundAccountTitle,
    description: pageTexts.refundAccountDescription,
    island: 'refund-account',
    isPersonal: true,
    load: loadRefundAccount,
  }),
  pageRow({
    path: sharedPages.findOrderPath,
    title: pageTexts.findOrderTitle,
    description: pageTexts.findOrderDescription,
    view: 'find-order',
    isPersonal: true,
    load: loadFindOrder,
  }),
  ...sharedPages.orderLinkPages.map((page) =>
    pageRow({
      path: sharedPages.orderLink(':code', page),
      title: pageTexts.orderLinkTitle,
      description: pageTexts.orderLinkDescription,
      view: 'find-order',
      isPersonal: true,
      load: loadOrderLink(page),
    }),
  ),
  pageRow({
    path: sharedPages.notifyMePath,
    title: pageTexts.notifyMeTitle,
    description: pageTexts.notifyMeDescription,
    island: 'notify-me',
    load: loadServiceAlert,
  }),
  pageRow({
    path: sharedPages.unsubscribePageUrl(':token'),
    title: pageTexts.unsubscribeTitle,
    description: pageTexts.unsubscribeDescription,
    view: 'unsubscribe',
    isPersonal: true,
    load: loadUnsubscribe,
  }),
  pageRow({
    path: '/electricity/print-receipt/',
    title: pageTexts.receiptTitle,
    description: pageTexts.receiptDescription,
    island: 'print-receipt',
    isPersonal: true,
    load: loadPrintReceipt,
  }),
  pageRow({
    path: '/payments/callback/:gateway',
    title: pageTexts.paymentReturnTitle,
    description: pageTexts.paymentReturnDescription,
    isPersonal: true,
    load: loadPaymentReturn,
  }),
  pageRow({
    path: sharedPages.registerPath,
    title: pageTexts.registerTitle,
    description: pageTexts.registerDescription,
    island: 'register',
    audience: 'guest',
    load: loadRegister,
  }),
  pageRow({
    path: sharedPages.verifyEmailPath,
    title: pageTexts.verifyEmailTitle,
    description: pageTexts.verifyEmailDescription,
    island: 'verify-email',
    load: loadVerifyEmail,
  }),
  pageRow({
    path: `${sharedPages.verifyEmailPath}/resend`,
    title: pageTexts.resendCodeTitle,
    description: pageTexts.resendCodeDescription,
    load: () => ({ type: 'redirect', to: sharedPages.verifyEmailPath }),
  }),
  pageRow({
    path: sharedPages.loginPath,
    title: pageTexts.loginTitle,
    description: pageTexts.loginDescription,
    island: 'login',
    audience: 'guest',
    load: loadLogin,
  }),
  pageRow({
    path: sharedPages.forgotPasswordPath,
    title: pageTexts.forgotPasswordTitle,
    description: pageTexts.forgotPasswordDescription,
    island: 'forgot-password',
    load: loadForgotPassword,
  }),
  pageRow({
    path: sharedPages.resetPasswordPath,
    title: pageTexts.resetPasswordTitle,
    description: pageTexts.resetPasswordDescription,
    island: 'reset-password',
    isPersonal: true,
    load: loadResetPassword,
  }),
  pageRow({
    path: sharedPages.signOutPath,
    title: pageTexts.signOutTitle,
    description: pageTexts.signOutDescription,
    view: 'sign-out',
    audience: 'user',
    load: loadSignOut,
  }),
  pageRow({
    path: sharedPages.dashboardPath,
    title: pageTexts.dashboardTitle,
    description: pageTexts.dashboardDescription,
    island: 'dashboard',
    audience: 'user',
    isPersonal: true,
    load: loadDashboard,
  }),
  pageRow({
    path: sharedPages.walletPath,
    title: pageTexts.walletTitle,
    description: pageTexts.walletDescription,
    island: 'wallet',
    audience: 'user',
    isPersonal: true,
    load: loadWallet,
  }),
  pageRow({
    path: sharedPages.beneficiariesPath,
    title: pageTexts.beneficiariesTitle,
    description: pageTexts.beneficiariesDescription,
    island: 'beneficiaries',
    audience: 'user',
    isPersonal: true,
    load: loadBeneficiaries,
  }),
  pageRow({
    path: sharedPages.notificationsPath,
    title: pageTexts.notificationsTitle,
    description: pageTexts.notificationsDescription,
    island: 'notifications',
    audience: 'user',
    isPersonal: true,
    load: loadNotifications,
  }),
  pageRow({
    path: sharedPages.transactionsPath,
    title: pageTexts.transactionsTitle,
    description: pageTexts.transactionsDescription,
    island: 'transactions',
    audience: 'user',
    isPersonal: true,
    load: loadTransactions,
  }),
  pageRow({
    path: sharedPages.ticketsPath,
    title: pageTexts.ticketsTitle,
    description: pageTexts.ticketsDescription,
    island: 'tickets',
    audience: 'user',
    isPersonal: true,
    load: loadTickets,
  }),
  pageRow({
    path: sharedPages.cardsPath,
    title: pageTexts.cardsTitle,
    description: pageTexts.cardsDescription,
    island: 'cards',
    audience: 'user',
    isPersonal: true,
    load: loadCards,
  }),
  pageRow({
    path: sharedPages.referralPath,
    title: pageTexts.referralTitle,
    description: pageTexts.referralDescription,
    island: 'referral',
    audience: 'user',
    isPersonal: true,
    load: loadReferral,
  }),
  pageRow({
    path: sharedPages.settingsPath,
    title: pageTexts.settingsTitle,
    description: pageTexts.settingsDescription,
    island: 'settings',
    audience: 'user',
    isPersonal: true,
    load: loadSettings,
  }),
  pageRow({
    path: sharedPages.bulkPath,
    title: pageTexts.bulkTitle,
    description: pageTexts.bulkDescription,
    island: 'bulk',
    audience: 'user',
    isPersonal: true,
    load: loadBulkPurchases,
  }),
  pageRow({
    path: sharedPages.schedulesPath,
    title: pageTexts.schedulesTitle,
    description: pageTexts.schedulesDescription,
    island: 'schedules',
    audience: 'user',
    isPersonal: true,
    load: loadSchedules,
  }),
  pageRow({
    path: sharedPages.topUpPath,
    title: pageTexts.topUpTitle,
    description: pageTexts.topUpDescription,
    view: 'pay',
    audience: 'user',
    isPersonal: true,
    load: loadTopUp,
  }),
  pageRow({
    path: sharedPages.deleteCardPath,
    title: pageTexts.deleteCardTitle,
    description: pageTexts.deleteCardDescription,
    audience: 'user',
    isPersonal: true,
    load: redirectToWallet,
  }),
  pageRow({
    path: sharedPages.walletResultPath,
    title: pageTexts.walletResultTitle,
    description: pageTexts.walletResultDescription,
    island: 'wallet-result',
    audience: 'user',
    isPersonal: true,
    load: loadWalletResult,
  }),
  pageRow({
    path: sharedPages.paymentRequestPageUrl(':code'),
    title: requestPageTexts.title,
    description: requestPageTexts.description,
    view: 'payment-request',
    isPersonal: true,
    load: loadRequest,
  }),
  pageRow({
    path: sharedPages.payerOrderPath,
    title: requestPageTexts.title,
    description: requestPageTexts.description,
    view: 'payment-request',
    isPersonal: true,
    load: loadPayerOrder,
  }),
  pageRow({
    path: sharedPages.paymentRequestsPath,
    title: requestPageTexts.listTitle,
    description: requestPageTexts.listDescription,
    view: 'payment-request',
    audience: 'user',
    isPersonal: true,
    load: loadRequests,
  }),
  pageRow({
    path: sharedPages.newPaymentRequestPath,
    title: requestPageTexts.newTitle,
    description: requestPageTexts.newDescription,
    view: 'payment-request',
    audience: 'user',
    isPersonal: true,
    load: loadNewRequest,
  }),
  ...managementPages.map(pageRow),
  pageRow({
    path: sharedPages.helpPath,
    title: pageTexts.helpTitle,
    description: pageTexts.helpDescription,
    view: 'help',
    load: loadTextWithCashback,
  }),
  pageRow({
    path: offlinePath,
    title: pageTexts.offlineTitle,
    description: pageTexts.offlineDescription,
    island: 'offline',
    isSessionless: true,
    load: () => ({ type: 'page', props: {}, cacheKey: [] }),
  }),
  pageRow({
    path: offlineCopyPath(sharedPages.helpPath),
    title: pageTexts.helpTitle,
    description: pageTexts.helpDescription,
    view: 'help',
    isSessionless: true,
    load: loadTextWithCashback,
  }),
  pageRow({
    path: sharedPages.sharedMeterPath,
    title: pageTexts.sharedMeterTitle,
    description: pageTexts.sharedMeterDescription,
    island: 'power-form',
    isPersonal: true,
    load: loadSharedMeter,
  }),
  pageRow({
    path: sharedPages.serviceStatusPath,
    title: pageTexts.serviceStatusTitle,
    description: pageTexts.serviceStatusDescription,
    view: 'status',
    load: loadServiceStatus,
  }),
  pageRow({
    path: sharedPages.privacyPath,
    title: pageTexts.privacyTitle,
    description: pageTexts.privacyDescription,
    view: 'privacy',
  }),
  pageRow({
    path: sharedPages.termsPath,
    title: pageTexts.termsTitle,
    description: pageTexts.termsDescription,
    view: 'terms',
    load: loadTextWithCashback,
  }),
  pageRow({
    path: sharedPages.apiDocsPath,
    title: pageTexts.apiDocsTitle,
    description: pageTexts.apiDocsDescription,
    view: 'api-docs',
    load: loadApiDocs,
  }),
])

/** All forms for browsers without JavaScript. */
export const forms: readonly PostedForm[] = Object.freeze([
  ...serviceForms,
  historyForm,
  ticketForm,
  findOrderForm,
  repeatOrderForm,
  refundAccountForm,
  serviceAlertForm,
  unsubscribeForm,
  ...accountForms,
  signOutForm,
  topUpForm,
  deleteCardForm,
  payRequestForm,
  reportRequestForm,
  payerOrderForm,
  newRequestForm,
  cancelRequestForm,
])

/** Pages without a path of their own. */
export const notFoundPage = pageRow({
  path: '/404',
  title: pageTexts.notFoundTitle,
  description: pageTexts.notFoundDescription,
  load: () => ({
    type: 'page',
    httpStatus: 404,
    locals: {
      heading: pageTexts.notFoundTitle(),
      message: pageTexts.notFoundMessage(),
      link: { href: sharedPages.homePath, text: pageTexts.goHome() },
    },
    cacheKey: [],
  }),
})

/** An error below /management, for managers. */
export const managementErrorPage = pageRow(managementErrorRow)

/** @param incident names the failure in the log; the user can quote it to support */
export const errorPage = (httpStatus: number, message: string, incident: string | null = null): Page =>
  pageRow({
    path: `/error/${httpStatus}`,
    title: pageTexts.errorTitle,
    description: pageTexts.errorDescription,
    load: () => ({
      type: 'page',
      httpStatus,
      locals: {
        heading: webTexts.somethingWrong(),
        message,
        incident: incident && webTexts.incident({ incident }),
        link: { href: sharedPages.helpPath, text: webTexts.getHelp() },
      },
    }),
  })
