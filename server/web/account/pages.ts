import type { AccountPage, DashboardPage, EveryPage, WalletPage } from '../../../islands/pages.ts'
import { type Beneficiary, recentBeneficiaries, serviceOfBeneficiary } from '../../../shared/beneficiaries.ts'
import { getPaymentCards } from '../../../shared/cards.ts'
import { accountSummary, allTransactions, type Transaction } from '../../../shared/history.ts'
import { walletResultPage } from '../../../shared/pages.ts'
import { normalisePhone } from '../../../shared/phone.ts'
import { getWalletBalance, getWalletMovements } from '../../../shared/wallet.ts'
import type { Answer } from '../api-client.ts'
import type { Load, Shown, Site, Visit } from '../page.ts'
import { headOf, readPerson } from './person.ts'
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

/** So many of the newest orders stand on the dashboard, and so many numbers to buy for. */
const most = { orders: 5, quick: 6 } as const

export const loadDashboard: Load = async (visit, site) => {
  const [account, orders, summary, recent, options] = await Promise.all([
    readAccount(visit, site),
    site.api.ask(allTransactions, {}, visit.caller),
    site.api.ask(accountSummary, { query: { months: '6' } }, visit.caller),
    site.api.ask(recentBeneficiaries, {}, visit.caller),
    site.data.paymentOptions(visit.caller),
  ])
  if ('is' in account) return account
  const list = orders.ok ? orders.data.list : []
  const saved = dataOf(recent) ?? []
  const props: Props<DashboardPage> = {
    ...account,
    orders: orders.ok ? list.slice(0, most.orders) : null,
    summary: dataOf(summary),
    saved,
    unsaved: unsavedOf(list, saved).slice(0, most.quick - saved.length),
    options: [...options],
  }
  return { is: 'page', ...headOf(account.profile), props }
}

/** The last delivered order of each number that is not among the saved ones. */
function unsavedOf(orders: readonly Transaction[], saved: readonly Beneficiary[]): Transaction[] {
  const seen = new Set(saved.map((it) => `${serviceOfBeneficiary[it.beneficiary_type]} ${servedBy(it)}`))
  return orders.filter(({ service, number, state }) => {
    const name = `${service} ${normalisePhone(number)}`
    if (state !== 'delivered' || seen.has(name)) return false
    seen.add(name)
    return true
  })
}

const servedBy = (it: Beneficiary) =>
  normalisePhone(it.beneficiary_type === 'vtu-data' ? it.device_id : it.number)

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
  return { is: 'page', ...headOf(account.profile), props }
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
