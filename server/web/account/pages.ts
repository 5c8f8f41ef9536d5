import type { AccountPage, EveryPage, WalletPage } from '../../../islands/pages.ts'
import { getPaymentCards } from '../../../shared/cards.ts'
import { getWalletBalance, getWalletMovements } from '../../../shared/wallet.ts'
import type { Answer } from '../api-client.ts'
import type { Load, Shown, Site, Visit } from '../page.ts'
import { readPerson } from './person.ts'

type Props<P extends EveryPage> = Omit<P, keyof EveryPage>

/** The wallet as the API tells it, beside the person whose it is. */
async function readAccount(visit: Visit, site: Site): Promise<Props<AccountPage> | Shown> {
  const [person, balance, movements] = await Promise.all([
    readPerson(visit, site),
    site.api.ask(getWalletBalance, {}, visit.caller),
    site.api.ask(getWalletMovements, {}, visit.caller),
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

export const loadDashboard: Load = async (visit, site) => {
  const account = await readAccount(visit, site)
  return 'is' in account ? account : { is: 'page', person: account.profile?.name ?? '', props: account }
}

export const loadWallet: Load = async (visit, site) => {
  const [account, cards, options] = await Promise.all([
    readAccount(visit, site),
    site.api.ask(getPaymentCards, {}, visit.caller),
    site.data.paymentOptions(visit.caller),
  ])
  if ('is' in account) return account
  const props: Props<WalletPage> = { ...account, cards: dataOf(cards) ?? [], options: [...options] }
  return { is: 'page', person: account.profile?.name ?? '', props }
}

/** How gateways name their own transaction in an address; a hint that decides nothing. */
const transactionNames = ['transactionReference', 'trxref', 'transaction_id'] as const

export const loadWalletResult: Load = ({ query }) => ({
  is: 'page',
  props: {
    reference: query.reference ?? '',
    transactionReference: transactionNames.map((name) => query[name]).find((it) => it) ?? null,
  },
})
