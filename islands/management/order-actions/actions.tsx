import type { DataOf } from '../../../shared/contract.ts'
import type { getManagedOrder } from '../../../shared/management/orders.ts'
import type { OrderOperations } from '../../../shared/operations.ts'
import { formatMoney } from '../../lib/index.ts'
import { groupBy } from '../group-by.ts'
import { ReviewActions, reviewActionTexts } from '../review-actions.tsx'
import { Goodwill } from './goodwill.tsx'
import { Resend } from './resend.tsx'
import { ShowCodes } from './show-codes.tsx'
import { orderActionsTexts } from './texts.ts'

interface OrderActionsProps {
  page: DataOf<typeof getManagedOrder>
  onDone: () => void
}

/** The actions that an order allows now, and why the others are not available; nothing for a recorded purchase. */
export function OrderActions({ page, onDone }: OrderActionsProps) {
  const { order, operations, delivered_actions: delivered, goodwill_limit: wallet } = page
  const gateway = page.goodwill_gateway_limit
  const isGoodwillPossible = wallet !== null || gateway !== null
  const hasOperations = operations !== null && operations.allowed_actions.length > 0
  const hasButtons = hasOperations || delivered.length > 0 || isGoodwillPossible
  if (!operations && !hasButtons) return null
  return (
    <section className="card stack" aria-labelledby="actions">
      <h2 id="actions">{orderActionsTexts.title()}</h2>
      {hasButtons && (
        <div className="row">
          {delivered.includes('show_codes') && <ShowCodes order={order} />}
          {delivered.includes('resend') && <Resend order={order} onDone={onDone} />}
          {isGoodwillPossible && <Goodwill order={order} limits={{ wallet, gateway }} onDone={onDone} />}
          {hasOperations && <ReviewActions review={operations} onDone={onDone} />}
        </div>
      )}
      <EarlierGoodwill amount={page.goodwill_paid} />
      {hasOperations && operations.refund_risk?.type === 'vendor_may_deliver' && (
        <p className="field-hint">{orderActionsTexts.unknownOutcome()}</p>
      )}
      {operations &&
        unavailableLines(operations).map((line) => (
          <p key={line} className="field-hint">
            {line}
          </p>
        ))}
    </section>
  )
}

const EarlierGoodwill = ({ amount }: { amount: number }) =>
  amount > 0 && (
    <p>
      <strong>{orderActionsTexts.goodwillPaid({ amount: formatMoney(amount) })}</strong>
    </p>
  )

const actionLabel = (action: OrderOperations['unavailable_actions'][number]['action']): string =>
  action === 'goodwill' ? orderActionsTexts.goodwill() : reviewActionTexts[action].label()

/** One line for each reason, with the actions that it rules out. */
const unavailableLines = ({ unavailable_actions: list }: OrderOperations): string[] =>
  groupBy(list, ({ message }) => message).map(([message, actions]) =>
    orderActionsTexts.unavailable({
      actions: actions.map(({ action }) => actionLabel(action)).join(', '),
      reason: message,
    }),
  )
