import type {
  BaseProps,
  BeneficiariesPage,
  BulkPurchasesPage,
  CardsPage,
  NotificationsPage,
  ReferralPage,
  ScheduledOrder,
  SchedulesPage,
  SettingsPage,
  TicketsPage,
  TransactionsPage,
} from '../../../islands/pages.ts'
import { getProfile, type Profile } from '../../../shared/accounts.ts'
import {
  getDeviceBeneficiaries,
  getMeterBeneficiaries,
  getPhoneBeneficiaries,
  getSmartcardBeneficiaries,
} from '../../../shared/beneficiaries.ts'
import { getBulkPurchases } from '../../../shared/bulk.ts'
import { getPaymentCards } from '../../../shared/cards.ts'
import { getForecasts } from '../../../shared/forecasts.ts'
import { getTransactions, type Transaction } from '../../../shared/history.ts'
import { getNotifications } from '../../../shared/notifications.ts'
import { getReferral } from '../../../shared/referral.ts'
import { getSchedules } from '../../../shared/schedules.ts'
import { getActivityLogs, getSessions } from '../../../shared/security.ts'
import { getTickets } from '../../../shared/tickets.ts'
import { getWalletBalance } from '../../../shared/wallet.ts'
import type { ApiResult } from '../api-client.ts'
import { parseReference } from '../order-pages.ts'
import type { Loader, PageRequest, WebContext } from '../page.ts'
import { fetchUser, pageUserOf } from './user.ts'

/** A page's props, except the profile and the message. */
type PageData<P extends BaseProps> = Omit<P, keyof BaseProps | 'profile' | 'message'>

interface LoadedData<P extends BaseProps> {
  data: PageData<P>
  /** API results; the first error is shown. */
  results: readonly ApiResult<unknown>[]
}

/** A loader for an account page: fetches the profile and the page's data in parallel. */
const accountLoader =
  <P extends BaseProps>(
    loadData: (pageRequest: PageRequest, web: WebContext) => Promise<LoadedData<P>>,
  ): Loader =>
  async (pageRequest, web) => {
    const [user, { data, results }] = await Promise.all([fetchUser(web), loadData(pageRequest, web)])
    if (user.type === 'session-ended') return user.redirect
    const profile = user.type === 'known' ? user.profile : null
    return {
      type: 'page',
      ...pageUserOf(profile),
      props: {
        ...data,
        profile,
        message: user.type === 'unreachable' ? user.message : errorMessageOf(profile, results),
      },
    }
  }

/**
 * The first error of the API, or null. Null also while the e-mail is not verified: the API rejects these requests
 * then, and the page shows the next step.
 */
function errorMessageOf(profile: Profile | null, results: readonly ApiResult<unknown>[]): string | null {
  if (profile?.email_verified === false) return null
  const messages = results.flatMap((result) => (result.ok ? [] : [result.message]))
  return messages[0] ?? null
}

const dataOrNull = <T>(result: ApiResult<T>): T | null => (result.ok ? result.data : null)

export const loadBeneficiaries = accountLoader<BeneficiariesPage>(async ({ caller }, { api, data }) => {
  const [meters, smartcards, phones, devices, forecasts, options] = await Promise.all([
    api.request(getMeterBeneficiaries),
    api.request(getSmartcardBeneficiaries),
    api.request(getPhoneBeneficiaries),
    api.request(getDeviceBeneficiaries),
    api.request(getForecasts),
    data.paymentOptions(caller),
  ])
  const beneficiaries =
    meters.ok && smartcards.ok && phones.ok && devices.ok
      ? [...meters.data, ...smartcards.data, ...phones.data, ...devices.data]
      : null
  return {
    data: { beneficiaries, forecasts: dataOrNull(forecasts) ?? [], options: [...options] },
    results: [],
  }
})

export const loadNotifications = accountLoader<NotificationsPage>(async (_, { api }) => {
  const result = await api.request(getNotifications)
  return { data: { notifications: dataOrNull(result) }, results: [result] }
})

export const loadTransactions = accountLoader<TransactionsPage>(async ({ query }, { api }) => {
  const { search = '', service = '', state = '', from = '', to = '', cursor = '' } = query
  const filters = { search: search.trim(), service, state, from, to }
  const filterQuery = Object.fromEntries(
    Object.entries({ ...filters, cursor }).filter(([, value]) => value !== ''),
  )
  const result = await api.request(getTransactions, { query: filterQuery })
  return { data: { filters, transactions: dataOrNull(result) }, results: [result] }
})

export const loadTickets = accountLoader<TicketsPage>(async (_, { api }) => {
  const result = await api.request(getTickets)
  return { data: { tickets: dataOrNull(result) }, results: [result] }
})

export const loadCards = accountLoader<CardsPage>(async (_, { api, csrf }) => {
  const result = await api.request(getPaymentCards)
  return { data: { cards: dataOrNull(result) ?? [], csrf }, results: [result] }
})

export const loadReferral = accountLoader<ReferralPage>(async (_, { api }) => {
  const result = await api.request(getReferral)
  return { data: { referral: dataOrNull(result) }, results: [result] }
})

export const loadSettings = accountLoader<SettingsPage>(async (_, { api }) => {
  const [sessions, activity, picture] = await Promise.all([
    api.request(getSessions),
    api.request(getActivityLogs),
    api.request(getProfile, { query: { field: 'picture' } }),
  ])
  return {
    data: {
      sessions: dataOrNull(sessions),
      activity: dataOrNull(activity),
      picture: picture.ok && typeof picture.data === 'string' ? picture.data : null,
    },
    results: [sessions, activity],
  }
})

export const loadSchedules = accountLoader<SchedulesPage>(async ({ query }, { api }) => {
  const reference = parseReference(query.order)
  const [schedules, forecasts, balance, orders] = await Promise.all([
    api.request(getSchedules),
    api.request(getForecasts),
    api.request(getWalletBalance),
    reference ? api.request(getTransactions, { query: { search: reference, state: 'delivered' } }) : null,
  ])
  const order = (orders?.ok ? orders.data.list : []).find((entry) => entry.reference === reference)
  return {
    data: {
      schedules: dataOrNull(schedules),
      forecasts: dataOrNull(forecasts) ?? [],
      order: order && !order.recorded ? scheduledOrderOf(order) : null,
      balance: dataOrNull(balance)?.balance ?? null,
    },
    results: [schedules, ...(orders ? [orders] : [])],
  }
})

const scheduledOrderOf = ({
  reference,
  service,
  title,
  number,
  amount,
  network,
}: Transaction): ScheduledOrder => ({ reference, service, title, number, amount, network })

export const loadBulkPurchases = accountLoader<BulkPurchasesPage>(async (_, { api }) => {
  // Personal accounts get 403 here; the page explains who can use it.
  const result = await api.request(getBulkPurchases)
  return {
    data: { files: dataOrNull(result) },
    results: result.ok || result.httpStatus === 403 ? [] : [result],
  }
})
