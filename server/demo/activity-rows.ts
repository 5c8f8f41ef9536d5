import type { Insertable } from 'kysely'
import { referenceAlphabet } from '../../shared/constants.ts'
import type { BulkPurchaseId } from '../../shared/ids.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Tables, Tx } from '../database/index.ts'
import { bulkPurchases } from './month.ts'
import type { DemoBuyer, DemoOrder } from './order-rows.ts'
import { insertRows } from './order-store.ts'
import { type DemoCustomer, demoCampaignTexts, ticketTexts } from './people.ts'
import { codeOf, uuidAt } from './random.ts'

const hour = 60 * 60_000
const openTickets = 3

interface Activity {
  readonly orders: readonly DemoOrder[]
  readonly buyers: readonly DemoBuyer[]
  /** The demo customers' accounts. */
  readonly newUsers: readonly (DemoCustomer & { readonly created_at: Date })[]
  /** Ids of the demo managers: the one who requests, and the one who approves. */
  readonly managers: readonly [string, string]
  readonly now: Date
}

/** Inserts tickets, campaigns with their audit events, bulk purchases and approvals. */
export async function insertActivity(tx: Tx, activity: Activity): Promise<void> {
  await insertRows(tx, 'tickets', ticketRows(activity))
  await insertCampaigns(tx, activity)
  await insertBulkPurchases(tx, activity)
  await insertRows(tx, 'approvals', approvalRows(activity))
}

function ticketRows({ orders, managers, now }: Activity): Insertable<Tables['tickets']>[] {
  // So long ago that the ticket and its reply are in the past.
  const latest = now.getTime() - 3 * hour
  const deliveredOrders = orders.filter(
    ({ plan, endedAt }) =>
      plan.end === 'delivered' && plan.bulkPurchase === null && endedAt.getTime() < latest,
  )
  return Array.from({ length: ticketTexts.length * 2 }, (_, index) => {
    const [service, message, answer] = ticketTexts[index % ticketTexts.length]!
    const ofService = deliveredOrders.filter(({ plan }) => plan.product.service === service)
    const step = Math.floor(ofService.length / (ticketTexts.length * 2))
    const order = ofService[ofService.length - 1 - index * step]
    const at = new Date((order?.endedAt ?? now).getTime() + hour / 3)
    return {
      id: uuidAt(`ticket ${index} ${now.toISOString()}`, at),
      number: `T-${codeOf(`ticket ${index} ${now.toISOString()}`, referenceAlphabet, 8)}`,
      user_id: order?.buyer?.id ?? null,
      order_id: order?.id ?? null,
      email: order?.buyer?.email ?? null,
      message,
      ...(index < openTickets ? unanswered : answeredBy(managers[0], answer, at)),
      created_at: at,
    }
  })
}

const unanswered = { state: 'open', answer: null, answered_by: null, answered_at: null } as const

const answeredBy = (manager: string | undefined, answer: string, at: Date) =>
  ({
    state: 'answered',
    answer,
    answered_by: manager,
    answered_at: new Date(at.getTime() + 2 * hour),
  }) as const

async function insertCampaigns(tx: Tx, { newUsers, managers, now }: Activity): Promise<void> {
  // The oldest first: the audit log is listed in the order of its events.
  for (const [index, text] of [...demoCampaignTexts.entries()].reverse()) {
    const at = new Date(now.getTime() - (4 + index * 9) * 24 * hour)
    const id = uuidAt(`campaign ${index} ${now.toISOString()}`, at)
    await insertRows(tx, 'campaigns', [
      {
        ...text,
        id,
        html: null,
        file_name: null,
        file_type: null,
        file: null,
        sent_by: managers[0],
        created_at: at,
        state: 'sent',
      },
    ])
    const members = newUsers.filter((user) => user.created_at < at)
    const recipients = members.map(({ email, phone }, position) => ({
      campaign_id: id,
      recipient: text.channel === 'email' ? email : phone,
      due_at: null,
      ...sendingOf(position, at),
    }))
    await insertRows(tx, 'campaign_recipients', recipients)
    await recordAuditEvent(tx, {
      actor: { userId: managers[0], role: 'manager' },
      action: `message.${text.channel}`,
      subject: id,
      detail: { recipients: recipients.length, subject: text.subject },
      at,
    })
  }
}

/** Every message is sent except one. */
const sendingOf = (position: number, startedAt: Date) =>
  position === 7
    ? { state: 'failed' as const, attempt_count: 3, failure_reason: 'rejected', sent_at: null }
    : {
        state: 'sent' as const,
        attempt_count: 1,
        failure_reason: null,
        sent_at: new Date(startedAt.getTime() + position * 1_000),
      }

async function insertBulkPurchases(tx: Tx, { orders, buyers, now }: Activity): Promise<void> {
  for (const [index, { company, daysAgo }] of bulkPurchases.entries()) {
    const purchases = orders.filter(({ plan }) => plan.bulkPurchase === index)
    const buyer = buyers[company]
    const last = purchases.at(-1)
    if (!buyer || !last) continue
    const at = new Date(now.getTime() - daysAgo * 24 * hour - hour / 6)
    const id = uuidAt(`bulk ${index} ${now.toISOString()}`, at)
    await insertRows(tx, 'bulk_purchases', [
      {
        id,
        user_id: buyer.id,
        file_name: index === 0 ? 'branches.csv' : 'staff-airtime-and-data.csv',
        state: 'done',
        total_kobo: purchases.reduce((sum, { totalKobo }) => sum + totalKobo, 0n),
        due_at: null,
        created_at: at,
        started_at: new Date(at.getTime() + hour / 7),
        finished_at: last.endedAt,
        counts: JSON.stringify({ purchased: purchases.length }),
      },
    ])
    await insertRows(
      tx,
      'bulk_rows',
      purchases.map((order, line) => bulkRow(order, id, line + 1)),
    )
  }
}

const bulkRow = (
  order: DemoOrder,
  bulkId: BulkPurchaseId,
  line: number,
): Insertable<Tables['bulk_rows']> => ({
  bulk_id: bulkId,
  line,
  service: order.plan.product.service,
  number: order.plan.beneficiary,
  provider: order.plan.product.code,
  type: order.plan.product.service === 'power' ? order.plan.product.variation : '',
  plan: order.plan.product.service === 'power' ? '' : order.plan.product.variation,
  amount: String(order.plan.amountKobo / 100n),
  phone: order.plan.phone,
  state: 'purchased',
  error: null,
  order_id: order.id,
  customer_name: null,
  amount_kobo: order.plan.amountKobo,
  total_kobo: order.totalKobo,
  due_at: null,
})

/** A top-up above the limit of one manager, which the other one can approve. */
function approvalRows({ buyers, managers, now }: Activity): Insertable<Tables['approvals']>[] {
  const beneficiary = buyers[0]
  if (!beneficiary) return []
  const at = new Date(now.getTime() - 3 * hour)
  return [
    {
      id: uuidAt(`approval ${now.toISOString()}`, at),
      kind: 'wallet_topup',
      state: 'pending',
      amount_kobo: 7_500_000n,
      subject: 'Bank transfer received at the branch',
      user_id: beneficiary.id,
      beneficiary: beneficiary.id,
      order_id: null,
      reconciliation_break_id: null,
      bank_reference: null,
      requested_by: managers[1],
      requested_at: at,
      decided_by: null,
      decided_at: null,
      rejection_reason: null,
    },
  ]
}
