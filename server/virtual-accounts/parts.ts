import type { GatewayName } from '../../shared/payments.ts'
import { Refused } from '../http/index.ts'
import type { Gateway } from '../payments/index.ts'
import type { ServiceParts } from '../purchase/index.ts'

/** What the room is made of; `main` joins it. */
export type VirtualAccountParts = ServiceParts

type Banking = NonNullable<Gateway['banking']>

export const bankingOf = ({ payments }: VirtualAccountParts, name: GatewayName): Banking | undefined =>
  payments.gateways[name]?.banking

/** A gateway that can say whose a BVN is, and make accounts. */
export interface Identifier {
  readonly name: Gateway['name']
  readonly matchBvn: NonNullable<Banking['matchBvn']>
  readonly reserve: NonNullable<Banking['reserve']>
}

/** The gateway of identities now, whatever gateway takes payments; null when it cannot do both, or has no keys. */
export async function identifierNow({ settings, payments }: VirtualAccountParts): Promise<Identifier | null> {
  const gateway = payments.gateways[await settings.get('identity_gateway')]
  const { matchBvn, reserve } = gateway?.banking ?? {}
  return gateway && matchBvn && reserve ? { name: gateway.name, matchBvn, reserve } : null
}

/** @throws Refused UNAVAILABLE */
export async function needIdentifier(parts: VirtualAccountParts): Promise<Identifier> {
  const identifier = await identifierNow(parts)
  if (!identifier) throw new Refused('UNAVAILABLE')
  return identifier
}
