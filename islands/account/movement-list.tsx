import type { Movement } from '../../shared/wallet.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'

/** Wallet history, newest first. */
export const MovementList = ({ list }: { list: readonly Movement[] }) =>
  list.length === 0 ? (
    <p className="empty">No transaction records.</p>
  ) : (
    <ul>
      {list.map(({ id, amount, description, reference, at }) => (
        <li key={id} className="movement">
          <span>
            {description}
            <small>
              <DateTime value={at} />
              {reference && `, ${reference}`}
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
