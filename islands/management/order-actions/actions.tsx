import type { DataOf } from '../../../shared/contract.ts'
import type { getManagedOrder } from '../../../shared/management/orders.ts'
import { ReviewActions } from '../review-actions.tsx'
import { Goodwill } from './goodwill.tsx'
import { Resend } from './resend.tsx'
import { ShowCodes } from './show-codes.tsx'
import { orderActionsTexts } from './texts.ts'

interface OrderActionsProps {
  page: DataOf<typeof getManagedOrder>
  onDone: () => void
}

/** The actions that an order allows now; nothing when there is none. */
export function OrderActions({ page, onDone }: OrderActionsProps) {
  const { order, operations, delivered_actions: delivered, goodwill_limit: wallet } = page
  const gateway = page.goodwill_gateway_limit
  const isGoodwillPossible = wallet !== null || gateway !== null
  const hasOperations = operations !== null && operations.allowed_actions.length > 0
  if (!hasOperations && delivered.length === 0 && !isGoodwillPossible) return null
  return (
    <section className="card stack" aria-labelledby="actions">
      <h2 id="actions">{orderActionsTexts.title()}</h2>
      <div className="row">
        {delivered.includes('show_codes') && <ShowCodes order={order} />}
        {delivered.includes('resend') && <Resend order={order} onDone={onDone} />}
        {isGoodwillPossible && <Goodwill order={order} limits={{ wallet, gateway }} onDone={onDone} />}
        {hasOperations && <ReviewActions review={operations} onDone={onDone} />}
      </div>
    </section>
  )
}
