import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { PaymentRequestStatus } from '../../shared/payment-requests.ts'
import { discoNames, networkOf } from '../catalogue/index.ts'
import { type Database, defineStateMachine, type Tables, type Tx } from '../database/index.ts'
import { serviceBackends } from '../services.ts'
import { paymentRequestTexts } from './texts.ts'

/** A payment request, with its status by the database's clock and its requester's account. */
export type RequestRow = Selectable<Tables['payment_requests']> & {
  readonly is_expired: boolean
  readonly is_suspended: boolean
}

/** A paid request stays paid: a request whose order was refunded is created again. */
export const paymentRequestMachine = defineStateMachine('payment_requests', {
  open: {
    paid: ['payment.succeeded'],
    cancelled: ['requester.cancelled'],
    blocked: ['manager.blocked'],
  },
  paid: {},
  cancelled: {},
  blocked: {},
})

type Reader = Database['q'] | Tx

/** The requester's account is blocked or closed: its requests cannot be paid. */
export const isSuspendedSql = sql<boolean>`exists (select from users as requester_account
  where requester_account.id = payment_requests.user_id
    and (requester_account.blocked_at is not null or requester_account.closed_at is not null))`

/** Requests with `is_expired`: the expiry has passed; and `is_suspended`: the requester's account is blocked or closed. */
export const selectRequests = (db: Reader) =>
  db
    .selectFrom('payment_requests')
    .selectAll('payment_requests')
    .select([
      sql<boolean>`payment_requests.expires_at <= app_now()`.as('is_expired'),
      isSuspendedSql.as('is_suspended'),
    ])

export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  selectRequests(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Cancels an open request. A payment that was started before is returned. */
export const cancelRequest = (tx: Tx, request: RequestRow) =>
  paymentRequestMachine.transition(
    tx,
    request as RequestRow & { readonly state: 'open' },
    'cancelled',
    {},
    { event: 'requester.cancelled' },
  )

type StatusColumns = Pick<RequestRow, 'state' | 'is_expired' | 'is_suspended'>

export function statusOf({ state, is_expired, is_suspended }: StatusColumns): PaymentRequestStatus {
  if (state !== 'open') return state
  if (is_suspended) return 'blocked'
  return is_expired ? 'expired' : 'open'
}

/** "Ikeja Electric", "DStv Compact": the product without its recipient. */
export function requestTitleOf({ service, selection }: Pick<RequestRow, 'service' | 'selection'>): string {
  const { provider: billerCode, planName } = selection
  const network =
    service === 'power' ? (discoNames.get(billerCode) ?? billerCode) : networkOf(service, billerCode).name
  return service === 'power' ? network : serviceBackends[service].historyTitle(network, planName ?? '')
}

/** Why a request cannot be paid. */
export function notPayableText(request: StatusColumns): string {
  const status = statusOf(request)
  return status === 'open' ? '' : paymentRequestTexts[`${status}NoMoney`]()
}

/** The requester's name as a payer sees it. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
