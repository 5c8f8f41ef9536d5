import {
  addDevice,
  addMeter,
  addPhone,
  addSmartcard,
  type Beneficiary,
  type BeneficiaryKind,
  beneficiaryTypeOf,
  deleteBeneficiary,
  getDeviceBeneficiaries,
  getMeterBeneficiaries,
  getPhoneBeneficiaries,
  getRecentBeneficiaries,
  getSmartcardBeneficiaries,
  restoreBeneficiary,
  updateBeneficiary,
} from '../../shared/beneficiaries.ts'
import { fieldTexts } from '../../shared/field-texts.ts'
import { BoundedNaira } from '../../shared/fields.ts'
import type { UserId } from '../../shared/ids.ts'
import { nairaText } from '../../shared/money.ts'
import { recordActivity } from '../audit/index.ts'
import { listDiscos } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, ApiError, type Route, route } from '../http/index.ts'
import { newReference, parseNigerianPhone } from '../purchase/index.ts'
import type { Secrets } from '../secrets/index.ts'
import { parseDisco, parseNetwork, parseState } from './parse-biller.ts'
import { deviceBeneficiaryFrom, meterFrom, phoneFrom, smartcardFrom } from './presenter.ts'
import {
  type BeneficiaryRow,
  changeBeneficiary,
  createBeneficiary,
  hasBeneficiary,
  type NewBeneficiary,
  recentRowsOf,
  removeBeneficiary,
  rowsOf,
} from './store.ts'
import { beneficiaryServerTexts } from './texts.ts'
import { createBeneficiaryUndoToken, parseBeneficiaryUndoToken } from './undo.ts'

