import { serviceOfBeneficiary } from '../../shared/beneficiaries.ts'
import type { UserId } from '../../shared/ids.ts'
import { nairaText } from '../../shared/money.ts'
import { ApiError } from '../http/index.ts'
import { orderByReference, type QuoteRequest } from '../purchase/index.ts'
import type { ScheduleDeps } from './deps.ts'
import { scheduleServerTexts } from './texts.ts'

/** @param enteredAmount naira; null keeps the amount of the order. @throws ApiError NOT_FOUND, also for another user's order */
export async function requestOfOrder(
  { db }: ScheduleDeps,
  userId: UserId,
  { reference, enteredAmount }: { reference: string; enteredAmount: string | null },
): Promise<QuoteRequest> {
  const order = await orderByReference(db.q, reference)
  if (order?.user_id !== userId || order.state === 'quoted')
    throw new ApiError('NOT_FOUND', { field: 'order_reference' })
  return {
    service: order.service,
    number: order.beneficiary,
    billerCode: order.code,
    type: order.service === 'power' ? order.variation : '',
    plan: order.variation,
    amount: enteredAmount ?? nairaText(order.amount_kobo),
    phone: order.phone,
    quantity: order.quantity,
    email: order.email,
  }
}

/** @param enteredAmount naira; null takes the saved amount. @throws ApiError NOT_FOUND, INVALID without a phone */
export async function requestOfBeneficiary(
  { db }: ScheduleDeps,
  userId: UserId,
  { uniqueid, enteredAmount }: { uniqueid: string; enteredAmount: string | null },
): Promise<QuoteRequest> {
  const row = await db.q
    .selectFrom('beneficiaries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('uniqueid', '=', uniqueid)
    .executeTakeFirst()
  if (!row) throw new ApiError('NOT_FOUND', { field: 'beneficiary_id' })
  const { details } = row
  const service = serviceOfBeneficiary[row.type]
  const phone = row.phone ?? (service === 'data' ? row.number : null)
  if (!phone)
    throw new ApiError('INVALID', {
      field: 'beneficiary_id',
      message: scheduleServerTexts.beneficiaryPhoneMissing(),
    })
  const savedAmount = row.amount_kobo === null ? '' : nairaText(row.amount_kobo)
  return {
    service,
    number: row.number,
    billerCode: details.disco ?? details.network ?? '',
    type: details.type ?? '',
    plan: details.plan ?? '',
    amount: enteredAmount ?? savedAmount,
    phone,
  }
}
