import { tiles } from '../../shared/constants.ts'
import { offlineCopyPath, offlinePath } from '../../shared/offline.ts'
import * as sharedPages from '../../shared/pages.ts'
import { deleteCardForm } from './account/cards.ts'
import {
  accountForms,
  loadForgotPassword,
  loadLogin,
  loadRegister,
  loadResetPassword,
  loadVerifyEmail,
} from './account/forms.ts'
import { accountPages } from './account/page-rows.ts'
import { signOutForm } from './account/sign-out.ts'
import { topUpForm } from './account/top-up.ts'
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
import { type PageRow, pageTitles } from './page-row.ts'
import { pageTexts } from './page-texts.ts'
import { paymentRequestPages } from './payment-requests/page-rows.ts'
import { payRequestForm, reportRequestForm } from './payment-requests/payer.ts'
import { payerOrderForm } from './payment-requests/payer-order.ts'
import { cancelRequestForm, newRequestForm } from './payment-requests/requester.ts'
import { loadPaymentReturn } from './payment-return.ts'
import { loadServiceAlert, serviceAlertForm } from './service-alert.ts'
import { loadServiceStatus } from './service-status.ts'
import { visitorForm } from './services/form.ts'
import { ownPhoneFields, serviceForms, servicePages } from './services/pages.ts'
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
  const [statuses, form] = await Promise.all([
    web.data.statuses(),
    visitorForm(power, pageRequest, web, ownPhoneFields),
  ])
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
    ...pageTitles('home'),
    island: 'chooser',
    load: loadChooser,
  }),
  ...servicePages.map(pageRow),
  pageRow({
    path: '/electricity/history',
    ...pageTitles('pastToken'),
    load: redirectToPowerForm,
  }),
  pageRow({
    path: sharedPages.reportPath,
    ...pageTitles('report'),
    island: 'report',
    isPersonal: true,
    load: loadTicketPage,
  }),
  pageRow({
    path: sharedPages.refundAccountPath,
    ...pageTitles('refundAccount'),
    island: 'refund-account',
    isPersonal: true,
    load: loadRefundAccount,
  }),
  pageRow({
    path: sharedPages.findOrderPath,
    ...pageTitles('findOrder'),
    view: 'find-order',
    isPersonal: true,
    load: loadFindOrder,
  }),
  ...sharedPages.orderLinkPages.map((page) =>
    pageRow({
      path: sharedPages.orderLink(':code', page),
      ...pageTitles('orderLink'),
      view: 'find-order',
      isPersonal: true,
      load: loadOrderLink(page),
    }),
  ),
  pageRow({
    path: sharedPages.notifyMePath,
    ...pageTitles('notifyMe'),
    island: 'notify-me',
    load: loadServiceAlert,
  }),
  pageRow({
    path: sharedPages.unsubscribePageUrl(':token'),
    ...pageTitles('unsubscribe'),
    view: 'unsubscribe',
    isPersonal: true,
    load: loadUnsubscribe,
  }),
  pageRow({
    path: '/electricity/print-receipt/',
    ...pageTitles('receipt'),
    island: 'print-receipt',
    isPersonal: true,
    load: loadPrintReceipt,
  }),
  pageRow({
    path: '/payments/callback/:gateway',
    ...pageTitles('paymentReturn'),
    isPersonal: true,
    load: loadPaymentReturn,
  }),
  pageRow({
    path: sharedPages.registerPath,
    ...pageTitles('register'),
    island: 'register',
    audience: 'guest',
    load: loadRegister,
  }),
  pageRow({
    path: sharedPages.verifyEmailPath,
    ...pageTitles('verifyEmail'),
    island: 'verify-email',
    load: loadVerifyEmail,
  }),
  pageRow({
    path: `${sharedPages.verifyEmailPath}/resend`,
    ...pageTitles('resendCode'),
    load: () => ({ type: 'redirect', to: sharedPages.verifyEmailPath }),
  }),
  pageRow({
    path: sharedPages.loginPath,
    ...pageTitles('login'),
    island: 'login',
    audience: 'guest',
    load: loadLogin,
  }),
  pageRow({
    path: sharedPages.forgotPasswordPath,
    ...pageTitles('forgotPassword'),
    island: 'forgot-password',
    load: loadForgotPassword,
  }),
  pageRow({
    path: sharedPages.resetPasswordPath,
    ...pageTitles('resetPassword'),
    island: 'reset-password',
    isPersonal: true,
    load: loadResetPassword,
  }),
  ...accountPages.map(pageRow),
  ...paymentRequestPages.map(pageRow),
  ...managementPages.map(pageRow),
  pageRow({
    path: sharedPages.helpPath,
    ...pageTitles('help'),
    view: 'help',
    load: loadTextWithCashback,
  }),
  pageRow({
    path: offlinePath,
    ...pageTitles('offline'),
    island: 'offline',
    isSessionless: true,
    load: () => ({ type: 'page', props: {}, cacheKey: [] }),
  }),
  pageRow({
    path: offlineCopyPath(sharedPages.helpPath),
    ...pageTitles('help'),
    view: 'help',
    isSessionless: true,
    load: loadTextWithCashback,
  }),
  pageRow({
    path: sharedPages.sharedMeterPath,
    ...pageTitles('sharedMeter'),
    island: 'power-form',
    isPersonal: true,
    load: loadSharedMeter,
  }),
  pageRow({
    path: sharedPages.serviceStatusPath,
    ...pageTitles('serviceStatus'),
    view: 'status',
    load: loadServiceStatus,
  }),
  pageRow({
    path: sharedPages.privacyPath,
    ...pageTitles('privacy'),
    view: 'privacy',
  }),
  pageRow({
    path: sharedPages.termsPath,
    ...pageTitles('terms'),
    view: 'terms',
    load: loadTextWithCashback,
  }),
  pageRow({
    path: sharedPages.apiDocsPath,
    ...pageTitles('apiDocs'),
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
  ...pageTitles('notFound'),
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
    ...pageTitles('error'),
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
