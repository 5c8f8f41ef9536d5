import { tiles } from '../../shared/constants.ts'
import * as address from '../../shared/pages.ts'
import { deleteCardForm, toWalletPage } from './account/cards.ts'
import {
  accountForms,
  loadForgotPassword,
  loadLogin,
  loadRegister,
  loadResetPassword,
  loadVerifyEmail,
} from './account/forms.ts'
import { loadDashboard, loadWallet, loadWalletResult } from './account/pages.ts'
import {
  loadBeneficiaries,
  loadBulk,
  loadCards,
  loadNotifications,
  loadReferral,
  loadSettings,
  loadTickets,
  loadTransactions,
} from './account/rooms.ts'
import { loadSignOut, signOutForm } from './account/sign-out.ts'
import { loadTopUp, topUpForm } from './account/top-up.ts'
import { loadApiDocs } from './api-docs.ts'
import { historyForm, toPowerForm } from './electricity/history.ts'
import { loadPrintReceipt } from './electricity/print-receipt.ts'
import { managementPages } from './management/pages.ts'
import { loadRefundAccount, refundAccountForm } from './orders/refund-account.ts'
import { loadReport, reportForm } from './orders/report.ts'
import type { Form, Load, Page } from './page.ts'
import { loadPaymentReturn } from './payment-return.ts'
import { emptyForm } from './services/form.ts'
import { type PageRow, serviceForms, servicePages } from './services/pages.ts'
import { power } from './services/power.ts'
import { statusOf } from './site-data.ts'
import { loadTellMe, tellMeForm } from './tell-me.ts'

const asIs: Load = () => ({ is: 'page', madeOf: [] })

const loadChooser: Load = async (_, site) => {
  const [statuses, form] = await Promise.all([site.data.statuses(), emptyForm(power, site)])
  return {
    is: 'page',
    props: { tiles: tiles.map((tile) => statusOf(statuses, tile)), power: form.props },
    // The form is one press away: its every-page values are those of this page.
    madeOf: form.madeOf,
  }
}

const row = (page: PageRow): Page =>
  Object.freeze({
    view: page.island ? 'island' : 'message',
    island: null,
    audience: 'anyone',
    personal: false,
    load: asIs,
    ...page,
  } satisfies Page)

