import * as z from 'zod/mini'
import { type Service, services } from '../constants.ts'
import { defineEndpoint } from '../contract.ts'
import { Email, MeterNumber, Naira, NairaNumber, PhoneInput, requiredText } from '../fields.ts'
import { MeterType } from '../power.ts'
import { OrderReference } from '../references.ts'
import { contractOf } from '../services/index.ts'
import { managementFieldTexts } from './field-texts.ts'

/** Platform of a recorded purchase. Source: specification 2, section 9 */
export const recordPlatforms = ['irecharge', 'buypower'] as const

const Decimal = z.union([z.string(), z.number()], { error: managementFieldTexts.numberInvalid }).check(
  z.refine((value) => /^\d{1,12}(\.\d{1,4})?$/.test(String(value).trim()), {
    error: managementFieldTexts.numberInvalid,
  }),
)

/**
 * Records a purchase made on another platform. No money moves. `access_token` is labelled "Order Reference".
 * Source: specification 2, section 5; E-063 to E-066
 */
export const createRecord = defineEndpoint({
  name: 'createRecord',
  method: 'POST',
  path: '/management/power/create-record',
  audience: 'manager',
  summary: 'Records an electricity purchase made on another platform',
  body: z.object({
    meter_number: MeterNumber,
    meter_type: MeterType,
    phone_number: PhoneInput,
    amount: Naira,
    meter_disco: requiredText(managementFieldTexts.companyMissing, 40),
    access_token: z.optional(
      z.nullable(
        z
          .string()
          .check(
            z.trim(),
            z.maxLength(64),
            z.regex(/^[\w-]*$/, { error: managementFieldTexts.referenceInvalid }),
          ),
      ),
    ),
    platform: z._default(z.enum(recordPlatforms), 'irecharge'),
    email_address: z.optional(z.nullable(z.union([Email, z.literal('')]))),
    units: Decimal,
    token: requiredText(managementFieldTexts.tokenMissing, 60),
    description: z.optional(z.nullable(z.string().check(z.maxLength(1_000)))),
  }),
  data: z.object({ reference: OrderReference }),
  errors: ['RECORD_KNOWN'],
})

/** Name of a service in this endpoint. */
export const detailsNameOf = (service: Service): string => contractOf(service).detailsName ?? service

const detailServices = services.map(detailsNameOf)

/**
 * Order details for a message. Power: token, units, meter; other services: amount and the customer's number. Reads
 * are audited. Source: specification 2, section 3; E-081
 */
export const getServiceDetails = defineEndpoint({
  name: 'getServiceDetails',
  method: 'GET',
  path: '/management/services/get-details/{service}/{reference}',
  audience: 'manager',
  summary: 'Details of a delivered order',
  params: z.object({
    service: z.enum(detailServices),
    reference: z.string().check(z.minLength(1), z.maxLength(12)),
  }),
  data: z.object({
    amount: NairaNumber,
    token: z.optional(z.nullable(z.string())),
    units: z.optional(z.nullable(z.string())),
    meter_number: z.optional(z.string()),
    customer_number: z.optional(z.string()),
  }),
  errors: ['NOT_FOUND'],
})
