import metadata from 'libphonenumber-js/max/metadata'
import {
  addDevice,
  addMeter,
  addPhone,
  addSmartcard,
  type Beneficiary,
  type BeneficiaryKind,
  beneficiaryTypeOf,
  deleteBeneficiary,
  deviceBeneficiaries,
  meterBeneficiaries,
  phoneBeneficiaries,
  recentBeneficiaries,
  smartcardBeneficiaries,
  updateBeneficiary,
} from '../../shared/beneficiaries.ts'
import { BoundedNaira } from '../../shared/fields.ts'
import { nairaText } from '../../shared/money.ts'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import { activity } from '../audit/index.ts'
import { listDiscos } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, Refused, type Route, route } from '../http/index.ts'
import { newReference } from '../purchase/index.ts'
import { chosenDisco, chosenNetwork, chosenState } from './companies.ts'
import { deviceFrom, meterFrom, phoneFrom, smartcardFrom } from './show.ts'
import {
  type BeneficiaryRow,
  changeBeneficiary,
  keepBeneficiary,
  type NewBeneficiary,
  recentRowsOf,
  removeBeneficiary,
  rowsOf,
} from './store.ts'

/** The calls of saved beneficiaries: everybody sees and changes only their own. */
export function beneficiaryRoutes({ db }: { db: Database }): Route[] {
  return [
    route(meterBeneficiaries, async ({ actor }) => ({ data: await metersOf(db, actor.userId) })),
    route(smartcardBeneficiaries, async ({ actor }) => ({ data: await smartcardsOf(db, actor.userId) })),
    route(phoneBeneficiaries, async ({ actor }) => ({
      data: (await rowsOf(db, actor.userId, 'phone-numbers')).map(phoneFrom),
    })),
    route(deviceBeneficiaries, async ({ actor }) => ({
      data: (await rowsOf(db, actor.userId, 'device-ids-numbers')).map(deviceFrom),
    })),
    route(recentBeneficiaries, async ({ actor }) => ({ data: await recentOf(db, actor.userId) })),

    route(addMeter, async ({ body, actor }) => {
      const disco = await chosenDisco(db, body)
      const state = await chosenState(db, body.state_id)
      return keep(actor, 'meter-numbers', 'meter_number', {
        ...aboutCustomer(body),
        number: body.meter_number,
        phone: servedPhone(body.phone_number),
        amountKobo: body.amount,
        details: {
          disco: disco.code,
          type: body.meter_type === 'prepaid' ? 'prepaid' : 'postpaid',
          state,
        },
      })
    }),

    route(addSmartcard, async ({ body, actor }) => {
      const names = [body.cabletv_network_id, body.service_code, body.tv_network]
      const network = await chosenNetwork(db, 'cabletv', names, 'tv_network')
      return keep(actor, 'smartcard-numbers', 'smartcard_number', {
        ...aboutCustomer(body),
        number: body.smartcard_number,
        phone: optionalPhone(body.phone_number),
        amountKobo: body.tv_bundle_amount,
        details: { network: network.code, plan: body.cabletv_bouquet_id, plan_name: body.bundle },
      })
    }),

    route(addPhone, async ({ body, actor }) => {
      const network = await chosenNetwork(db, 'airtime', [body.provider_id, body.provider], 'provider')
      const phone = servedPhone(body.phone_number)
      return keep(actor, 'phone-numbers', 'phone_number', {
        ...aboutCustomer(body),
        number: phone,
        phone,
        amountKobo: body.def_amount,
        details: { network: network.code },
      })
    }),

    route(addDevice, async ({ body, actor }) => {
      const network = await chosenNetwork(db, 'data', [body.provider_id, body.provider], 'provider')
      const { def_amount } = body
      return keep(actor, 'device-ids-numbers', 'device_id', {
        ...aboutCustomer(body),
        number: body.device_id,
        phone: optionalPhone(body.phone_number),
        amountKobo: typeof def_amount === 'bigint' ? def_amount : null,
        details: {
          network: network.code,
          plan: body.bundle_code || String(body.bundle_id ?? '') || null,
          plan_name: body.bundle || null,
        },
      })
    }),

    route(updateBeneficiary, async ({ params, body, actor }) => {
      // An airtime number is its own phone: the number that is served stays.
      const phone = params.kind === 'phone-numbers' ? undefined : body.phone_number
      await changeBeneficiary(
        db,
        { userId: actor.userId, ...params },
        {
          ...(body.additional_notes !== undefined && { notes: body.additional_notes || null }),
          ...(body.customer_name !== undefined && { customer_name: body.customer_name || null }),
          ...(body.customer_address !== undefined && { customer_address: body.customer_address || null }),
          ...(phone !== undefined && { phone: optionalPhone(phone) }),
          ...(body.def_amount !== undefined && { amount_kobo: usualAmount(params.kind, body.def_amount) }),
        },
      )
      await activity(db.q, { by: actor, action: 'beneficiary.change', subject: params.uniqueid })
      return { message: 'The beneficiary was saved.', data: {} }
    }),

    route(deleteBeneficiary, async ({ params, actor }) => {
      await removeBeneficiary(db, { userId: actor.userId, ...params })
      await activity(db.q, { by: actor, action: 'beneficiary.delete', subject: params.uniqueid })
      return { message: 'The beneficiary was removed.', data: {} }
    }),
  ]

  async function keep(
    actor: Actor,
    kind: BeneficiaryKind,
    field: string,
    it: Omit<NewBeneficiary, 'uniqueid' | 'userId' | 'type'>,
  ) {
    const uniqueid = newReference()
    const row = { ...it, uniqueid, userId: actor.userId, type: beneficiaryTypeOf[kind] }
    await keepBeneficiary(db, row, field)
    await activity(db.q, { by: actor, action: 'beneficiary.add', subject: uniqueid })
    return { message: 'The beneficiary was saved.', data: { uniqueid } }
  }
}

