import { type GatewayName, gateways } from '../../shared/providers.ts'
import type { Gateway, Gateways } from '../payments/index.ts'

/** Applies `transform` to each configured gateway; the others stay null. */
export const mapGateways = <T>(
  adapters: Gateways,
  transform: (gateway: Gateway) => T,
): Readonly<Record<GatewayName, T | null>> =>
  Object.fromEntries(gateways.map((name) => [name, adapters[name] && transform(adapters[name])])) as Record<
    GatewayName,
    T | null
  >
