import {
  type Context,
  context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { currentSpanContext, parseTraceparent } from './traceparent.ts'

/**
 * The attributes of our spans. A closed list of names: no e-mail address, phone number, meter, token or other secret has
 * a name here.
 */
type SpanAttributes = {
  readonly [name in
    | 'http.request.method'
    | 'http.route'
    | 'http.response.status_code'
    | 'error.type'
    | 'sanwo.order.reference'
    | 'sanwo.provider.name'
    | 'sanwo.provider.operation'
    | 'sanwo.provider.result'
    | 'sanwo.queue.name'
    | 'sanwo.ledger.event'
    | 'sanwo.state.entity'
    | 'sanwo.state.to'
    | 'sanwo.state.event']?: string | number
}

interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: SpanAttributes
}

type Work<T> = (span: Span | null) => Promise<T>

/** True while an SDK is registered. Without one no span is created, and `work` is called directly. */
let isTracingOn = false
export const isTracing = (): boolean => isTracingOn
export const setTracing = (enabled: boolean): void => {
  isTracingOn = enabled
}

/** Runs `work` in a span of the current trace, or of a new one. */
export const inSpan = <T>(name: string, options: SpanOptions, work: Work<T>): Promise<T> =>
  isTracingOn ? runSpan(name, { ...options, parent: context.active() }, work) : work(null)

/** Runs `work` in a span of the current trace; without a trace there is no span. */
export const inChildSpan = <T>(name: string, options: SpanOptions, work: Work<T>): Promise<T> =>
  trace.getActiveSpan() ? inSpan(name, options, work) : work(null)

/** Runs `work` in a span of the trace that a caller sent, or of a new trace. */
export const inRootSpan = <T>(
  traceparent: string | null | undefined,
  name: string,
  options: SpanOptions,
  work: Work<T>,
): Promise<T> =>
  isTracingOn ? runSpan(name, { ...options, parent: contextOf(traceparent) }, work) : work(null)

/**
 * Runs `work` in a span of the trace that a row continues. Within that trace the span is a child of the current one;
 * within another trace it has a link to it. Without a stored trace it belongs to the current trace, or to a new one.
 * @param traceparent the row's W3C `traceparent`
 */
export function continueTrace<T>(
  traceparent: string | null | undefined,
  name: string,
  options: SpanOptions,
  work: Work<T>,
): Promise<T> {
  if (!isTracingOn) return work(null)
  const storedContext = traceparent ? parseTraceparent(traceparent) : null
  const current = currentSpanContext()
  if (!storedContext || storedContext.traceId === current?.traceId)
    return runSpan(name, { ...options, parent: context.active() }, work)
  const links: Link[] = current ? [{ context: current }] : []
  return runSpan(
    name,
    { ...options, parent: trace.setSpanContext(context.active(), storedContext), links },
    work,
  )
}

/** Adds an event to the current span. */
export const addSpanEvent = (name: string, attributes: SpanAttributes): void => {
  const span = isTracingOn ? trace.getActiveSpan() : undefined
  if (span?.isRecording()) span.addEvent(name, attributes)
}

const contextOf = (traceparent: string | null | undefined): Context => {
  const parent = traceparent ? parseTraceparent(traceparent) : null
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

function runSpan<T>(
  name: string,
  { parent, kind, attributes, links }: SpanOptions & { parent: Context; links?: Link[] },
  work: Work<T>,
): Promise<T> {
  const options = {
    ...(kind !== undefined && { kind }),
    ...(attributes && { attributes }),
    ...(links && { links }),
  }
  const span = trace.getTracer('sanwo').startSpan(name, options, parent)
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      return await work(span)
    } catch (error) {
      // The message of an error may quote a value, so only its class is recorded.
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
