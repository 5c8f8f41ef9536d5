import * as z from 'zod/mini'
import { services, vendors } from '../constants.ts'
import { call } from '../contract.ts'
import { Iso, LineCursor } from '../fields.ts'
import { gateways } from '../payments.ts'

const Provider = z.enum(vendors)
const Status = z.literal([0, 1])

/** Who serves what, and what is on. Names exactly as specification 2, section 3. */
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

/** A counterparty beside its name on the screen. */
export const ProviderState = z.object({
  name: z.string(),
  kind: z.enum(['vendor', 'gateway']),
  configured: z.boolean(),
  sells: z.array(z.enum(services)),
  health: z.array(
    z.object({
      service: z.enum(services),
      paused: z.boolean(),
      reason: z.nullable(z.string()),
      since: z.nullable(Iso),
    }),
  ),
  /** Our float there, naira; null when it is not known. */
  float: z.nullable(z.number()),
})
export type ProviderState = z.infer<typeof ProviderState>

/** The specified fields at the top, and `_meta` beside them: version for updates, who can be chosen, how they are. */
export const siteConfigs = call({
  name: 'siteConfigs',
  method: 'GET',
  path: '/management/configs/site-configs',
  audience: 'manager',
  summary: 'Providers and what is on',
  data: z.extend(SiteConfigs, {
    _meta: z.object({
      /** Goes back with an update, so that two managers do not undo each other. */
      version: z.string(),
      providers: z.array(ProviderState),
    }),
  }),
  errors: [],
})

/** Only what changed. One bad key or value changes nothing. Source: E-082, E-083, E-085 */
export const updateSiteConfigs = call({
  name: 'updateSiteConfigs',
  method: 'POST',
  path: '/management/configs/update-site-configs',
  audience: 'manager',
  summary: 'Changes providers and what is on',
  // Other keys come through, to be refused by name.
  body: z.catchall(z.extend(z.partial(SiteConfigs), { version: z.optional(z.string()) }), z.unknown()),
  data: z.object({ version: z.string() }),
  errors: ['CONFIGS_CHANGED', 'NO_CHANGES'],
})

/** A figure that a manager may set. `value` in its own unit: naira, percent, or a count. */
export const Figure = z.object({
  name: z.string(),
  /** The heading that it stands under. */
  group: z.string(),
  about: z.string(),
  unit: z.enum(['naira', 'percent', 'count']),
  /** Null where a built-in one holds. */
  value: z.nullable(z.number()),
  min: z.number(),
  max: z.number(),
})
export type Figure = z.infer<typeof Figure>

export const siteFigures = call({
  name: 'siteFigures',
  method: 'GET',
  path: '/management/configs/figures',
  audience: 'manager',
  summary: 'Service charges, referral, least deposit, limits',
  data: z.object({ version: z.string(), figures: z.array(Figure) }),
  errors: [],
})

export const updateSiteFigures = call({
  name: 'updateSiteFigures',
  method: 'POST',
  path: '/management/configs/update-figures',
  audience: 'manager',
  summary: 'Changes figures; all of them or none',
  body: z.object({
    version: z.optional(z.string()),
    changes: z.record(z.string().check(z.maxLength(80)), z.nullable(z.number())),
  }),
  data: z.object({ version: z.string() }),
  errors: ['CONFIGS_CHANGED', 'NO_CHANGES'],
})

export const configHistory = call({
  name: 'configHistory',
  method: 'GET',
  path: '/management/configs/history',
  audience: 'manager',
  summary: 'Who changed which setting, newest first',
  query: z.object({ cursor: z.optional(LineCursor) }),
  data: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** The name for people. */
        about: z.string(),
        old: z.string(),
        new: z.string(),
        by: z.string(),
        at: Iso,
      }),
    ),
    next: z.nullable(z.string()),
  }),
  errors: [],
})
