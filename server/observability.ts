import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { internalHeader, verifyInternalHeader } from './http/index.ts'
import { explainListenError } from './listener.ts'
import { observeRequests } from './operations/index.ts'
import type { Metrics } from './operations/metrics/index.ts'
import { startTracing } from './telemetry/index.ts'

/** Metrics and traces of this process. */
export interface Observability {
  /** Absent without METRICS_PORT. */
  readonly metrics?: Metrics
  /** Measures and traces the requests of a handler. */
  observe(handler: RequestListener): RequestListener
  /** Sends the remaining spans and stops serving metrics. */
  close(): Promise<void>
}

/**
 * Starts the metrics and traces that the configuration enables. The libraries are loaded only then.
 * @throws StartupError if METRICS_PORT is unavailable
 */
export async function startObservability(config: Config, log: Logger): Promise<Observability> {
  const metrics = config.metrics ? await openMetrics(config.metrics) : undefined
  const tracing = config.tracing
    ? await startTracing(config.tracing, (problem) => log.warn({ problem }, 'traces could not be exported'))
    : undefined
  return {
    ...(metrics && { metrics }),
    observe: (handler) =>
      observeRequests(handler, {
        durations: metrics?.requestDurations ?? null,
        isInternal: ({ headers: { [internalHeader]: header } }) =>
          typeof header === 'string' && verifyInternalHeader(config.sessionSecret, header) !== null,
      }),
    async close() {
      await tracing?.stop()
      await metrics?.close()
    },
  }
}

async function openMetrics(address: { port: number; host: string }): Promise<Metrics> {
  const { startMetrics } = await import('./operations/metrics/index.ts')
  try {
    return await startMetrics(address)
  } catch (error) {
    throw explainListenError(error, address, { port: 'METRICS_PORT', host: 'METRICS_HOST' })
  }
}