/** Every page: its address, what it shows, and who may open it. */
export const pages: readonly Page[] = Object.freeze([
  row({
    path: address.home,
    title: 'What do you want to pay for today?',
    description: 'Buy electricity tokens and pay utility bills in Nigeria. No account needed.',
    island: 'chooser',
    load: loadChooser,
  }),
  ...servicePages.map(row),
  row({
    path: '/electricity/history',
    title: 'Find a past token',
    description: 'Find a past token by meter and phone number.',
    load: toPowerForm,
  }),
  row({
    path: address.report,
    title: 'Report a problem',
    description: 'Report a problem with your order.',
    island: 'report',
    personal: true,
    load: loadReport,
  }),
  row({
    path: address.refundAccount,
    title: 'Where should your refund go?',
    description: 'Name the account that your refund is paid into.',
    island: 'refund-account',
    personal: true,
    load: loadRefundAccount,
  }),
  row({
    path: address.tellMe,
    title: 'Tell me when it is back',
    description: 'We tell you once when a service takes orders again.',
    island: 'tell-me',
    load: loadTellMe,
  }),
  row({
    path: '/electricity/print-receipt/',
    title: 'Receipt',
    description: 'A receipt to print.',
    island: 'print-receipt',
    personal: true,
    load: loadPrintReceipt,
  }),
  row({
    path: '/payments/callback/:gateway',
    title: 'Your payment',
    description: 'Back from the payment page.',
    personal: true,
    load: loadPaymentReturn,
  }),
  row({
    path: address.register,
    title: 'Create an account',
    description: 'Make a personal or company account: cashback, a wallet, saved cards and meters.',
    island: 'register',
    audience: 'guest',
    load: loadRegister,
  }),
  row({
    path: address.verifyEmail,
    title: 'Verify your e-mail',
    description: 'Prove your e-mail with the code that we sent you.',
    island: 'verify-email',
    load: loadVerifyEmail,
  }),
  row({
    path: `${address.verifyEmail}/resend`,
    title: 'Verify your e-mail',
    description: 'Another code for your e-mail.',
    load: () => ({ is: 'elsewhere', to: address.verifyEmail }),
  }),
  row({
    path: address.login,
    title: 'Sign in',
    description: 'Sign in to your account.',
    island: 'login',
    audience: 'guest',
    load: loadLogin,
  }),
  row({
    path: address.forgotPassword,
    title: 'Forgot your password?',
    description: 'Get a link to choose a new password.',
    island: 'forgot-password',
    load: loadForgotPassword,
  }),
  row({
    path: address.resetPassword,
    title: 'Choose a new password',
    description: 'Choose a new password with the link from our mail.',
    island: 'reset-password',
    personal: true,
    load: loadResetPassword,
  }),
  row({
    path: address.signOut,
    title: 'Sign out',
    description: 'Sign out of your account.',
    view: 'sign-out',
    audience: 'user',
    load: loadSignOut,
  }),
  row({
    path: address.dashboard,
    title: 'Your account',
    description: 'Your account.',
    island: 'dashboard',
    audience: 'user',
    personal: true,
    load: loadDashboard,
  }),
  row({
    path: address.wallet,
    title: 'Wallet',
    description: 'Your wallet.',
    island: 'wallet',
    audience: 'user',
    personal: true,
    load: loadWallet,
  }),
  row({
    path: address.beneficiaries,
    title: 'Beneficiaries',
    description: 'Your saved meters, smartcards, phones and devices.',
    island: 'beneficiaries',
    audience: 'user',
    personal: true,
    load: loadBeneficiaries,
  }),
  row({
    path: address.notifications,
    title: 'Notifications',
    description: 'What happened in your account.',
    island: 'notifications',
    audience: 'user',
    personal: true,
    load: loadNotifications,
  }),
  row({
    path: address.transactions,
    title: 'Transactions',
    description: 'Your orders.',
    island: 'transactions',
    audience: 'user',
    personal: true,
    load: loadTransactions,
  }),
  row({
    path: address.tickets,
    title: 'Your reports',
    description: 'Problems that you told us of, and our answers.',
    island: 'tickets',
    audience: 'user',
    personal: true,
    load: loadTickets,
  }),
  row({
    path: address.cards,
    title: 'Cards',
    description: 'Your saved cards.',
    island: 'cards',
    audience: 'user',
    personal: true,
    load: loadCards,
  }),
  row({
    path: address.referral,
    title: 'Referral',
    description: 'Your referral code and bonus.',
    island: 'referral',
    audience: 'user',
    personal: true,
    load: loadReferral,
  }),
  row({
    path: address.settings,
    title: 'Settings',
    description: 'Your profile, password, PIN and sessions.',
    island: 'settings',
    audience: 'user',
    personal: true,
    load: loadSettings,
  }),
  row({
    path: address.bulk,
    title: 'Bulk purchases',
    description: 'Many purchases from one file, for companies.',
    island: 'bulk',
    audience: 'user',
    personal: true,
    load: loadBulk,
  }),
  row({
    path: address.topUp,
    title: 'Top up your wallet',
    description: 'Choose how to pay for your top-up.',
    view: 'pay',
    audience: 'user',
    personal: true,
    load: loadTopUp,
  }),
  row({
    path: address.deleteCard,
    title: 'Delete a saved card',
    description: 'Delete a saved card.',
    audience: 'user',
    personal: true,
    load: toWalletPage,
  }),
  row({
    path: address.walletResult,
    title: 'Your top-up',
    description: 'What became of your top-up.',
    island: 'wallet-result',
    audience: 'user',
    personal: true,
    load: loadWalletResult,
  }),
  ...managementPages.map(row),
  row({
    path: address.help,
    title: 'Help',
    description: 'Tokens, refunds, and what to do when something goes wrong.',
    view: 'help',
  }),
  row({
    path: address.privacy,
    title: 'Privacy policy',
    description: 'What we keep about you, why, and for how long.',
    view: 'privacy',
  }),
  row({
    path: address.terms,
    title: 'Terms and conditions',
    description: 'What you may expect from us, and we from you.',
    view: 'terms',
  }),
  row({
    path: '/api/docs',
    title: 'API',
    description: 'The calls of our API.',
    view: 'api-docs',
    load: loadApiDocs,
  }),
])

/** Every form that posts without script. */
export const forms: readonly Form[] = Object.freeze([
  ...serviceForms,
  historyForm,
  reportForm,
  refundAccountForm,
  tellMeForm,
  ...accountForms,
  signOutForm,
  topUpForm,
  deleteCardForm,
])

/** Pages that no address names. */
export const notFoundPage = row({
  path: '/404',
  title: 'Page not found',
  description: 'This page does not exist.',
  load: () => ({
    is: 'page',
    http: 404,
    locals: {
      heading: 'Page not found',
      says: 'The address may be mistyped, or the page has moved. Your orders are not affected.',
      link: { href: address.home, text: 'Go to the start page' },
    },
    madeOf: [],
  }),
})

export const troublePage = (http: number, says: string): Page =>
  row({
    path: `/trouble/${http}`,
    title: 'Something went wrong',
    description: 'Something went wrong.',
    load: () => ({
      is: 'page',
      http,
      locals: { heading: 'Something went wrong', says, link: { href: address.help, text: 'Get help' } },
    }),
  })
