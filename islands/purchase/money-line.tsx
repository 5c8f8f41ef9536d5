import type { OrderStatus } from '../../shared/orders.ts'
import { orderCardTexts } from './order-card-texts.ts'

type MoneyStatus = OrderStatus['money']['status']

interface MoneyStages {
  /** Index of the money's current stage. */
  current: 1 | 2
  /** Nothing more happens to the money. */
  isFinal?: boolean
  outcome: () => string
}

/** Null while no payment is confirmed: there is no line to show. */
const stages = {
  not_taken: null,
  checking: null,
  received: { current: 1, outcome: orderCardTexts.outcome },
  spent: { current: 2, outcome: orderCardTexts.delivered, isFinal: true },
  returning: { current: 2, outcome: orderCardTexts.refunding },
  returned: { current: 2, outcome: orderCardTexts.refunded, isFinal: true },
} as const satisfies Record<MoneyStatus, MoneyStages | null>

/** State of the money: paid → on hold → delivered or refunded. */
export function MoneyLine({ status }: { status: MoneyStatus }) {
  const line: MoneyStages | null = stages[status]
  if (!line) return null
  const names = [orderCardTexts.paid(), orderCardTexts.held(), line.outcome()]
  return (
    <>
      <ol className="steps" aria-label={orderCardTexts.moneyTitle()}>
        {names.map((name, index) => (
          <li
            key={name}
            className={index < line.current || line.isFinal ? 'step-done' : undefined}
            aria-current={index === line.current ? 'step' : undefined}
          >
            {name}
          </li>
        ))}
      </ol>
      {line.current === 1 && <p className="field-hint">{orderCardTexts.heldHint()}</p>}
    </>
  )
}
