import type { ProviderDescriptor } from '../../provider-environment.ts'

/** A gateway's environment variables, and what is known without its keys. */
export interface GatewayDescriptor extends ProviderDescriptor {
  /** Allowed hosts of checkout URLs by the host of the API; any other API, such as a simulator, has its own host. */
  readonly checkoutHosts: Readonly<Record<string, readonly string[]>>
  /** Whether the gateway matches a BVN with a bank account in one request. */
  readonly matchesBvn: boolean
}
