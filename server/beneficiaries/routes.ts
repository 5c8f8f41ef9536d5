import metadata from 'libphonenumber-js/max/metadata'
import {
  addDevice,
  addMeter,
  addPhone,
  addSmartcard,
  type BeneficiaryKind,
  beneficiaryTypeOf,
  deleteBeneficiary,
  deviceBeneficiaries,
  meterBeneficiaries,
  phoneBeneficiaries,
  smartcardBeneficiaries,
} from '../../shared/beneficiaries.ts'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import { listDiscos } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, Refused, type Route, route } from '../http/index.ts'
import { newReference } from '../purchase/index.ts'
import { chosenDisco, chosenNetwork, chosenState } from './companies.ts'
import { deviceFrom, meterFrom, phoneFrom, smartcardFrom } from './show.ts'
import { keepBeneficiary, type NewBeneficiary, removeBeneficiary, rowsOf } from './store.ts'

/** The calls of saved beneficiaries: everybody sees and changes only their own. */
export function beneficiaryRoutes({ db }: { db: Database }): Route[] {
  return [
    route(meterBeneficiaries, async ({ actor }) => ({ data: await metersOf(db, actor.userId) })),
    route(smartcardBeneficiaries, async ({ actor }) => ({
      data: (await rowsOf(db, actor.userId, 'smartcard-numbers')).map(smartcardFrom),
    })),
    route(phoneBeneficiaries, async ({ actor }) => ({
      data: (await rowsOf(db, actor.userId, 'phone-numbers')).map(phoneFrom),
    })),
    route(deviceBeneficiaries, async ({ actor }) => ({
      data: (await rowsOf(db, actor.userId, 'device-ids-numbers')).map(deviceFrom),
    })),

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

    route(deleteBeneficiary, async ({ params, actor }) => {
      await removeBeneficiary(db, { userId: actor.userId, ...params })
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
    return { message: 'The beneficiary was saved.', data: { uniqueid } }
  }
}

async function metersOf(db: Database, userId: string) {
  const discos = new Map((await listDiscos(db)).map((disco) => [disco.code, disco]))
  return (await rowsOf(db, userId, 'meter-numbers')).map((row) => meterFrom(row, discos))
}

/** The phone that is served, in its one stored form. @throws Refused INVALID when it is not Nigerian */
function servedPhone(typed: string): string {
  if (isNigerianPhone(typed, metadata)) return normalisePhone(typed)
  throw new Refused('INVALID', {
    field: 'phone_number',
    says: 'Please enter a Nigerian phone number, like 0803 123 4567.',
  })
}

const optionalPhone = (typed: string | null | undefined): string | null => (typed ? servedPhone(typed) : null)

const aboutCustomer = (body: {
  customer_name?: string | null
  customer_address?: string | null
  additional_notes?: string | null
}) => ({
  customerName: body.customer_name || null,
  customerAddress: body.customer_address || null,
  notes: body.additional_notes || null,
})
