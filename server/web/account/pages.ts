import type { AccountPage, DashboardPage, EveryPage, WalletPage } from '../../../islands/pages.ts'
import { getPaymentCards } from '../../../shared/cards.ts'
import { accountSummary, allTransactions } from '../../../shared/history.ts'
import { walletResultPage } from '../../../shared/pages.ts'
import { getWalletBalance, getWalletMovements } from '../../../shared/wallet.ts'
import type { Answer } from '../api-client.ts'
import type { Load, Shown, Site, Visit } from '../page.ts'
import { readPerson } from './person.ts'
import { askedByShell } from './top-up.ts'

type Props<P extends EveryPage> = Omit<P, keyof EveryPage>

/** The wallet as the API tells it, beside the person whose it is. */
async function readAccount(
  visit: Visit,
  site: Site,
  movementsQuery: Record<string, string> = {},
): Promise<Props<AccountPage> | Shown> {
  const [person, balance, movements] = await Promise.all([
    readPerson(visit, site),
    site.api.ask(getWalletBalance, {}, visit.caller),
    site.api.ask(getWalletMovements, { query: movementsQuery }, visit.caller),
  ])
  if (person.is === 'ended') return person.shown
  const profile = person.is === 'known' ? person.profile : null
  const trouble = [balance, movements].find((it) => !it.ok)
  const message = person.is === 'unreachable' ? person.message : (trouble?.message ?? null)
  return {
    profile,
    balance: dataOf(balance),
    movements: dataOf(movements),
    // Who has not proved their e-mail has no wallet yet; the page says so itself.
    message: profile && !profile.email_verified ? null : message,
  }
}

const dataOf = <T>(answer: Answer<T>): T | null => (answer.ok ? answer.data : null)

/** So many of the newest orders stand on the dashboard. */
const newestOrders = 5

export const loadDashboard: Load = async (visit, site) => {
  const [account, orders, summary] = await Promise.all([
    readAccount(visit, site),
    site.api.ask(allTransactions, {}, visit.caller),
    site.api.ask(accountSummary, { query: { months: '6' } }, visit.caller),
  ])
  if ('is' in account) return account
  const props: Props<DashboardPage> = {
    ...account,
    orders: orders.ok ? orders.data.list.slice(0, newestOrders) : null,
    summary: dataOf(summary),
  }
  return { is: 'page', person: account.profile?.name ?? '', props }
}

export const loadWallet: Load = async (visit, site) => {
  const { kind = '', from = '', to = '' } = visit.query
  const filters = { kind, from, to }
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const [account, cards, options] = await Promise.all([
    readAccount(visit, site, query),
    site.api.ask(getPaymentCards, {}, visit.caller),
    site.data.paymentOptions(visit.caller),
  ])
  if ('is' in account) return account
  const props: Props<WalletPage> = {
    ...account,
    filters,
    cards: dataOf(cards) ?? [],
    options: [...options],
    csrf: site.csrf,
  }
  return { is: 'page', person: account.profile?.name ?? '', props }
}

/** How gateways name their own transaction in an address; a hint that decides nothing. */
const transactionNames = ['transactionReference', 'trxref', 'transaction_id'] as const

export const loadWalletResult: Load = (visit, site) => {
  const { reference = '', noscript } = visit.query
  const transactionReference = transactionNames.map((name) => visit.query[name]).find((it) => it) ?? null
  if (reference && noscript === '1') return askedByShell(visit, site, { reference, transactionReference })
  return {
    is: 'page',
    props: { reference, transactionReference },
    ...(reference && { refresh: { to: `${walletResultPage(reference)}&noscript=1`, seconds: 1 } }),
  }
}
