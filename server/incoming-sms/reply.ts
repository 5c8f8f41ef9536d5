import { formatDate } from '../../shared/dates.ts'
import type { OrderReference } from '../../shared/references.ts'
import { userOfPhone } from '../accounts/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { smsLine } from '../messaging/index.ts'
import { optInToSms, optOutOfSms } from '../outbox/index.ts'
import {
  currentStatus,
  deliveryOf,
  meterOrdersOfPhone,
  orderByReference,
  statusForUser,
} from '../purchase/index.ts'
import type { Command } from './command.ts'
import { incomingSmsTexts } from './texts.ts'

export interface ReplyDeps {
  readonly db: Database
  readonly brandName: string
  readonly ussdCode: string
}

/** A reply, and the change that it reports, made in the transaction that stores the reply. */
interface SmsReply {
  readonly text: string
  readonly change?: (tx: Tx) => Promise<void>
}

/** The reply to a command from a phone (E.164). */
export async function replyToCommand(deps: ReplyDeps, phone: string, command: Command): Promise<SmsReply> {
  const { brandName: brand, ussdCode: ussd } = deps
  switch (command.type) {
    case 'help':
      return { text: smsLine(incomingSmsTexts.help({ brand, ussd })) }
    case 'stop':
      return { text: smsLine(incomingSmsTexts.stopped({ brand })), change: (tx) => optOutOfSms(tx, phone) }
    case 'start':
      return { text: smsLine(incomingSmsTexts.started({ brand })), change: (tx) => optInToSms(tx, phone) }
    case 'token':
      return { text: await tokenText(deps, phone, command.meter) }
    case 'status':
      return { text: await statusText(deps, phone, command.reference) }
  }
}

/** The last token of a meter, for the phone that its messages go to, and for the user who owns that phone. */
async function tokenText({ db, brandName: brand }: ReplyDeps, phone: string, meter: string): Promise<string> {
  const account = await userOfPhone({ db }, phone)
  const owner = { phone, userId: account?.userId ?? null }
  const [order] = await meterOrdersOfPhone(db, meter, owner, 1)
  const tokens = (order && (await deliveryOf(db.q, order.id)))?.tokens ?? []
  if (!order || tokens.length === 0) return smsLine(incomingSmsTexts.noToken({ brand }))
  const token = tokens.map(({ digits }) => digits.replace(/(\d{4})(?=\d)/g, '$1-')).join(', ')
  return smsLine(incomingSmsTexts.token({ brand, meter, date: formatDate(order.delivered_at, 'day'), token }))
}

/** The status of an order whose messages go to the phone; that of another order is like an unknown one. */
async function statusText({ db, brandName: brand }: ReplyDeps, phone: string, reference: OrderReference) {
  const order = await orderByReference(db.q, reference)
  if (order?.phone !== phone) return smsLine(incomingSmsTexts.noOrder({ brand }))
  const { money } = statusForUser(order, await currentStatus(db, order))
  return smsLine(incomingSmsTexts.status({ brand, reference, message: money.message }))
}
