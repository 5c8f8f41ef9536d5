import type { AccountPage, BaseProps, DashboardPage, WalletPage } from '../../../islands/pages.ts'
import {
  type Beneficiary,
  getRecentBeneficiaries,
  serviceOfBeneficiary,
} from '../../../shared/beneficiaries.ts'
import { getPaymentCards } from '../../../shared/cards.ts'
import { getForecasts } from '../../../shared/forecasts.ts'
import { getAccountSummary, getTransactions, type Transaction } from '../../../shared/history.ts'
import { cleanAmount, koboOf } from '../../../shared/money.ts'
import { walletResultPageUrl } from '../../../shared/pages.ts'
import { normalisePhone } from '../../../shared/phone.ts'
import { getVirtualAccounts } from '../../../shared/virtual-accounts.ts'
import { getWalletBalance, getWalletTransactions } from '../../../shared/wallet.ts'
import type { ApiResult } from '../api-client.ts'
import type { Loader, PageResult, WebContext } from '../page.ts'
import { dueOrders } from './due-orders.ts'
import { pollTopUp } from './top-up.ts'
import { fetchUser, pageUserOf } from './user.ts'

type Props<P extends BaseProps> = Omit<P, keyof BaseProps>

/** The user's profile and wallet balance. */
async function fetchAccount(
  web: WebContext,
): Promise<Pick<AccountPage, 'profile' | 'balance' | 'message'> | PageResult> {
  const [user, balance] = await Promise.all([fetchUser(web), web.api.request(getWalletBalance)])
  if (user.type === 'session-ended') return user.redirect
  const profile = user.type === 'known' ? user.profile : null
  const message = user.type === 'unreachable' ? user.message : balance.ok ? null : balance.message
  // A user with an unverified e-mail has no wallet yet; the page shows that itself.
  return {
    profile,
    balance: dataOrNull(balance),
    message: profile?.email_verified === false ? null : message,
  }
}

const dataOrNull = <T>(result: ApiResult<T>): T | null => (result.ok ? result.data : null)

/** Maximum recent orders, quick-buy numbers, orders that need an action, and forecasts on the dashboard. */
const maxItems = { orders: 3, quickBuy: 6, due: 3, forecasts: 2 } as const

export const loadDashboard: Loader = async (pageRequest, web) => {
  const [account, orders, summary, recent, forecasts, options] = await Promise.all([
    fetchAccount(web),
    web.api.request(getTransactions),
    web.api.request(getAccountSummary, { query: { months: '6' } }),
    web.api.request(getRecentBeneficiaries),
    web.api.request(getForecasts),
    web.data.paymentOptions(pageRequest.caller),
  ])
  if ('type' in account) return account
  const list = orders.ok ? orders.data.list : []
  const recentBeneficiaries = dataOrNull(recent) ?? []
  const props: Props<DashboardPage> = {
    ...account,
    due: dueOrders(list, new Date()).slice(0, maxItems.due),
    orders: orders.ok ? list.slice(0, maxItems.orders) : null,
    summary: dataOrNull(summary),
    forecasts: (dataOrNull(forecasts) ?? []).slice(0, maxItems.forecasts),
    saved: recentBeneficiaries,
    unsaved: unsavedOrders(list, recentBeneficiaries).slice(
      0,
      maxItems.quickBuy - recentBeneficiaries.length,
    ),
    options: [...options],
  }
  return { type: 'page', ...pageUserOf(account.profile), props }
}

/** The last delivered order of each number that is not among the recent beneficiaries. */
function unsavedOrders(
  orders: readonly Transaction[],
  recentBeneficiaries: readonly Beneficiary[],
): Transaction[] {
  const seenKeys = new Set(
    recentBeneficiaries.map(
      (beneficiary) => `${serviceOfBeneficiary[beneficiary.beneficiary_type]} ${numberOf(beneficiary)}`,
    ),
  )
  return orders.filter(({ service, number, state }) => {
    const key = `${service} ${normalisePhone(number)}`
    if (state !== 'delivered' || seenKeys.has(key)) return false
    seenKeys.add(key)
    return true
  })
}

const numberOf = (beneficiary: Beneficiary) =>
  normalisePhone(beneficiary.beneficiary_type === 'vtu-data' ? beneficiary.device_id : beneficiary.number)

export const loadWallet: Loader = async (pageRequest, web) => {
  const { kind = '', from = '', to = '', amount = '' } = pageRequest.query
  const filters = { kind, from, to }
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const [account, walletTransactions, virtualAccounts, cards, options] = await Promise.all([
    fetchAccount(web),
    web.api.request(getWalletTransactions, { query }),
    web.api.request(getVirtualAccounts),
    web.api.request(getPaymentCards),
    web.data.paymentOptions(pageRequest.caller),
  ])
  if ('type' in account) return account
  const props: Props<WalletPage> = {
    ...account,
    message:
      account.message ?? (account.balance && !walletTransactions.ok ? walletTransactions.message : null),
    walletTransactions: dataOrNull(walletTransactions),
    virtualAccounts: dataOrNull(virtualAccounts) ?? [],
    filters,
    topUpAmount: koboOf(cleanAmount(amount)) === null ? '' : cleanAmount(amount),
    cards: dataOrNull(cards) ?? [],
    options: [...options],
    csrf: web.csrf,
  }
  return { type: 'page', ...pageUserOf(account.profile), props }
}

/** Query parameters in which gateways return their transaction reference; a hint only. */
const gatewayReferenceParameters = ['transactionReference', 'trxref', 'transaction_id'] as const

export const loadWalletResult: Loader = (pageRequest, web) => {
  const { reference = '', noscript } = pageRequest.query
  const transactionReference =
    gatewayReferenceParameters.map((name) => pageRequest.query[name]).find((candidate) => candidate) ?? null
  if (reference && noscript === '1') return pollTopUp(web, { reference, transactionReference })
  return {
    type: 'page',
    props: { reference, transactionReference },
    ...(reference && { refresh: { to: `${walletResultPageUrl(reference)}&noscript=1`, seconds: 1 } }),
  }
}
