import { AsyncLocalStorage } from 'node:async_hooks'
import { trace } from '@opentelemetry/api'
import { currentSpanContext } from './traceparent.ts'

/** The subject of the current request or job. */
interface WorkContext {
  orderId?: string
}

const workContext = new AsyncLocalStorage<WorkContext>()

/** Runs one request or job: its log lines name the order that it notes. */
export const inWorkContext = <T>(work: () => T): T => workContext.run({}, work)

/**
 * Names the order that the current request or job works on: by its id in log lines, because its reference alone opens a
 * receipt (D-078), and by its reference in the span.
 */
export function noteOrder({ id, reference }: { id: string; reference: string }): void {
  const current = workContext.getStore()
  if (current) current.orderId = id
  const span = trace.getActiveSpan()
  if (span?.isRecording()) span.setAttribute('sanwo.order.reference', reference)
}

/** The fields that each log line gets: the trace, and the order that the current request or job works on. */
export function logFields(): Record<string, string> {
  const span = currentSpanContext()
  const orderId = workContext.getStore()?.orderId
  return {
    ...(span && { trace_id: span.traceId, span_id: span.spanId }),
    ...(orderId !== undefined && { order_id: orderId }),
  }
}
