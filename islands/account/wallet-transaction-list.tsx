import type { WalletTransaction, WalletTransactionKind } from '../../shared/wallet.ts'
import { displayDate, formatMoney } from '../lib/index.ts'
import { lineIcon, renderParts } from '../ui/index.ts'
import { accountTexts } from './texts.ts'
import { walletTexts } from './wallet-texts.ts'

const InIcon = lineIcon('M17 7L7 17m0-8v8h8')
const OutIcon = lineIcon('M7 17L17 7M9 7h8v8')

/** Labels of the kinds that customers search for. The description identifies a transaction of another kind. */
const labels: Partial<Record<WalletTransactionKind, () => string>> = {
  returned: walletTexts.refundLabel,
  cashback: walletTexts.cashbackLabel,
  cashback_taken_back: walletTexts.cashbackReversedLabel,
  bonus: walletTexts.bonusLabel,
}

/** Wallet history, newest first, by day in Lagos. */
export function WalletTransactionList({ list }: { list: readonly WalletTransaction[] }) {
  if (list.length === 0) return <p className="empty">{accountTexts.noTransactions()}</p>
  return (
    <div>
      {byDay(list).map(([day, transactions]) => (
        <section key={day} aria-label={day}>
          <h3 className="day" suppressHydrationWarning>
            {day}
          </h3>
          <ul>
            {transactions.map((transaction) => (
              <WalletTransactionRow key={transaction.id} transaction={transaction} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Days with their transactions, in the order of the list. */
function byDay(list: readonly WalletTransaction[]): [day: string, transactions: WalletTransaction[]][] {
  const days = new Map<string, WalletTransaction[]>()
  for (const transaction of list) {
    const day = displayDate(transaction.at, 'day')
    days.set(day, [...(days.get(day) ?? []), transaction])
  }
  return [...days]
}

function WalletTransactionRow({ transaction }: { transaction: WalletTransaction }) {
  const { amount, description, reference, at, balance, kind } = transaction
  const isIn = amount > 0
  const label = labels[kind]
  const time = () => (
    <time dateTime={at} suppressHydrationWarning>
      {displayDate(at, 'time')}
    </time>
  )
  return (
    <li className="wallet-transaction-row">
      <span className={isIn ? 'direction money-in' : 'direction'}>
        {isIn ? <InIcon /> : <OutIcon />}
        <span className="sr-only">{isIn ? walletTexts.moneyIn() : walletTexts.moneyOut()}</span>
      </span>
      <span>
        {description} {label && !description.startsWith(label()) && <span className="badge">{label()}</span>}
      </span>
      <strong className={isIn ? 'money-in' : ''}>
        {isIn && '+'}
        {formatMoney(amount)}
      </strong>
      <small>
        <span>
          {reference ? renderParts(accountTexts.timeAndDetail({ detail: reference, time })) : time()}
        </span>
        {balance !== null && <span>{walletTexts.balanceAfter({ balance: formatMoney(balance) })}</span>}
      </small>
    </li>
  )
}
