import { randomBytes } from 'node:crypto'
import metadata from 'libphonenumber-js/max/metadata'
import type { z } from 'zod/mini'
import type { DataOf } from '../../shared/contract.ts'
import { fieldTexts } from '../../shared/field-texts.ts'
import { type createRecord, detailsNameOf, type getServiceDetails } from '../../shared/management/records.ts'
import { nairaOf } from '../../shared/money.ts'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { discoOf } from '../catalogue/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import { deliveryOf, newReference, type Order, orderByReference } from '../purchase/index.ts'
import { serviceBackends } from '../services.ts'
import type { ManagementDeps } from './deps.ts'
import { managementServerTexts } from './texts.ts'

/**
 * Records a purchase made on another platform, for the user with that verified e-mail; otherwise it is found by meter
 * and phone. No money moves.
 * @throws ApiError INVALID, RECORD_KNOWN. Source: rulings E-063 to E-066
 */
export async function recordPurchase(
  { db }: ManagementDeps,
  input: z.infer<typeof createRecord.body>,
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<string> {
  if (!isNigerianPhone(input.phone_number, metadata))
    throw new ApiError('INVALID', {
      field: 'phone_number',
      message: managementServerTexts.phoneInvalid(),
    })
  if (!(await discoOf(db, input.meter_disco)))
    throw new ApiError('INVALID', {
      field: 'meter_disco',
      message: managementServerTexts.companyUnknown(),
    })
  if (input.amount === 0n)
    throw new ApiError('INVALID', { field: 'amount', message: fieldTexts.amountMissing() })
  return db.inTransaction(async (tx) => {
    const owner = input.email_address
      ? await tx
          .selectFrom('users')
          .select('id')
          .where('email', '=', input.email_address)
          // Anyone can register with the e-mail of another person.
          .where('email_verified_at', 'is not', null)
          .executeTakeFirst()
      : undefined
    const storedRecord = await tx
      .insertInto('power_records')
      .values({
        reference: newReference(),
        view_token: randomBytes(32).toString('base64url'),
        meter_number: input.meter_number,
        meter_type: input.meter_type,
        phone: normalisePhone(input.phone_number),
        amount_kobo: input.amount,
        disco: input.meter_disco,
        order_reference: input.access_token ?? '',
        platform: input.platform,
        email: input.email_address || null,
        units: String(input.units).trim(),
        token: input.token,
        description: input.description || null,
        user_id: owner?.id ?? null,
        recorded_by: actor.userId,
      })
      .onConflict((conflict) => conflict.columns(['meter_number', 'token', 'order_reference']).doNothing())
      .returning('reference')
      .executeTakeFirst()
    if (!storedRecord) throw new ApiError('RECORD_KNOWN')
    await recordAuditEvent(tx, {
      actor,
      action: 'record.create',
      subject: storedRecord.reference,
      dataSubject: owner?.id ?? null,
      detail: { meter: input.meter_number, naira: nairaOf(input.amount), platform: input.platform },
      requestId,
    })
    return storedRecord.reference
  })
}

/** Details of a delivered order for a message to its customer. @throws ApiError NOT_FOUND */
export async function orderDetailsFor(
  { db }: ManagementDeps,
  service: string,
  reference: string,
): Promise<{ order: Order; details: DataOf<typeof getServiceDetails> }> {
  const order = await orderByReference(db.q, reference.toUpperCase())
  if (!order || detailsNameOf(order.service) !== service) throw new ApiError('NOT_FOUND')
  const delivery = await deliveryOf(db.q, order.id)
  if (!delivery) throw new ApiError('NOT_FOUND', { message: managementServerTexts.notDelivered() })
  const amount = nairaOf(order.amount_kobo)
  return { order, details: { amount, ...serviceBackends[order.service].messageDetails(order, delivery) } }
}
