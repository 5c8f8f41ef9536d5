import { sql } from 'kysely'
import { defineTableQueue } from '../jobs/index.ts'
import { deletedCardQueue } from './cards.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payment, TopUp } from './payment.ts'
import { processDueRefund } from './refund.ts'
import { verifyPayment } from './verify-payment.ts'
import { handleWebhook } from './webhook.ts'

/** Due payments, refunds, deleted cards, and stored webhooks whose first handling failed or crashed. */
export const paymentQueues = (deps: PaymentDeps) => [
  defineTableQueue(deps.db, 'payments', {
    process: (payment) => verifyPayment(deps, payment as Payment | TopUp),
  }),
  defineTableQueue(deps.db, 'refunds', { process: ({ id }) => processDueRefund(deps, id) }),
  defineTableQueue(deps.db, 'webhook_inbox', {
    where: sql`handled_at is null`,
    process: (webhook) => handleWebhook(deps, webhook),
  }),
  deletedCardQueue(deps),
]
