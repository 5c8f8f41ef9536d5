import { tiles } from '../../shared/constants.ts'
import * as address from '../../shared/pages.ts'
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
  loadBulk,
  loadCards,
  loadNotifications,
  loadReferral,
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
import { managementPages } from './management/pages.ts'
import { findOrderForm, loadFindOrder } from './orders/find-order.ts'
import { loadOrderLink } from './orders/order-link.ts'
import { loadRefundAccount, refundAccountForm } from './orders/refund-account.ts'
import { loadTicketPage, ticketForm } from './orders/report.ts'
import type { Form, Loader, Page } from './page.ts'
import { loadPaymentReturn } from './payment-return.ts'
import { loadServiceAlert, serviceAlertForm } from './service-alert.ts'
import { loadServiceStatus } from './service-status.ts'
import { emptyForm } from './services/form.ts'
import { type PageRow, serviceForms, servicePages } from './services/pages.ts'
import { power } from './services/power.ts'
import { statusOf } from './site-data.ts'

const staticPage: Loader = () => ({ type: 'page', cacheKey: [] })

const loadChooser: Loader = async (_, web) => {
  const [statuses, form] = await Promise.all([web.data.statuses(), emptyForm(power, web)])
  return {
    type: 'page',
    props: { tiles: tiles.map((tile) => statusOf(statuses, tile)), power: form.props },
    // The power form is included: its base props are those of this page.
    cacheKey: form.cacheKey,
  }
}

const pageRow = (page: PageRow): Page =>
  Object.freeze({
    view: page.island ? 'island' : 'message',
    island: null,
    audience: 'anyone',
    personal: false,
    load: staticPage,
    ...page,
  } satisfies Page)

