import * as z from 'zod/mini'
import { AuthPin } from './auth-pin.ts'
import { CardUniqueId } from './cards.ts'
import { services } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { Day, IsoTimestamp, Naira, NairaNumber } from './fields.ts'
import { OrderReference } from './references.ts'
import { repeatedLookupErrors } from './service-contract.ts'

/** `low_units`: on the day that the forecast of a prepaid meter gives. */
export const scheduleFrequencies = ['weekly', 'monthly', 'once', 'low_units'] as const
export type ScheduleFrequency = (typeof scheduleFrequencies)[number]

export const scheduleStates = ['active', 'paused', 'ended'] as const
export type ScheduleState = (typeof scheduleStates)[number]

export const schedulePaymentMethods = ['WALLET', 'SAVED_CARD'] as const
export type SchedulePaymentMethod = (typeof schedulePaymentMethods)[number]

/** Where reminders and results are sent; the account's notifications always show them too. */
export const notifyChannels = ['push', 'sms', 'email'] as const
export type NotifyChannel = (typeof notifyChannels)[number]

/**
 * waiting → paying → the state of its order. A run that buys nothing ends as `skipped` (not wanted, or above a limit)
 * or `failed`. `pending`: paid and not delivered yet.
 */
export const runStates = [
  'waiting',
  'paying',
  'pending',
  'delivered',
  'refunded',
  'skipped',
  'failed',
] as const
export type RunState = (typeof runStates)[number]

/** States of a run that has not ended. */
export const openRunStates = ['waiting', 'paying', 'pending'] as const satisfies readonly RunState[]
export type OpenRunState = (typeof openRunStates)[number]

/** Why a run waits, was skipped or failed. */
export const runReasons = [
  'wallet_too_low',
  'provider_unavailable',
  'price_changed',
  'above_run_limit',
  'above_month_limit',
  'account_blocked',
  'skipped_by_owner',
  'schedule_stopped',
  'card_missing',
  'card_expired',
  'card_declined',
  'card_confirmation',
  'refused',
  'database_restored',
] as const
export type RunReason = (typeof runReasons)[number]

