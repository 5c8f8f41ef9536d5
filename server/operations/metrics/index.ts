import { registerConnectionMetrics } from './connections.ts'
import { registerDatabaseMetrics } from './database-gauges.ts'
import type { DatabaseReadingDeps } from './database-reading.ts'
import { type RequestDurations, requestDurations } from './http-requests.ts'
import { type ProviderCalls, providerCalls } from './provider-calls.ts'
import { createRegistry } from './registry.ts'
import { serveMetrics } from './server.ts'
import { countTransitions } from './transitions.ts'

/** The metrics of this process, served at `url` in Prometheus's text format. */
export interface Metrics {
  readonly url: string
  readonly requestDurations: RequestDurations
  readonly providerCalls: ProviderCalls
  /** Registers the metrics of the connections and of the database. */
  registerDatabase(deps: DatabaseReadingDeps): void
  close(): Promise<void>
}

/** Starts to measure and to serve the metrics. @throws Error with a `code` if the port is unavailable */
export async function startMetrics(address: { port: number; host: string }): Promise<Metrics> {
  const metrics = createRegistry()
  const server = await serveMetrics(metrics.registry, address)
  const stopCounting = countTransitions(metrics)
  return {
    url: server.url,
    requestDurations: requestDurations(metrics),
    providerCalls: providerCalls(metrics),
    registerDatabase(deps) {
      registerConnectionMetrics(metrics, deps.db)
      registerDatabaseMetrics(metrics, deps)
    },
    async close() {
      stopCounting()
      await server.close()
    },
  }
}
