import { cleanAmount, formatMoney, koboOf, nairaOf } from '../../../shared/money.ts'
import { topUp, wallet, walletResultPage } from '../../../shared/pages.ts'
import { getWalletBalance, processTransactions, type WalletBalance } from '../../../shared/wallet.ts'
import type { Answer } from '../api-client.ts'
import type { Fields, Form, Load, Shown, Site, Trouble, Visit } from '../page.ts'
import { type Bill, choiceOfWay } from '../payment/choice.ts'
import { startPayment } from '../payment/start.ts'
import { endedSession } from './person.ts'

const toWallet = { href: wallet, text: 'Back to your wallet' }
const againSeconds = 4

/** How to pay for a top-up, as a page of its own: the wallet's form leads here when there is no script. */
export const loadTopUp: Load = (visit, site) => choice(visit, site, visit.query, null)

export const topUpForm: Form = {
  path: topUp,
  page: topUp,
  async submit(visit, fields, site) {
    const read = await readAmount(visit, site, fields)
    if (!read.ok) return refused(read)
    const naira = read.data
    const payable = {
      order_reference: null,
      service_id: null,
      amount: naira,
      service_charge: 0,
      payment_for: 'wallet_topup',
      description: 'Wallet top-up',
    }
    const started = await startPayment(visit, site, { payable, bill: billOf(naira), fields, topUp: true })
    return started.ok ? started.data : this.again(visit, fields, site, started)
  },
  again: (visit, fields, site, trouble) => choice(visit, site, fields, trouble),
}

async function choice(visit: Visit, site: Site, fields: Fields, trouble: Trouble | null): Promise<Shown> {
  const read = await readAmount(visit, site, fields)
  if (!read.ok) return refused(read)
  return choiceOfWay(visit, site, {
    bill: billOf(read.data),
    action: topUp,
    hidden: { amount: String(read.data) },
    topUp: true,
    emailHint: 'The receipt of the payment goes there.',
    fields,
    trouble,
  })
}

/** What is to be put in, naira, within the bounds that the API tells. */
async function readAmount(visit: Visit, site: Site, { amount = '' }: Fields): Promise<Answer<number>> {
  const balance = await site.api.ask(getWalletBalance, {}, visit.caller)
  if (!balance.ok) return balance
  const { min, max } = balance.data.top_up
  const kobo = koboOf(cleanAmount(amount))
  const naira = kobo === null ? Number.NaN : nairaOf(kobo)
  if (naira >= min && naira <= max) return { ...balance, data: naira }
  return { ok: false, http: 422, message: boundsText(balance.data.top_up), errors: {} }
}

const boundsText = ({ min, max }: WalletBalance['top_up']) =>
  `Please enter an amount from ${formatMoney(min, { decimals: 0 })} to ${formatMoney(max, { decimals: 0 })}. No money was taken.`

const refused = ({ http, message }: Extract<Answer<unknown>, { ok: false }>): Shown =>
  endedSession(http) ?? said(http || 503, 'This did not work', message)

const billOf = (naira: number): Bill => ({
  lines: [
    { label: 'Total', value: formatMoney(naira), wide: true, strong: true },
    { label: 'Goes into your wallet', value: formatMoney(naira), wide: true },
  ],
  total: formatMoney(naira),
  purpose: 'your wallet',
  after: 'The money is in your wallet.',
  back: toWallet,
})

/** What became of a top-up, asked by the shell itself at each reload: for browsers without script. */
export async function askedByShell(
  visit: Visit,
  site: Site,
  asked: { reference: string; transactionReference: string | null },
): Promise<Shown> {
  const answer = await site.api.ask(processTransactions, { body: asked }, visit.caller)
  if (answer.ok && answer.status === 'success') {
    const { amount, reference, type } = answer.data
    const says = `${formatMoney(amount)} is in your wallet now. Reference ${reference}, ${type.toUpperCase()}.`
    return said(200, 'Your wallet is topped up', says)
  }
  const isClear = !answer.ok && answer.http > 0 && answer.http < 500 && answer.http !== 429
  if (isClear)
    return endedSession(answer.http) ?? said(answer.http, 'This top-up did not go through', answer.message)
  const again = `${walletResultPage(asked.reference)}&noscript=1`
  return {
    is: 'page',
    view: 'waiting',
    locals: {
      heading: 'Checking your top-up',
      says: answer.message,
      hint: 'You may close it: the money comes into your wallet by itself, and you do not need to pay again.',
      again,
    },
    refreshAlways: { to: again, seconds: againSeconds },
  }
}

const said = (http: number, heading: string, says: string): Shown => ({
  is: 'page',
  http,
  view: 'message',
  locals: { heading, says, link: toWallet },
})
