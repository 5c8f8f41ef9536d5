import { setTimeout as pause } from 'node:timers/promises'
import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { setTracing } from './spans.ts'

/** Standard values of OTEL_TRACES_SAMPLER. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface TracingConfig {
  /** OTLP address of the traces; null for the exporter's default. */
  readonly tracesUrl: string | null
  readonly serviceName: string
  readonly sampler: (typeof samplerNames)[number]
  /** Share of traces that the ratio samplers record, 0 to 1. */
  readonly samplerRatio: number
}

interface Tracing {
  /** Sends the remaining spans and removes the SDK. */
  stop(): Promise<void>
}

const stopTimeoutMs = 3_000

/**
 * Loads the OpenTelemetry SDK and exports traces by OTLP over HTTP. The SDK reads OTEL_RESOURCE_ATTRIBUTES,
 * the exporter the other OTEL_EXPORTER_OTLP_* variables.
 * @param warn logs a problem, such as a collector that does not respond
 */
export async function startTracing(config: TracingConfig, warn: (message: string) => void): Promise<Tracing> {
  const [sdk, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const { envDetector, serviceInstanceIdDetector } = resources
  const detectedResource = resources.detectResources({ detectors: [envDetector, serviceInstanceIdDetector] })
  const serviceResource = resources.resourceFromAttributes({ 'service.name': config.serviceName })
  const exporter = new OTLPTraceExporter(config.tracesUrl === null ? {} : { url: config.tracesUrl })
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(detectedResource).merge(serviceResource),
    sampler: samplerOf(sdk, config),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const ignore = (): void => undefined
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const contextManager = new AsyncLocalStorageContextManager().enable()
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(contextManager)
  setTracing(true)
  return {
    async stop() {
      setTracing(false)
      // A collector that does not respond must not delay the end of the process.
      await Promise.race([provider.shutdown(), pause(stopTimeoutMs, undefined, { ref: false })]).catch(ignore)
      trace.disable()
      context.disable()
      diag.disable()
    },
  }
}

function samplerOf(sdk: typeof import('@opentelemetry/sdk-trace'), { sampler, samplerRatio }: TracingConfig) {
  const name = sampler.replace('parentbased_', '')
  const root =
    name === 'traceidratio'
      ? new sdk.TraceIdRatioBasedSampler(samplerRatio)
      : name === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.AlwaysOnSampler()
  return sampler.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root
}