/** A person's saved meters, as the API gives them. */
export async function metersOf(db: Database, userId: string) {
  const discos = await discosByCode(db)
  return (await rowsOf(db, userId, 'meter-numbers')).map((row) => meterFrom(row, discos))
}

const discosByCode = async (db: Database) =>
  new Map((await listDiscos(db)).map((disco) => [disco.code, disco]))

async function recentOf(db: Database, userId: string): Promise<Beneficiary[]> {
  const discos = await discosByCode(db)
  const shown = {
    power: (row: BeneficiaryRow) => meterFrom(row, discos),
    'cable-tv': smartcardFrom,
    airtime: phoneFrom,
    'vtu-data': deviceFrom,
  }
  return (await recentRowsOf(db, userId)).map((row) => shown[row.type](row))
}

/** A person's saved smartcards, as the API gives them. */
export const smartcardsOf = async (db: Database, userId: string) =>
  (await rowsOf(db, userId, 'smartcard-numbers')).map(smartcardFrom)

/** The phone that is served, in its one stored form. @throws Refused INVALID when it is not Nigerian */
function servedPhone(typed: string): string {
  if (isNigerianPhone(typed, metadata)) return normalisePhone(typed)
  throw new Refused('INVALID', {
    field: 'phone_number',
    says: 'Please enter a Nigerian phone number, like 0803 123 4567.',
  })
}

const optionalPhone = (typed: string | null | undefined): string | null => (typed ? servedPhone(typed) : null)

/** Kobo; null for none. Electricity and airtime hold to their bounds. @throws Refused INVALID */
function usualAmount(kind: BeneficiaryKind, typed: bigint | '' | null): bigint | null {
  if (typed === '' || typed === null) return null
  const isBounded = kind === 'meter-numbers' || kind === 'phone-numbers'
  if (!isBounded || BoundedNaira.safeParse(nairaText(typed)).success) return typed
  throw new Refused('INVALID', { field: 'def_amount', says: 'Please enter an amount from ₦100 to ₦500,000.' })
}

const aboutCustomer = (body: {
  customer_name?: string | null
  customer_address?: string | null
  additional_notes?: string | null
}) => ({
  customerName: body.customer_name || null,
  customerAddress: body.customer_address || null,
  notes: body.additional_notes || null,
})