/** One run of a schedule: at most one per period. */
export const ScheduleRun = z.object({
  id: z.string(),
  /** The day it was due. */
  period: Day,
  state: z.enum(runStates),
  reason_code: z.nullable(z.enum(runReasons)),
  /** The result and the next step. */
  reason: z.nullable(z.string()),
  /** Next attempt of a run that waits. */
  next_attempt_at: z.nullable(IsoTimestamp),
  reference: z.nullable(OrderReference),
  /** Page of its order. */
  link: z.nullable(z.string()),
  total_amount: z.nullable(NairaNumber),
  /** Its owner can pay for it now. */
  can_pay: z.boolean(),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

/** A scheduled purchase. Amounts in naira. */
export const Schedule = z.object({
  id: z.string(),
  state: z.enum(scheduleStates),
  service: z.enum(services),
  title: z.string(),
  number: z.string(),
  amount: NairaNumber,
  /** Current service charge of a run. */
  service_charge: NairaNumber,
  frequency: z.enum(scheduleFrequencies),
  start_on: Day,
  /** Null while it is paused, and once no run follows. */
  next_on: z.nullable(Day),
  payment_method: z.enum(schedulePaymentMethods),
  /** "Visa 4081"; null for the wallet, and for a deleted card. */
  card: z.nullable(z.string()),
  max_per_run: NairaNumber,
  max_per_month: NairaNumber,
  remind_by: z.enum(notifyChannels),
  /** Why we paused it; null when its owner did. */
  pause_reason: z.nullable(z.string()),
  /** State of the last run of an ended schedule while that run has not ended; null otherwise. */
  open_run: z.nullable(z.enum(openRunStates)),
  created_at: IsoTimestamp,
})
export type Schedule = z.infer<typeof Schedule>

const WithRuns = z.extend(Schedule, { runs: z.array(ScheduleRun) })
export type ScheduleWithRuns = z.infer<typeof WithRuns>

const ScheduleId = z.object({ id: z.string().check(z.uuid()) })

/** The newest fifty, ended ones last. */
export const getSchedules = defineEndpoint({
  name: 'getSchedules',
  method: 'GET',
  path: '/account/schedules/all',
  audience: 'verified',
  summary: "The user's scheduled purchases",
  data: z.array(Schedule),
})

/** A schedule with its latest runs. */
export const getSchedule = defineEndpoint({
  name: 'getSchedule',
  method: 'GET',
  path: '/account/schedules/{id}',
  audience: 'verified',
  summary: 'A scheduled purchase and its runs',
  params: ScheduleId,
  data: WithRuns,
  errors: ['NOT_FOUND'],
})

/**
 * Repeats an order of the user, or buys for a saved beneficiary. The purchase is looked up and priced now; nothing is
 * charged. Without limits, a run may cost what it costs now, and a month five times that.
 */
export const createSchedule = defineEndpoint({
  name: 'createSchedule',
  method: 'POST',
  path: '/account/schedules',
  audience: 'verified',
  summary: 'Schedules a purchase, with the PIN',
  requiresIdempotencyKey: true,
  body: z.object({
    order_reference: z.optional(z.nullable(OrderReference)),
    /** `uniqueid` of a beneficiary. */
    beneficiary_id: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    /** Replaces the amount of the order or beneficiary, for electricity and airtime. */
    amount: z.optional(z.nullable(Naira)),
    frequency: z.enum(scheduleFrequencies),
    /** Day of the first run, from tomorrow on; ignored for `low_units`. */
    start_on: z.optional(z.nullable(Day)),
    payment_method: z.enum(schedulePaymentMethods),
    payment_card_id: z.optional(z.nullable(CardUniqueId)),
    max_per_run: z.optional(z.nullable(Naira)),
    max_per_month: z.optional(z.nullable(Naira)),
    remind_by: z.enum(notifyChannels),
    auth_pin: AuthPin,
  }),
  data: Schedule,
  errors: ['NOT_FOUND', 'PIN_NOT_SET', 'PIN_WRONG', 'PIN_LOCKED', 'UNAVAILABLE', ...repeatedLookupErrors],
})

/** Leaves out the next run. */
export const skipSchedule = defineEndpoint({
  name: 'skipSchedule',
  method: 'POST',
  path: '/account/schedules/{id}/skip',
  audience: 'verified',
  summary: 'Skips the next run',
  params: ScheduleId,
  /** The day of the run, as shown: a repeated press skips one run only. */
  body: z.object({ period: Day }),
  data: Schedule,
  errors: ['NOT_FOUND', 'NOT_NOW'],
})

const changeSchedule = <const Name extends string>(name: Name, action: string, summary: string) =>
  defineEndpoint({
    name,
    method: 'POST',
    path: `/account/schedules/{id}/${action}`,
    audience: 'verified',
    summary,
    params: ScheduleId,
    data: Schedule,
    errors: ['NOT_FOUND', 'NOT_NOW'],
  })

export const pauseSchedule = changeSchedule('pauseSchedule', 'pause', 'Pauses a schedule')
/** Missed runs are not made up for. */
export const resumeSchedule = changeSchedule('resumeSchedule', 'resume', 'Resumes a paused schedule')

export const endSchedule = defineEndpoint({
  name: 'endSchedule',
  method: 'POST',
  path: '/account/schedules/{id}/end',
  audience: 'verified',
  summary: 'Ends a schedule',
  params: ScheduleId,
  data: Schedule,
  errors: ['NOT_FOUND'],
})

/** Prepares the order of a failed run for payment by its owner. Charges nothing. */
export const payScheduleRun = defineEndpoint({
  name: 'payScheduleRun',
  method: 'POST',
  path: '/account/schedules/{id}/runs/{run}/pay',
  audience: 'verified',
  summary: 'Opens the order of a failed run for payment',
  params: z.extend(ScheduleId, { run: z.string().check(z.uuid()) }),
  data: z.object({ reference: OrderReference, link: z.string() }),
  errors: ['NOT_FOUND', 'NOT_NOW', 'ORDER_PAID', 'PAYMENT_PENDING', ...repeatedLookupErrors],
})
