import { randomBytes } from 'node:crypto'
import metadata from 'libphonenumber-js/max/metadata'
import type { z } from 'zod/mini'
import type { DataOf } from '../../shared/contract.ts'
import type { createRecord, detailServices, serviceDetails } from '../../shared/management/records.ts'
import { nairaOf } from '../../shared/money.ts'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import { audit } from '../audit/index.ts'
import { discoOf } from '../catalogue/index.ts'
import { type Actor, Refused } from '../http/index.ts'
import { deliveryOf, newReference, type Order, orderByReference, shownNumber } from '../purchase/index.ts'
import type { ManagementParts } from './parts.ts'

/**
 * Writes down a purchase that was made elsewhere: for the user with that e-mail, else findable by meter and phone.
 * No money moves. @throws Refused INVALID, RECORD_KNOWN. Source: decisions E-063 to E-066
 */
export async function record(
  { db }: ManagementParts,
  wish: z.infer<typeof createRecord.body>,
  { actor, request }: { actor: Actor; request: string },
): Promise<string> {
  if (!isNigerianPhone(wish.phone_number, metadata))
    throw new Refused('INVALID', { field: 'phone_number', says: 'Please enter a Nigerian phone number.' })
  if (!(await discoOf(db, wish.meter_disco)))
    throw new Refused('INVALID', { field: 'meter_disco', says: 'Please choose the company from the list.' })
  if (wish.amount === 0n)
    throw new Refused('INVALID', { field: 'amount', says: 'Please enter an amount in naira.' })
  return db.inTransaction(async (tx) => {
    const owner = wish.email_address
      ? await tx.selectFrom('users').select('id').where('email', '=', wish.email_address).executeTakeFirst()
      : undefined
    const kept = await tx
      .insertInto('power_records')
      .values({
        reference: newReference(),
        view_token: randomBytes(32).toString('base64url'),
        meter_number: wish.meter_number,
        meter_type: wish.meter_type,
        phone: normalisePhone(wish.phone_number),
        amount_kobo: wish.amount,
        disco: wish.meter_disco,
        order_reference: wish.access_token ?? '',
        platform: wish.platform,
        email: wish.email_address || null,
        units: String(wish.units).trim(),
        token: wish.token,
        description: wish.description || null,
        user_id: owner?.id ?? null,
        recorded_by: actor.userId,
      })
      .onConflict((on) => on.columns(['meter_number', 'token', 'order_reference']).doNothing())
      .returning('reference')
      .executeTakeFirst()
    if (!kept) throw new Refused('RECORD_KNOWN')
    await audit(tx, {
      by: actor,
      action: 'record.create',
      subject: kept.reference,
      owner: owner?.id ?? null,
      detail: { meter: wish.meter_number, naira: nairaOf(wish.amount), platform: wish.platform },
      request,
    })
    return kept.reference
  })
}

const serviceOf = {
  power: 'power',
  cabletv: 'cabletv',
  airtime: 'airtime',
  vtu_data: 'data',
  education: 'education',
} as const satisfies Record<(typeof detailServices)[number], Order['service']>

/** What a message about a delivered order needs. @throws Refused NOT_FOUND */
export async function detailsFor(
  { db }: ManagementParts,
  service: (typeof detailServices)[number],
  reference: string,
): Promise<{ order: Order; details: DataOf<typeof serviceDetails> }> {
  const order = await orderByReference(db.q, reference.toUpperCase())
  if (order?.service !== serviceOf[service]) throw new Refused('NOT_FOUND')
  const delivery = await deliveryOf(db.q, order.id)
  if (!delivery) throw new Refused('NOT_FOUND', { says: 'This order was not delivered.' })
  const amount = nairaOf(order.amount_kobo)
  if (service !== 'power')
    return { order, details: { amount, customer_number: shownNumber(order.beneficiary) } }
  const token = delivery.tokens.find((it) => it.kind === 'main')?.digits ?? null
  return { order, details: { amount, token, units: delivery.units, meter_number: order.beneficiary } }
}
