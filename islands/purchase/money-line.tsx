import type { OrderStatus } from '../../shared/orders.ts'
import { orderCardTexts } from './order-card-texts.ts'

type MoneyStatus = OrderStatus['money']['status']

interface MoneyStages {
  names: readonly (() => string)[]
  /** Index of the money's current stage. */
  current: number
  /** Nothing more happens to the money. */
  isFinal?: boolean
}

/** Null while no payment is confirmed: there is no line to show. */
const stages = {
  not_taken: null,
  checking: null,
  received: { names: [orderCardTexts.paid, orderCardTexts.held, orderCardTexts.outcome], current: 1 },
  spent: { names: [orderCardTexts.paid, orderCardTexts.delivered], current: 1, isFinal: true },
  returning: { names: [orderCardTexts.paid, orderCardTexts.refunding], current: 1 },
  returned: { names: [orderCardTexts.paid, orderCardTexts.refunded], current: 1, isFinal: true },
} as const satisfies Record<MoneyStatus, MoneyStages | null>

/**
 * State of the money: paid → on hold → delivered or refunded. Once it is spent or returned, "On hold" is left out: it
 * would read as a problem.
 */
export function MoneyLine({
  status,
  isOthers = false,
}: {
  status: MoneyStatus
  /** Another person paid, and gets the refund. */
  isOthers?: boolean | undefined
}) {
  const line: MoneyStages | null = stages[status]
  if (!line) return null
  return (
    <>
      <ol className="steps" aria-label={orderCardTexts.moneyTitle()}>
        {line.names.map((name, index) => (
          <li
            key={name()}
            className={index < line.current || line.isFinal ? 'step-done' : undefined}
            aria-current={index === line.current ? 'step' : undefined}
          >
            {name()}
          </li>
        ))}
      </ol>
      {status === 'received' && !isOthers && <p className="field-hint">{orderCardTexts.heldHint()}</p>}
    </>
  )
}
