import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { PaymentRequestStatus } from '../../shared/payment-requests.ts'
import { discoNames, networkOf } from '../catalogue/index.ts'
import { type Database, defineStateMachine, type Tables, type Tx } from '../database/index.ts'
import { serviceEngines } from '../services.ts'
import { paymentRequestTexts } from './texts.ts'

/** A payment request, with its status by the database's clock. */
export type RequestRow = Selectable<Tables['payment_requests']> & { readonly is_over: boolean }

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

/** Requests with `is_over`: the expiry has passed. */
export const selectRequests = (db: Reader) =>
  db
    .selectFrom('payment_requests')
    .selectAll('payment_requests')
    .select(sql<boolean>`payment_requests.expires_at <= app_now()`.as('is_over'))

export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  selectRequests(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const statusOf = ({ state, is_over }: Pick<RequestRow, 'state' | 'is_over'>): PaymentRequestStatus =>
  state === 'open' && is_over ? 'expired' : state

/** "Ikeja Electric", "DStv Compact": the product without its recipient. */
export function requestTitleOf({ service, selection }: Pick<RequestRow, 'service' | 'selection'>): string {
  const { provider, planName } = selection
  const network =
    service === 'power' ? (discoNames.get(provider) ?? provider) : networkOf(service, provider).name
  return service === 'power' ? network : serviceEngines[service].historyTitle(network, planName ?? '')
}

/** Why a request cannot be paid. */
export function closedText(request: Pick<RequestRow, 'state' | 'is_over'>): string {
  const status = statusOf(request)
  return status === 'open' ? '' : paymentRequestTexts[`${status}NoMoney`]()
}

/** The requester's name as a payer sees it. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