/** Endpoints of saved beneficiaries. Users see and change only their own. */
export function beneficiaryRoutes({ db, secrets }: { db: Database; secrets: Secrets }): Route[] {
  return [
    route(getMeterBeneficiaries, async ({ actor }) => ({ data: await metersOf(db, actor.userId) })),
    route(getSmartcardBeneficiaries, async ({ actor }) => ({ data: await smartcardsOf(db, actor.userId) })),
    route(getPhoneBeneficiaries, async ({ actor }) => ({
      data: (await rowsOf(db, actor.userId, 'phone-numbers')).map(phoneFrom),
    })),
    route(getDeviceBeneficiaries, async ({ actor }) => ({
      data: (await rowsOf(db, actor.userId, 'device-ids-numbers')).map(deviceBeneficiaryFrom),
    })),
    route(getRecentBeneficiaries, async ({ actor }) => ({
      data: await recentBeneficiariesOf(db, actor.userId),
    })),

    route(addMeter, async ({ body, actor }) => {
      const disco = await parseDisco(db, body)
      const state = await parseState(db, body.state_id)
      return saveBeneficiary(actor, 'meter-numbers', 'meter_number', {
        ...customerFields(body),
        number: body.meter_number,
        phone: parseBeneficiaryPhone(body.phone_number),
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
      const network = await parseNetwork(db, 'cabletv', names, 'tv_network')
      return saveBeneficiary(actor, 'smartcard-numbers', 'smartcard_number', {
        ...customerFields(body),
        number: body.smartcard_number,
        phone: parseOptionalPhone(body.phone_number),
        amountKobo: body.tv_bundle_amount,
        details: { network: network.code, plan: body.cabletv_bouquet_id, plan_name: body.bundle },
      })
    }),

    route(addPhone, async ({ body, actor }) => {
      const network = await parseNetwork(db, 'airtime', [body.provider_id, body.provider], 'provider')
      const phone = parseBeneficiaryPhone(body.phone_number)
      return saveBeneficiary(actor, 'phone-numbers', 'phone_number', {
        ...customerFields(body),
        number: phone,
        phone,
        amountKobo: body.def_amount,
        details: { network: network.code },
      })
    }),

    route(addDevice, async ({ body, actor }) => {
      const network = await parseNetwork(db, 'data', [body.provider_id, body.provider], 'provider')
      const { def_amount } = body
      return saveBeneficiary(actor, 'device-ids-numbers', 'device_id', {
        ...customerFields(body),
        number: body.device_id,
        phone: parseOptionalPhone(body.phone_number),
        amountKobo: typeof def_amount === 'bigint' ? def_amount : null,
        details: {
          network: network.code,
          plan: body.bundle_code || String(body.bundle_id ?? '') || null,
          plan_name: body.bundle || null,
        },
      })
    }),

    route(updateBeneficiary, async ({ params, body, actor }) => {
      // The phone of an airtime beneficiary is its number, which cannot change.
      const phone = params.kind === 'phone-numbers' ? undefined : body.phone_number
      await changeBeneficiary(
        db,
        { userId: actor.userId, ...params },
        {
          ...(body.additional_notes !== undefined && { notes: body.additional_notes || null }),
          ...(body.customer_name !== undefined && { customer_name: body.customer_name || null }),
          ...(body.customer_address !== undefined && { customer_address: body.customer_address || null }),
          ...(phone !== undefined && { phone: parseOptionalPhone(phone) }),
          ...(body.def_amount !== undefined && {
            amount_kobo: parseDefaultAmount(params.kind, body.def_amount),
          }),
        },
      )
      await recordActivity(db.q, { actor, action: 'beneficiary.change', subject: params.uniqueid })
      return { message: beneficiaryServerTexts.saved(), data: {} }
    }),

    route(deleteBeneficiary, async ({ params, actor }) => {
      const deleted = await removeBeneficiary(db, { userId: actor.userId, ...params })
      await recordActivity(db.q, { actor, action: 'beneficiary.delete', subject: params.uniqueid })
      return {
        message: beneficiaryServerTexts.removed(),
        data: { undo: createBeneficiaryUndoToken(secrets, deleted) },
      }
    }),

    route(restoreBeneficiary, async ({ params, body, actor }) => {
      const deleted = parseBeneficiaryUndoToken(secrets, actor.userId, body.undo)
      if (deleted.uniqueid !== params.uniqueid || deleted.type !== beneficiaryTypeOf[params.kind])
        throw new ApiError('NOT_FOUND')
      if (!(await hasBeneficiary(db, deleted))) {
        await createBeneficiary(db, deleted, 'undo')
        await recordActivity(db.q, { actor, action: 'beneficiary.add', subject: params.uniqueid })
      }
      return { message: beneficiaryServerTexts.restored(), data: {} }
    }),
  ]

  async function saveBeneficiary(
    actor: Actor,
    kind: BeneficiaryKind,
    field: string,
    beneficiary: Omit<NewBeneficiary, 'uniqueid' | 'userId' | 'type'>,
  ) {
    const uniqueid = newReference()
    const row = { ...beneficiary, uniqueid, userId: actor.userId, type: beneficiaryTypeOf[kind] }
    await createBeneficiary(db, row, field)
    await recordActivity(db.q, { actor, action: 'beneficiary.add', subject: uniqueid })
    return { message: beneficiaryServerTexts.saved(), data: { uniqueid } }
  }
}

/** The user's saved meters, in API form. */
export async function metersOf(db: Database, userId: UserId) {
  const discos = await discosByCode(db)
  return (await rowsOf(db, userId, 'meter-numbers')).map((row) => meterFrom(row, discos))
}

const discosByCode = async (db: Database) =>
  new Map((await listDiscos(db)).map((disco) => [disco.code, disco]))

async function recentBeneficiariesOf(db: Database, userId: UserId): Promise<Beneficiary[]> {
  const discos = await discosByCode(db)
  const presenters = {
    power: (row: BeneficiaryRow) => meterFrom(row, discos),
    'cable-tv': smartcardFrom,
    airtime: phoneFrom,
    'vtu-data': deviceBeneficiaryFrom,
  }
  return (await recentRowsOf(db, userId)).map((row) => presenters[row.type](row))
}

/** The user's saved smartcards, in API form. */
export const smartcardsOf = async (db: Database, userId: UserId) =>
  (await rowsOf(db, userId, 'smartcard-numbers')).map(smartcardFrom)

/** The normalised phone of the beneficiary. @throws ApiError INVALID when it is not Nigerian */
const parseBeneficiaryPhone = (input: string): string => parseNigerianPhone('phone_number', input)

const parseOptionalPhone = (input: string | null | undefined): string | null =>
  input ? parseBeneficiaryPhone(input) : null

/** Kobo; null for none. Electricity and airtime amounts are bounded. @throws ApiError INVALID */
function parseDefaultAmount(kind: BeneficiaryKind, input: bigint | '' | null): bigint | null {
  if (input === '' || input === null) return null
  const isBounded = kind === 'meter-numbers' || kind === 'phone-numbers'
  if (!isBounded || BoundedNaira.safeParse(nairaText(input)).success) return input
  throw new ApiError('INVALID', { field: 'def_amount', message: fieldTexts.amountOutOfBounds() })
}

const customerFields = (body: {
  customer_name?: string | null
  customer_address?: string | null
  additional_notes?: string | null
}) => ({
  customerName: body.customer_name || null,
  customerAddress: body.customer_address || null,
  notes: body.additional_notes || null,
})
