import { type Service, tiles } from '../../shared/constants.ts'
import * as address from '../../shared/pages.ts'
import { loadApiDocs } from './api-docs.ts'
import { loadDetails } from './electricity/details.ts'
import { emptyForm, historyForm, loadForm, powerForm } from './electricity/form.ts'
import { loadPay, payForm } from './electricity/pay.ts'
import { loadProcess } from './electricity/process.ts'
import { loadPrintReceipt, loadSuccess } from './electricity/success.ts'
import type { Form, Load, Page } from './page.ts'
import { loadPaymentReturn } from './payment-return.ts'
import { statusOf } from './site-data.ts'

const asIs: Load = () => ({ is: 'page', madeOf: [] })

const toPowerForm: Load = () => ({ is: 'elsewhere', to: address.formPage('power') })

const loadChooser: Load = async (_, site) => {
  const [statuses, power] = await Promise.all([site.data.statuses(), emptyForm(site)])
  return {
    is: 'page',
    props: { tiles: tiles.map((tile) => statusOf(statuses, tile)), power: power.props },
    // The form is one press away: its every-page values are those of this page.
    madeOf: power.madeOf,
  }
}

const unopened: Record<Exclude<Service, 'power'>, { name: string; path: string }> = {
  cabletv: { name: 'Cable TV', path: '/cabletv/subscription' },
  airtime: { name: 'Airtime', path: '/airtime/subscription' },
  data: { name: 'Data', path: '/data/subscription' },
  education: { name: 'School', path: '/education/subscription' },
}

const row = (page: Partial<Page> & Pick<Page, 'path' | 'title' | 'description'>): Page =>
  Object.freeze({
    view: page.island ? 'island' : 'message',
    island: null,
    audience: 'anyone',
    personal: false,
    load: asIs,
    ...page,
  } satisfies Page)

const soon = { view: 'soon' } as const

/** Every page: its address, what it shows, and who may open it. */
export const pages: readonly Page[] = Object.freeze([
  row({
    path: address.home,
    title: 'What do you want to pay for today?',
    description: 'Buy electricity tokens and pay utility bills in Nigeria. No account needed.',
    island: 'chooser',
    load: loadChooser,
  }),
  row({
    path: address.formPage('power'),
    title: 'Buy electricity',
    description:
      'Buy a prepaid electricity token or pay a postpaid bill for any distribution company in Nigeria.',
    island: 'power-form',
    load: loadForm,
  }),
  row({
    path: '/electricity/customer-details',
    title: 'Confirm your details',
    description: 'Check whose meter it is before you pay.',
    island: 'power-details',
    personal: true,
    load: loadDetails,
  }),
  row({
    path: '/electricity/pay',
    title: 'Choose how to pay',
    description: 'Choose how to pay for your electricity.',
    view: 'pay',
    personal: true,
    load: loadPay,
  }),
  row({
    path: '/electricity/history',
    title: 'Find a past token',
    description: 'Find a past token by meter and phone number.',
    load: toPowerForm,
  }),
  row({
    path: '/electricity/transactions/process',
    title: 'Your order',
    description: 'How your order is going.',
    island: 'process',
    personal: true,
    load: loadProcess,
  }),
  row({
    path: '/electricity/transactions/successful',
    title: 'Your purchase',
    description: 'Your token and receipt.',
    island: 'power-success',
    personal: true,
    load: loadSuccess,
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
  ...Object.entries(unopened).map(([service, { name, path }]) =>
    row({
      path,
      title: name,
      description: `Pay for ${name}.`,
      view: 'service-off',
      load: async (_, site) => {
        const statuses = await site.data.statuses()
        const { reason } = statusOf(statuses, service as keyof typeof unopened)
        return { is: 'page', locals: { name, reason }, madeOf: [statuses] }
      },
    }),
  ),
  row({
    path: address.register,
    title: 'Create an account',
    description: 'What an account will give you.',
    ...soon,
    audience: 'guest',
  }),
  row({
    path: address.login,
    title: 'Sign in',
    description: 'Sign in to your account.',
    ...soon,
    audience: 'guest',
  }),
  row({
    path: address.dashboard,
    title: 'Your account',
    description: 'Your account.',
    ...soon,
    audience: 'user',
    personal: true,
  }),
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
export const forms: readonly Form[] = Object.freeze([powerForm, historyForm, payForm])

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
