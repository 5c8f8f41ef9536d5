import * as z from 'zod/mini'
import { defineEndpoint } from '../contract.ts'
import { IsoTimestamp, NairaNumber } from '../fields.ts'
import { CursorParameter } from '../history.ts'
import { gateways } from '../payments.ts'

/** Source of a wallet top-up: a checkout, a transfer to a virtual account, or a manager. */
export const topUpKinds = ['checkout', 'transfer', 'manager'] as const

/**
 * State of a wallet top-up of any kind. `review`: the money cannot be credited without a manager's decision;
 * `requested`: a manager requested it, and another one decides.
 */
export const topUpStates = [
  'pending',
  'credited',
  'review',
  'failed',
  'expired',
  'reversed',
  'requested',
  'rejected',
] as const
export type TopUpState = (typeof topUpStates)[number]

/** A wallet top-up in the back office. Naira. */
export const ManagedTopUp = z.object({
  id: z.string(),
  kind: z.enum(topUpKinds),
  /** Our payment reference, the gateway's reference of a transfer, or the id of a manager's request. */
  reference: z.string(),
  gateway: z.nullable(z.enum(gateways)),
  gateway_reference: z.nullable(z.string()),
  user: z.nullable(z.object({ uniqueid: z.string(), name: z.string() })),
  amount: z.nullable(NairaNumber),
  state: z.enum(topUpStates),
  created_at: IsoTimestamp,
})
export type ManagedTopUp = z.infer<typeof ManagedTopUp>

/** Wallet top-ups, newest first. `search`: a reference, or the user's name, e-mail, phone or account number. */
export const getManagedTopUps = defineEndpoint({
  name: 'getManagedTopUps',
  method: 'GET',
  path: '/management/top-ups/all',
  audience: 'manager',
  summary: 'Searches wallet top-ups',
  query: z.object({
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    kind: z.optional(z.enum(topUpKinds)),
    cursor: z.optional(CursorParameter),
  }),
  data: z.object({ list: z.array(ManagedTopUp), next: z.nullable(z.string()) }),
})