/** All pages: path, content and audience. */
export const pages: readonly Page[] = Object.freeze([
  pageRow({
    path: address.home,
    title: 'What do you want to pay for today?',
    description: 'Buy electricity tokens and pay utility bills in Nigeria. No account needed.',
    island: 'chooser',
    load: loadChooser,
  }),
  ...servicePages.map(pageRow),
  pageRow({
    path: '/electricity/history',
    title: 'Find a past token',
    description: 'Find a past token by meter and phone number.',
    load: redirectToPowerForm,
  }),
  pageRow({
    path: address.report,
    title: 'Report a problem',
    description: 'Report a problem with your order.',
    island: 'report',
    personal: true,
    load: loadTicketPage,
  }),
  pageRow({
    path: address.refundAccount,
    title: 'Where should your refund go?',
    description: 'Add the bank account for your refund.',
    island: 'refund-account',
    personal: true,
    load: loadRefundAccount,
  }),
  pageRow({
    path: address.findOrder,
    title: 'Find your order',
    description: 'Open an order that this device does not know.',
    view: 'find-order',
    personal: true,
    load: loadFindOrder,
  }),
  ...address.orderLinkPages.map((page) =>
    pageRow({
      path: address.orderLink(':code', page),
      title: 'Your order',
      description: 'Opens an order by its link.',
      view: 'find-order',
      personal: true,
      load: loadOrderLink(page),
    }),
  ),
  pageRow({
    path: address.notifyMe,
    title: "Notify me when it's back",
    description: "We'll send you one message when the service is available again.",
    island: 'tell-me',
    load: loadServiceAlert,
  }),
  pageRow({
    path: '/electricity/print-receipt/',
    title: 'Receipt',
    description: 'A receipt to print.',
    island: 'print-receipt',
    personal: true,
    load: loadPrintReceipt,
  }),
  pageRow({
    path: '/payments/callback/:gateway',
    title: 'Your payment',
    description: 'Return from the payment page.',
    personal: true,
    load: loadPaymentReturn,
  }),
  pageRow({
    path: address.register,
    title: 'Create an account',
    description: 'Create a personal or company account: cashback, a wallet, saved cards and meters.',
    island: 'register',
    audience: 'guest',
    load: loadRegister,
  }),
  pageRow({
    path: address.verifyEmail,
    title: 'Verify your e-mail',
    description: 'Verify your e-mail with the code we sent.',
    island: 'verify-email',
    load: loadVerifyEmail,
  }),
  pageRow({
    path: `${address.verifyEmail}/resend`,
    title: 'Verify your e-mail',
    description: 'Another code for your e-mail.',
    load: () => ({ type: 'elsewhere', to: address.verifyEmail }),
  }),
  pageRow({
    path: address.login,
    title: 'Sign in',
    description: 'Sign in to your account.',
    island: 'login',
    audience: 'guest',
    load: loadLogin,
  }),
  pageRow({
    path: address.forgotPassword,
    title: 'Forgot your password?',
    description: 'Get a link to choose a new password.',
    island: 'forgot-password',
    load: loadForgotPassword,
  }),
  pageRow({
    path: address.resetPassword,
    title: 'Choose a new password',
    description: 'Choose a new password with the link from our mail.',
    island: 'reset-password',
    personal: true,
    load: loadResetPassword,
  }),
  pageRow({
    path: address.signOut,
    title: 'Sign out',
    description: 'Sign out of your account.',
    view: 'sign-out',
    audience: 'user',
    load: loadSignOut,
  }),
  pageRow({
    path: address.dashboard,
    title: 'Your account',
    description: 'Your account.',
    island: 'dashboard',
    audience: 'user',
    personal: true,
    load: loadDashboard,
  }),
  pageRow({
    path: address.wallet,
    title: 'Wallet',
    description: 'Your wallet.',
    island: 'wallet',
    audience: 'user',
    personal: true,
    load: loadWallet,
  }),
  pageRow({
    path: address.beneficiaries,
    title: 'Beneficiaries',
    description: 'Your saved meters, smartcards, phones and devices.',
    island: 'beneficiaries',
    audience: 'user',
    personal: true,
    load: loadBeneficiaries,
  }),
  pageRow({
    path: address.notifications,
    title: 'Notifications',
    description: 'Your notifications.',
    island: 'notifications',
    audience: 'user',
    personal: true,
    load: loadNotifications,
  }),
  pageRow({
    path: address.transactions,
    title: 'Transactions',
    description: 'Your orders.',
    island: 'transactions',
    audience: 'user',
    personal: true,
    load: loadTransactions,
  }),
  pageRow({
    path: address.tickets,
    title: 'Support tickets',
    description: 'Your support tickets and our replies.',
    island: 'tickets',
    audience: 'user',
    personal: true,
    load: loadTickets,
  }),
  pageRow({
    path: address.cards,
    title: 'Cards',
    description: 'Your saved cards.',
    island: 'cards',
    audience: 'user',
    personal: true,
    load: loadCards,
  }),
  pageRow({
    path: address.referral,
    title: 'Referral',
    description: 'Your referral code and bonus.',
    island: 'referral',
    audience: 'user',
    personal: true,
    load: loadReferral,
  }),
  pageRow({
    path: address.settings,
    title: 'Settings',
    description: 'Your profile, password, PIN and sessions.',
    island: 'settings',
    audience: 'user',
    personal: true,
    load: loadSettings,
  }),
  pageRow({
    path: address.bulk,
    title: 'Bulk purchases',
    description: 'Many purchases from one file, for companies.',
    island: 'bulk',
    audience: 'user',
    personal: true,
    load: loadBulk,
  }),
  pageRow({
    path: address.topUp,
    title: 'Top up your wallet',
    description: 'Select a payment method for your top-up.',
    view: 'pay',
    audience: 'user',
    personal: true,
    load: loadTopUp,
  }),
  pageRow({
    path: address.deleteCard,
    title: 'Delete a saved card',
    description: 'Delete a saved card.',
    audience: 'user',
    personal: true,
    load: redirectToWallet,
  }),
  pageRow({
    path: address.walletResult,
    title: 'Your top-up',
    description: 'Top-up status.',
    island: 'wallet-result',
    audience: 'user',
    personal: true,
    load: loadWalletResult,
  }),
  ...managementPages.map(pageRow),
  pageRow({
    path: address.help,
    title: 'Help',
    description: 'Tokens, refunds, and what to do when something goes wrong.',
    view: 'help',
  }),
  pageRow({
    path: address.serviceStatus,
    title: 'Service status',
    description: 'Which services and electricity companies work now, and how fast orders are delivered.',
    view: 'status',
    load: loadServiceStatus,
  }),
  pageRow({
    path: address.privacy,
    title: 'Privacy policy',
    description: 'What we keep about you, why, and for how long.',
    view: 'privacy',
  }),
  pageRow({
    path: address.terms,
    title: 'Terms and conditions',
    description: 'The terms for using this service.',
    view: 'terms',
  }),
  pageRow({
    path: address.apiDocs,
    title: 'API',
    description: 'The calls of our API.',
    view: 'api-docs',
    load: loadApiDocs,
  }),
])

/** All forms for browsers without script. */
export const forms: readonly Form[] = Object.freeze([
  ...serviceForms,
  historyForm,
  ticketForm,
  findOrderForm,
  refundAccountForm,
  serviceAlertForm,
  ...accountForms,
  signOutForm,
  topUpForm,
  deleteCardForm,
])

/** Pages without a path of their own. */
export const notFoundPage = pageRow({
  path: '/404',
  title: 'Page not found',
  description: 'This page does not exist.',
  load: () => ({
    type: 'page',
    http: 404,
    locals: {
      heading: 'Page not found',
      message: 'The address may be mistyped, or the page has moved. Your orders are not affected.',
      link: { href: address.home, text: 'Go to the start page' },
    },
    cacheKey: [],
  }),
})

export const errorPage = (http: number, message: string): Page =>
  pageRow({
    path: `/error/${http}`,
    title: 'Something went wrong',
    description: 'Something went wrong.',
    load: () => ({
      type: 'page',
      http,
      locals: {
        heading: 'Something went wrong',
        message,
        link: { href: address.help, text: 'Get help' },
      },
    }),
  })
