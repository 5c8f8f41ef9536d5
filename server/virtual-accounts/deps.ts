import type { GatewayName } from '../../shared/payments.ts'
import { ApiError } from '../http/index.ts'
import type { Gateway } from '../payments/index.ts'
import type { ServiceDeps } from '../purchase/index.ts'

/** Dependencies of the virtual accounts module. */
export type VirtualAccountDeps = ServiceDeps

type BankServices = NonNullable<Gateway['banking']>

export const bankingOf = ({ payments }: VirtualAccountDeps, name: GatewayName): BankServices | undefined =>
  payments.gateways[name]?.banking

/** A gateway that verifies BVNs and reserves accounts. */
export interface IdentityProvider {
  readonly name: Gateway['name']
  readonly matchBvn: NonNullable<BankServices['matchBvn']>
  readonly reserve: NonNullable<BankServices['reserveAccount']>
}

/** The configured identity gateway, independent of the payment gateway; null when it lacks a capability or keys. */
export async function currentIdentityProvider({
  settings,
  payments,
}: VirtualAccountDeps): Promise<IdentityProvider | null> {
  const gateway = payments.gateways[await settings.get('identity_gateway')]
  const { matchBvn, reserveAccount } = gateway?.banking ?? {}
  return gateway && matchBvn && reserveAccount
    ? { name: gateway.name, matchBvn, reserve: reserveAccount }
    : null
}

/** @throws ApiError UNAVAILABLE */
export async function requireIdentityProvider(deps: VirtualAccountDeps): Promise<IdentityProvider> {
  const provider = await currentIdentityProvider(deps)
  if (!provider) throw new ApiError('UNAVAILABLE')
  return provider
}
