import type { Movement } from '../../shared/wallet.ts'
import { formatMoney } from '../lib/index.ts'
import { Moment } from '../purchase/moment.tsx'

/** What moved a wallet, newest first. */
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
              <Moment at={at} />
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
