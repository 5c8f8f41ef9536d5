import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { SpanKind } from '@opentelemetry/api'
import type { Histogram } from 'prom-client'
import { inRootSpan, inWorkContext, isTracing } from '../../telemetry/index.ts'
import type { MetricsRegistry } from './registry.ts'
import { routeOf } from './route-template.ts'

const labels = ['http_request_method', 'http_route', 'http_response_status_code'] as const
export type RequestDurations = Histogram<(typeof labels)[number]>

/** Request durations, as OpenTelemetry's `http.server.request.duration`. */
export const requestDurations = (metrics: MetricsRegistry): RequestDurations =>
  metrics.histogram({
    name: 'http_server_request_duration_seconds',
    help:
      'Duration of HTTP requests to pages and API of this process, until the response is sent. http_route is the ' +
      'template of the route, never a path; it is empty for unknown paths.',
    labels,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.3, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
  })

interface ObserverDeps {
  /** Null if the process exports no metrics. */
  readonly durations: RequestDurations | null
  /** True for a request that this product's web server signed: only its `traceparent` is continued. */
  readonly isInternal: (request: IncomingMessage) => boolean
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])

/** Measures each request and runs it in a span, if the process exports metrics or traces. */
export function observeRequests(handler: RequestListener, deps: ObserverDeps): RequestListener {
  return (request, response) => {
    const startedAt = performance.now()
    const method = methods.has(request.method ?? '') ? String(request.method) : '_OTHER'
    const { durations } = deps
    if (durations)
      response.once('close', () =>
        durations.observe(
          {
            http_request_method: method,
            http_route: routeOf(request, response),
            http_response_status_code: String(response.statusCode),
          },
          (performance.now() - startedAt) / 1_000,
        ),
      )
    inWorkContext(() =>
      isTracing() ? handleInSpan(handler, deps, method, request, response) : handler(request, response),
    )
  }
}

/** The span lasts until the response is sent or the client has disconnected. */
function handleInSpan(
  handler: RequestListener,
  { isInternal }: ObserverDeps,
  method: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { traceparent } = request.headers
  const parent = typeof traceparent === 'string' && isInternal(request) ? traceparent : null
  const attributes = { 'http.request.method': method }
  void inRootSpan(parent, method, { kind: SpanKind.SERVER, attributes }, async (span) => {
    const closeEvent = new Promise<void>((resolve) => response.once('close', resolve))
    handler(request, response as Parameters<RequestListener>[1])
    await closeEvent
    const route = routeOf(request, response)
    span?.updateName(route ? `${method} ${route}` : method)
    span?.setAttributes({
      'http.response.status_code': response.statusCode,
      ...(route && { 'http.route': route }),
      ...(response.statusCode >= 500 && { 'error.type': String(response.statusCode) }),
    })
  })
}
