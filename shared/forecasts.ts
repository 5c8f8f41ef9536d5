import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'
import { IsoTimestamp, MeterNumber, NairaNumber } from './fields.ts'
import { notifyChannels } from './schedules.ts'

/** When the units of a prepaid meter are likely to run low, from the user's purchases for it. */
export const Forecast = z.object({
  number: z.string(),
  /** Name of the electricity company. */
  company: z.string(),
  /** Per day, in `unit`: kWh when the vendors gave the units of every purchase, otherwise naira. */
  daily_use: z.number(),
  unit: z.enum(['kWh', 'NGN']),
  low_at: IsoTimestamp,
  /** The range that holds the day in about nine of ten cases. */
  earliest: IsoTimestamp,
  latest: IsoTimestamp,
  last_purchase_at: IsoTimestamp,
  last_amount: NairaNumber,
  /** Where a message is sent before the units run low; null for none. */
  alert: z.nullable(z.enum(notifyChannels)),
})
export type Forecast = z.infer<typeof Forecast>

/** The soonest first; a meter with fewer than three purchases has no forecast. */
export const getForecasts = defineEndpoint({
  name: 'getForecasts',
  method: 'GET',
  path: '/account/forecasts/all',
  audience: 'verified',
  summary: "Forecasts of the user's prepaid meters",
  data: z.array(Forecast),
})

/** Chooses where a message is sent when the units of a meter are about to run low; null sends none. */
export const setLowUnitsAlert = defineEndpoint({
  name: 'setLowUnitsAlert',
  method: 'PUT',
  path: '/account/forecasts/alert',
  audience: 'verified',
  summary: 'Switches the message about low units on or off',
  body: z.object({ number: MeterNumber, channel: z.nullable(z.enum(notifyChannels)) }),
  data: z.object({ alert: z.nullable(z.enum(notifyChannels)) }),
  errors: ['NOT_FOUND', 'INVALID'],
})
