import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { trace } from '@opentelemetry/api'
import type { OrderId } from '../../shared/ids.ts'
import { currentSpanContext } from './traceparent.ts'

/** The current request or job. */
interface WorkContext {
  /** Correlates its log lines while no tracing SDK is registered. */
  readonly traceId: string
  orderId?: OrderId
}

const workContext = new AsyncLocalStorage<WorkContext>()

/** Runs one request or job: its log lines have one trace id, and the id of its order. */
export const inWorkContext = <T>(work: () => T): T =>
  workContext.run({ traceId: randomBytes(16).toString('hex') }, work)

/**
 * Names the order that the current request or job works on: by its id in log lines, because its reference alone opens a
 * receipt (D-078), and by its reference in the span.
 */
export function setCurrentOrder({ id, reference }: { id: string; reference: string }): void {
  const current = workContext.getStore()
  if (current) current.orderId = id
  const span = trace.getActiveSpan()
  if (span?.isRecording()) span.setAttribute('sanwo.order.reference', reference)
}

/** The fields that each log line gets: the trace, and the order that the current request or job works on. */
export function logFields(): Record<string, string> {
  const span = currentSpanContext()
  const current = workContext.getStore()
  const traceId = span?.traceId ?? current?.traceId
  return {
    ...(traceId && { trace_id: traceId }),
    ...(span && { span_id: span.spanId }),
    ...(current?.orderId && { order_id: current.orderId }),
  }
}
