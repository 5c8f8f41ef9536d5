import type { Selectable } from 'kysely'
import { nairaOf } from '../../shared/money.ts'
import type { Disco, PowerOrder, PowerRecord } from '../../shared/power.ts'
import type { Database, Tables } from '../database/index.ts'

/** A purchase that was made elsewhere and written down by a manager. */
type Recorded = Selectable<Tables['power_records']>

const most = 20

/** Those of a meter that were made with this phone, the newest first. */
export const recordedFor = (db: Database, meterNumber: string, phone: string): Promise<Recorded[]> =>
  db.q
    .selectFrom('power_records')
    .selectAll()
    .where('meter_number', '=', meterNumber)
    .where('phone', '=', phone)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()

export const recordedByReference = (db: Database, reference: string): Promise<Recorded | undefined> =>
  db.q.selectFrom('power_records').selectAll().where('reference', '=', reference).executeTakeFirst()

export const recordedRecord = (it: Recorded, disco: Disco): PowerRecord => ({
  reference: it.reference,
  access_token: it.view_token,
  token: digitsOf(it),
  units: it.units,
  created_at: it.created_at.toISOString(),
  disco: { logo: disco.logo, company: { name: disco.company.name } },
})

const digitsOf = (it: Recorded): string => it.token.replace(/[\s-]/g, '')

/** As a delivered order is shown: of its money only the amount is known, in naira. */
export function recordedOrder(it: Recorded, disco: Disco): PowerOrder {
  const amount = nairaOf(it.amount_kobo)
  const digits = digitsOf(it)
  return {
    reference: it.reference,
    meter_number: it.meter_number,
    meter_type: it.meter_type,
    token: digits,
    tokens: [{ kind: 'main', digits, label: 'Token', units: it.units }],
    units: it.units,
    tariff: null,
    tariffDesc: null,
    tariffClass: null,
    amount,
    service_charge: 0,
    total_amount: amount,
    vat: null,
    arrears: null,
    created_at: it.created_at.toISOString(),
    customer_name: null,
    customer_address: null,
    customer_email_address: null,
    phone_number: null,
    disco,
  }
}
