import type { Movement } from '../../shared/wallet.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { rich } from '../ui/index.ts'
import { accountTexts } from './texts.ts'

/** Wallet history, newest first. */
export const MovementList = ({ list }: { list: readonly Movement[] }) =>
  list.length === 0 ? (
    <p className="empty">{accountTexts.noTransactions()}</p>
  ) : (
    <ul>
      {list.map(({ id, amount, description, reference, at }) => (
        <li key={id} className="movement">
          <span>
            {description}
            <small>
              {reference ? (
                rich(accountTexts.timeAndDetail({ detail: reference, time: () => <DateTime value={at} /> }))
              ) : (
                <DateTime value={at} />
              )}
            </small>
          </span>
          <strong className={amount < 0 ? '' : 'money-in'}>
            {amount > 0 && '+'}
            {formatMoney(amount)}
          </strong>
        </li>
      ))}
    </ul>
  )
