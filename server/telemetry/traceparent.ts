import { isSpanContextValid, type SpanContext, trace } from '@opentelemetry/api'

/** The current span's ids; undefined without a trace. */
export function currentSpanContext(): SpanContext | undefined {
  const current = trace.getActiveSpan()?.spanContext()
  return current && isSpanContextValid(current) ? current : undefined
}

/**
 * The current span as a W3C `traceparent`; null without a trace. Stored in rows that start work later, so that another
 * process continues the trace.
 */
export function currentTraceparent(): string | null {
  const current = currentSpanContext()
  return current ? `00-${current.traceId}-${current.spanId}-0${current.traceFlags & 1}` : null
}

const traceparentPattern = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** Reads a W3C `traceparent`. @returns null for an invalid one */
export function parseTraceparent(traceparent: string): SpanContext | null {
  const [, traceId, spanId, flags] = traceparentPattern.exec(traceparent) ?? []
  if (!traceId || !spanId || !flags) return null
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(spanContext) ? spanContext : null
}
