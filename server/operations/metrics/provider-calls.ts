import { SpanKind } from '@opentelemetry/api'
import type { Histogram } from 'prom-client'
import type { SmsSender } from '../../messaging/index.ts'
import type { BankServices, Gateway } from '../../payments/index.ts'
import { inSpan, isTracing } from '../../telemetry/index.ts'
import type { Vendor } from '../../vending/index.ts'
import type { MetricsRegistry } from './registry.ts'

const labels = ['provider', 'operation', 'result'] as const
export type ProviderCalls = Histogram<(typeof labels)[number]>

export const providerCalls = (metrics: MetricsRegistry): ProviderCalls =>
  metrics.histogram({
    name: 'sanwo_provider_call_duration_seconds',
    help:
      'Duration of calls of this process to gateways, vendors, SMS providers and the mail server, by operation and ' +
      'result. The result is the type of the response as our adapter parses it; unknown, unavailable and error prove nothing.',
    labels,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 45],
  })

/**
 * The adapters' methods that call the provider; the others only compute. `hasDisputeResponse` is not measured: its
 * `false` is a valid response, which `resultOf` would count as unavailable.
 */
const operations = [
  ...['createCheckout', 'verify', 'refund', 'listRefunds', 'refundToAccount', 'chargeSavedCard'],
  ...['revokeCardToken', 'getCheckoutOrigin', 'listTransactions', 'listSettlements', 'listSettlementLines'],
  ...['getDispute', 'listDisputes', 'respondToDispute'],
  ...['listBanks', 'resolveAccount', 'matchBvn', 'reserveAccount', 'getReservation'],
  ...['getDeposit', 'listDepositReferences', 'closeAccount'],
  ...['list', 'amountLimits', 'lookUp', 'vend', 'requery', 'balance', 'send'],
] as const satisfies readonly (keyof Gateway | keyof BankServices | keyof Vendor | keyof SmsSender)[]
const operationNames: ReadonlySet<string> = new Set(operations)

/**
 * Wraps an adapter so that each call of its provider is measured and has a span. Without metrics and traces it is the
 * same adapter.
 * @param calls null if the process exports no metrics
 */
export function observeProvider<T extends { readonly [K in keyof T]: unknown }>(
  adapter: T,
  name: string,
  calls: ProviderCalls | null,
): T {
  if (!calls && !isTracing()) return adapter
  const observed = Object.entries(adapter).map(([operation, member]) => {
    if (operation === 'banking' && typeof member === 'object' && member !== null)
      return [operation, observeProvider(member, name, calls)]
    if (typeof member !== 'function' || !operationNames.has(operation)) return [operation, member]
    const call = (...args: unknown[]) =>
      observeCall({ provider: name, operation }, calls, async () => Reflect.apply(member, adapter, args))
    return [operation, call]
  })
  return Object.fromEntries(observed) as T
}

/** The same for each adapter of a registry; those without keys stay null. */
export const observeProviders = <Id extends string, T extends { readonly [K in keyof T]: unknown }>(
  adapters: Readonly<Record<Id, T | null>>,
  calls: ProviderCalls | null,
): Readonly<Record<Id, T | null>> => {
  if (!calls && !isTracing()) return adapters
  const observed = Object.entries<T | null>(adapters).map(([name, adapter]) => [
    name,
    adapter && observeProvider(adapter, name, calls),
  ])
  return Object.fromEntries(observed) as Record<Id, T | null>
}

function observeCall(
  { provider, operation }: { provider: string; operation: string },
  calls: ProviderCalls | null,
  call: () => Promise<unknown>,
): Promise<unknown> {
  const startedAt = performance.now()
  const attributes = { 'sanwo.provider.name': provider, 'sanwo.provider.operation': operation }
  return inSpan(`${provider} ${operation}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    let result = 'error'
    try {
      const response = await call()
      result = resultOf(response)
      return response
    } finally {
      span?.setAttribute('sanwo.provider.result', result)
      calls?.observe({ provider, operation, result }, (performance.now() - startedAt) / 1_000)
    }
  })
}

/** The type of a response; null and false are responses that did not arrive or are not usable. */
function resultOf(response: unknown): string {
  if (response === null || response === false) return 'unavailable'
  if (typeof response === 'object' && 'type' in response && typeof response.type === 'string')
    return response.type
  return 'ok'
}
