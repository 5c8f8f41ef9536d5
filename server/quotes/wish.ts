import type * as z from 'zod/mini'
import { AirtimeForm } from '../../shared/airtime.ts'
import { CabletvForm } from '../../shared/cabletv.ts'
import type { Service } from '../../shared/constants.ts'
import { DataForm } from '../../shared/data.ts'
import { JambForm, WaecForm } from '../../shared/education.ts'
import { PowerForm } from '../../shared/power.ts'
import { recordAirtime } from '../airtime/index.ts'
import { lookUpSmartcard } from '../cabletv/index.ts'
import { lookUpDevice } from '../data/index.ts'
import { orderJamb, orderWaec } from '../education/index.ts'
import { type Caller, readFields } from '../http/index.ts'
import { lookUpMeter } from '../power/index.ts'
import type { Order, ServiceParts } from '../purchase/index.ts'

/** Anything we sell, in one shape. Companies and plans by our codes. */
export interface Wish {
  readonly service: Service
  /** Meter, smartcard, phone or profile. */
  readonly number: string
  readonly provider: string
  /** Prepaid or postpaid, for electricity. */
  readonly type: string
  readonly plan: string
  /** Naira, for electricity and airtime. */
  readonly amount: string
  /** Gets the news. */
  readonly phone: string
  readonly quantity?: number
  readonly email?: string | null
}

/** Looks a wish up, prices it and stores the order, by the code of its own service. @throws Refused as that does */
export type Quote = (parts: ServiceParts, caller: Caller) => Promise<Order>

/** Checks a wish by the form of its service, before anybody is asked. @throws Refused INVALID */
export function quoteOf(wish: Wish): Quote {
  switch (wish.service) {
    case 'power': {
      const form = read(PowerForm, {
        meter_number: wish.number,
        meter_type: wish.type,
        phone_number: wish.phone,
        amount: wish.amount,
        meter_disco: wish.provider,
      })
      return (parts, caller) => lookUpMeter(parts, form, caller)
    }
    case 'cabletv': {
      const form = read(CabletvForm, {
        smartcard_number: wish.number,
        cabletv_network: wish.provider,
        cabletv_bundle_code: wish.plan,
        phone_number: wish.phone,
      })
      return (parts, caller) => lookUpSmartcard(parts, form, caller)
    }
    case 'airtime': {
      const form = read(AirtimeForm, {
        phone_number: wish.number,
        amount: wish.amount,
        selected_provider: wish.provider,
      })
      return (parts, caller) => recordAirtime(parts, form, caller)
    }
    case 'data': {
      const form = read(DataForm, {
        device_id: wish.number,
        selected_provider: wish.provider,
        selected_bundle_code: wish.plan,
        phone_number_to_notify: wish.phone,
      })
      return (parts, caller) => lookUpDevice(parts, form, caller)
    }
    case 'education':
      return examQuote(wish)
  }
}

function examQuote(wish: Wish): Quote {
  if (wish.provider === 'jamb') {
    const form = read(JambForm, {
      service_type: wish.provider,
      phone_number: wish.phone,
      profile_id: wish.number,
      variation_code: wish.plan,
    })
    return (parts, caller) => orderJamb(parts, form, caller)
  }
  const form = read(WaecForm, {
    service_type: wish.provider,
    phone_number: wish.number,
    email_address: wish.email,
    quantity: wish.quantity ?? 1,
    variation_code: wish.plan,
  })
  return (parts, caller) => orderWaec(parts, form, caller)
}

function read<S extends z.ZodMiniType>(form: S, typed: Record<string, unknown>): z.output<S> {
  const checked = readFields(form, typed)
  if (!checked.ok) throw checked.refused
  return checked.fields as z.output<S>
}
