import type { Movement, MovementKind } from '../../shared/wallet.ts'
import { formatDate, formatMoney } from '../lib/index.ts'
import { lineIcon, renderParts } from '../ui/index.ts'
import { accountTexts } from './texts.ts'
import { walletTexts } from './wallet-texts.ts'

const InIcon = lineIcon('M17 7L7 17m0-8v8h8')
const OutIcon = lineIcon('M7 17L17 7M9 7h8v8')

/** Labels of the kinds that customers search for. The description identifies a movement of another kind. */
const labels: Partial<Record<MovementKind, () => string>> = {
  returned: walletTexts.refundLabel,
  cashback: walletTexts.cashbackLabel,
  cashback_taken_back: walletTexts.cashbackReversedLabel,
  bonus: walletTexts.bonusLabel,
}

/** Wallet history, newest first, by day in Lagos. */
export function MovementList({ list }: { list: readonly Movement[] }) {
  if (list.length === 0) return <p className="empty">{accountTexts.noTransactions()}</p>
  return (
    <div>
      {byDay(list).map(([day, movements]) => (
        <section key={day} aria-label={day}>
          <h3 className="day" suppressHydrationWarning>
            {day}
          </h3>
          <ul>
            {movements.map((movement) => (
              <MovementRow key={movement.id} movement={movement} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Days with their transactions, in the order of the list. */
function byDay(list: readonly Movement[]): [day: string, movements: Movement[]][] {
  const days = new Map<string, Movement[]>()
  for (const movement of list) {
    const day = formatDate(movement.at, 'day')
    days.set(day, [...(days.get(day) ?? []), movement])
  }
  return [...days]
}

function MovementRow({ movement }: { movement: Movement }) {
  const { amount, description, reference, at, balance, kind } = movement
  const isIn = amount > 0
  const label = labels[kind]
  const time = () => (
    <time dateTime={at} suppressHydrationWarning>
      {formatDate(at, 'time')}
    </time>
  )
  return (
    <li className="movement-row">
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
