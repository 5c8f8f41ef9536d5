import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiPrefix } from '../../../shared/constants.ts'

/** Static files and the simulators' pages: one template for each folder. */
const folders = ['/assets', '/logos', '/simulators'] as const

interface RoutedRequest {
  readonly originalUrl?: string
  readonly route?: { readonly path?: unknown }
}

/**
 * The template of the route that handled the request, such as `/api/v1/orders/:reference/state`; '' for an unknown path. Paths may
 * contain a reference or token and are not returned.
 */
export function routeOf(request: IncomingMessage, response: ServerResponse): string {
  const { locals } = response as { locals?: Readonly<Record<string, unknown>> }
  if (typeof locals?.pattern === 'string') return apiPrefix + locals.pattern
  const { route, originalUrl = '' } = request as RoutedRequest
  if (typeof route?.path === 'string') return route.path
  const folder = folders.find((name) => originalUrl.startsWith(`${name}/`))
  return folder ? `${folder}/*` : ''
}
