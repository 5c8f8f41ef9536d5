import type * as z from 'zod/mini'
import { AirtimeForm } from '../../shared/airtime.ts'
import { CabletvForm } from '../../shared/cabletv.ts'
import type { Service } from '../../shared/constants.ts'
import { DataForm } from '../../shared/data.ts'
import { JambForm, WaecForm } from '../../shared/education.ts'
import { PowerForm } from '../../shared/power.ts'
import { orderAirtime } from '../airtime/index.ts'
import { lookUpSmartcard } from '../cabletv/index.ts'
import { lookUpDevice } from '../data/index.ts'
import { orderJamb, orderWaec } from '../education/index.ts'
import { type Caller, readFields } from '../http/index.ts'
import { lookUpMeter } from '../power/index.ts'
import type { Order, ServiceDeps } from '../purchase/index.ts'

/** A request to quote any product, in one shape. Providers and plans by our codes. */
export interface QuoteRequest {
  readonly service: Service
  /** Meter, smartcard, phone or profile. */
  readonly number: string
  readonly provider: string
  /** Prepaid or postpaid, for electricity. */
  readonly type: string
  readonly plan: string
  /** Naira, for electricity and airtime. */
  readonly amount: string
  /** Receives the notifications. */
  readonly phone: string
  readonly quantity?: number
  readonly email?: string | null
}

/** Runs a service's lookup, prices the request and stores the order. @throws ApiError as the service does */
export type QuoteHandler = (deps: ServiceDeps, caller: Caller) => Promise<Order>

/** Validates a request with the form of its service, before any vendor request. @throws ApiError INVALID */
export function prepareQuote(request: QuoteRequest): QuoteHandler {
  switch (request.service) {
    case 'power': {
      const form = parseForm(PowerForm, {
        meter_number: request.number,
        meter_type: request.type,
        phone_number: request.phone,
        amount: request.amount,
        meter_disco: request.provider,
      })
      return (deps, caller) => lookUpMeter(deps, form, caller)
    }
    case 'cabletv': {
      const form = parseForm(CabletvForm, {
        smartcard_number: request.number,
        cabletv_network: request.provider,
        cabletv_bundle_code: request.plan,
        phone_number: request.phone,
      })
      return (deps, caller) => lookUpSmartcard(deps, form, caller)
    }
    case 'airtime': {
      const form = parseForm(AirtimeForm, {
        phone_number: request.number,
        amount: request.amount,
        selected_provider: request.provider,
      })
      return (deps, caller) => orderAirtime(deps, form, caller)
    }
    case 'data': {
      const form = parseForm(DataForm, {
        device_id: request.number,
        selected_provider: request.provider,
        selected_bundle_code: request.plan,
        phone_number_to_notify: request.phone,
      })
      return (deps, caller) => lookUpDevice(deps, form, caller)
    }
    case 'education':
      return examQuote(request)
  }
}

function examQuote(request: QuoteRequest): QuoteHandler {
  if (request.provider === 'jamb') {
    const form = parseForm(JambForm, {
      service_type: request.provider,
      phone_number: request.phone,
      profile_id: request.number,
      variation_code: request.plan,
    })
    return (deps, caller) => orderJamb(deps, form, caller)
  }
  const form = parseForm(WaecForm, {
    service_type: request.provider,
    phone_number: request.number,
    email_address: request.email,
    quantity: request.quantity ?? 1,
    variation_code: request.plan,
  })
  return (deps, caller) => orderWaec(deps, form, caller)
}

function parseForm<S extends z.ZodMiniType>(form: S, input: Record<string, unknown>): z.output<S> {
  const result = readFields(form, input)
  if (!result.ok) throw result.refused
  return result.fields as z.output<S>
}
