import * as z from 'zod/mini'
import { AuthPin, pinErrors } from '../auth-pin.ts'
import { services, vendors } from '../constants.ts'
import { defineEndpoint } from '../contract.ts'
import { IsoTimestamp, LineCursor } from '../fields.ts'
import { gateways } from '../payments.ts'

const Provider = z.enum(vendors)
const Status = z.literal([0, 1])

/** Provider of each service, and which services are on. Names exactly as in specification 2, section 3. */
export const SiteConfigs = z.object({
  power_gateway: Provider,
  cable_gateway: Provider,
  data_gateway: Provider,
  airtime_gateway: Provider,
  education_gateway: Provider,
  insurance_gateway: Provider,
  ticket_gateway: Provider,
  payment_gateway: z.enum(gateways),
  util_service_vendor: Provider,
  power_status: Status,
  cabletv_status: Status,
  data_status: Status,
  airtime_status: Status,
  waec_status: Status,
  jamb_status: Status,
  education_status: Status,
  insurance_status: Status,
  ticket_status: Status,
})
export type SiteConfigs = z.infer<typeof SiteConfigs>
export type ConfigName = keyof SiteConfigs

/** A provider with its status. */
export const ProviderState = z.object({
  name: z.string(),
  kind: z.enum(['vendor', 'gateway']),
  configured: z.boolean(),
  services: z.array(z.enum(services)),
  health: z.array(
    z.object({
      service: z.enum(services),
      paused: z.boolean(),
      reason: z.nullable(z.string()),
      since: z.nullable(IsoTimestamp),
    }),
  ),
  /** The last delivery of a vendor, or payment of a gateway, within a day; null without one. */
  last_success_at: z.nullable(IsoTimestamp),
  /** Vend attempts or payments of the last hour that have ended or whose outcome is unknown. */
  last_hour: z.object({ completed: z.number(), succeeded: z.number() }),
  /** Our float with this vendor, naira; null when unknown. */
  float: z.nullable(z.number()),
})
export type ProviderState = z.infer<typeof ProviderState>

/**
 * The specified fields at the top level, and `_meta`: the version for updates, the available providers and their
 * health.
 */
export const getSiteConfigs = defineEndpoint({
  name: 'getSiteConfigs',
  method: 'GET',
  path: '/management/configs/site-configs',
  audience: 'manager',
  summary: 'Providers and enabled services',
  data: z.extend(SiteConfigs, {
    _meta: z.object({
      /** Sent with an update in the header If-Match, so that two managers do not overwrite each other. */
      version: z.string(),
      providers: z.array(ProviderState),
    }),
  }),
})

/** Only changed fields. One invalid key or value rejects the whole request. Source: E-082, E-083, E-085 */
export const updateSiteConfigs = defineEndpoint({
  name: 'updateSiteConfigs',
  method: 'POST',
  path: '/management/configs/update-site-configs',
  audience: 'manager',
  summary: 'Changes providers and enabled services',
  requiresVersion: true,
  // Unknown keys are passed on, so that they can be rejected by name.
  body: z.catchall(z.partial(SiteConfigs), z.unknown()),
  data: z.object({ version: z.string() }),
  errors: ['CONFIGS_CHANGED', 'NO_CHANGES'],
})

/** A fee or limit that a manager can set. `value` in its own unit: naira, percent, or a count. */
export const FeeOrLimit = z.object({
  name: z.string(),
  /** Section heading on the page. */
  group: z.string(),
  label: z.string(),
  unit: z.enum(['naira', 'percent', 'count']),
  /** Null when the built-in default applies. */
  value: z.nullable(z.number()),
  /** The value that applies while `value` is null; null for no limit. */
  built_in_value: z.nullable(z.number()),
  min: z.number(),
  max: z.number(),
  /** A change requires the PIN and a second manager's approval. */
  requires_approval: z.boolean(),
})
export type FeeOrLimit = z.infer<typeof FeeOrLimit>

export const getFeesAndLimits = defineEndpoint({
  name: 'getFeesAndLimits',
  method: 'GET',
  path: '/management/configs/figures',
  audience: 'manager',
  summary: 'Service charges, referral bonus, minimum deposit, limits',
  data: z.object({ version: z.string(), fees_and_limits: z.array(FeeOrLimit) }),
})

export const updateFeesAndLimits = defineEndpoint({
  name: 'updateFeesAndLimits',
  method: 'POST',
  path: '/management/configs/update-figures',
  audience: 'manager',
  summary:
    'Changes fees and limits; all or none. A change of an approval limit waits for approval: 202 pending',
  mayRespondPending: true,
  requiresVersion: true,
  body: z.object({
    changes: z.record(z.string().check(z.maxLength(80)), z.nullable(z.number())),
    /** Required when an approval limit is among the changes. */
    auth_pin: z.optional(AuthPin),
  }),
  data: z.object({ version: z.string() }),
  errors: [...pinErrors, 'CONFIGS_CHANGED', 'NO_CHANGES', 'NOT_NOW'],
})

export const getConfigHistory = defineEndpoint({
  name: 'getConfigHistory',
  method: 'GET',
  path: '/management/configs/history',
  audience: 'manager',
  summary: 'History of setting changes, newest first',
  query: z.object({ cursor: z.optional(LineCursor) }),
  data: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Display name. */
        label: z.string(),
        old: z.string(),
        new: z.string(),
        changed_by: z.string(),
        at: IsoTimestamp,
      }),
    ),
    next: z.nullable(z.string()),
  }),
})
