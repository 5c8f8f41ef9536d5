import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

export interface MetricsServer {
  /** Address of the metrics. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the metrics on a port of their own, which the public cannot reach.
 * @throws Error with a `code` if the port is unavailable
 */
export async function serveMetrics(
  registry: Registry,
  { port, host }: { port: number; host: string },
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    const [path] = (request.url ?? '').split('?')
    if (path !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end()
    const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' }
    try {
      const text = await registry.metrics()
      response.writeHead(200, headers).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: actualPort } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/metrics`,
    async close() {
      const closeEvent = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closeEvent
    },
  }
}
