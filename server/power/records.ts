import type { Selectable } from 'kysely'
import { nairaOf } from '../../shared/money.ts'
import type { Disco, PowerOrder, PowerRecord } from '../../shared/power.ts'
import type { Database, Tables } from '../database/index.ts'
import { powerServerTexts } from './texts.ts'

/** A purchase that was made on another platform and recorded by a manager. */
export type RecordedPurchase = Selectable<Tables['power_records']>

const maxRecords = 20

/** Recorded purchases for a meter with this phone, newest first. */
export const findRecordedPurchases = (
  db: Database,
  meterNumber: string,
  phone: string,
): Promise<RecordedPurchase[]> =>
  db.q
    .selectFrom('power_records')
    .selectAll()
    .where('meter_number', '=', meterNumber)
    .where('phone', '=', phone)
    .orderBy('created_at', 'desc')
    .limit(maxRecords)
    .execute()

export const recordedPurchaseByReference = (
  db: Database,
  reference: string,
): Promise<RecordedPurchase | undefined> =>
  db.q.selectFrom('power_records').selectAll().where('reference', '=', reference).executeTakeFirst()

export const recordedPurchasesByIds = (db: Database, ids: readonly string[]): Promise<RecordedPurchase[]> =>
  db.q.selectFrom('power_records').selectAll().where('id', 'in', ids).execute()

export const historyEntryOf = (record: RecordedPurchase, disco: Disco): PowerRecord => ({
  reference: record.reference,
  access_token: record.view_token,
  token: digitsOf(record),
  units: record.units,
  created_at: record.created_at.toISOString(),
  disco: { logo: disco.logo, company: { name: disco.company.name } },
})

const digitsOf = (record: RecordedPurchase): string => record.token.replace(/[\s-]/g, '')

/** A recorded purchase in the form of a delivered order. Of its money only the amount is known, in naira. */
export function toPowerOrder(record: RecordedPurchase, disco: Disco): PowerOrder {
  const amount = nairaOf(record.amount_kobo)
  const digits = digitsOf(record)
  return {
    reference: record.reference,
    meter_number: record.meter_number,
    meter_type: record.meter_type,
    token: digits,
    tokens: [{ kind: 'main', digits, label: powerServerTexts.mainToken(), units: record.units }],
    units: record.units,
    tariff: null,
    tariffDesc: null,
    tariffClass: null,
    amount,
    service_charge: 0,
    total_amount: amount,
    vat: null,
    arrears: null,
    created_at: record.created_at.toISOString(),
    customer_name: null,
    customer_address: null,
    customer_email_address: null,
    phone_number: null,
    paid_with: null,
    disco,
  }
}
