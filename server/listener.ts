import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './config.ts'
import {
  ApiError,
  answerUnreadableRequests,
  apiSecurityHeaders,
  errorResponseOf,
  limitSlowBodies,
  type SlowRequestLimits,
  slowRequestLimits,
} from './http/index.ts'
import { StartupError } from './startup-error.ts'

export interface Listener {
  /** The configuration, with the actual port if PORT was 0. */
  readonly config: Config
  /** Loopback URL of the server. */
  readonly url: string
  /** Accepts requests from now on. @throws StartupError if the port is unavailable */
  serve(handler: RequestListener): Promise<void>
  /**
   * Answers readiness checks with 503 from now on, and ends each connection with its next response. Resolves after
   * SHUTDOWN_DELAY, when a load balancer has stopped sending requests.
   */
  drain(): Promise<void>
  /** Stops accepting requests and waits at most `timeoutMs` for in-flight requests. */
  close(timeoutMs: number): Promise<void>
}

/**
 * Checks that the port is available. Until `serve`, it refuses connections, so that a load balancer sends the requests
 * to another process. With PORT=0, it immediately listens on a free port, and responds with 503 until `serve`.
 * @throws StartupError if the port is unavailable
 */
export async function listen(
  initialConfig: Config,
  slowLimits: SlowRequestLimits = slowRequestLimits,
): Promise<Listener> {
  const unavailable = unavailableHandler(initialConfig)
  let handler: RequestListener = unavailable
  let isDraining = false
  const server = createServer(slowLimits.headers, (req, res) => {
    if (isDraining) res.shouldKeepAlive = false
    if (isDraining && req.url?.split('?')[0] === '/readyz') unavailable(req, res)
    else handler(req, res)
  })
  answerUnreadableRequests(server, initialConfig)
  limitSlowBodies(server, slowLimits.body)
  // Longer than a load balancer keeps an idle connection, so that the server never closes a connection first.
  server.keepAliveTimeout = 65_000
  const open = async () => {
    server.listen(initialConfig.port, initialConfig.host)
    try {
      await once(server, 'listening')
    } catch (error) {
      throw explainListenError(error, initialConfig, { port: 'PORT', host: 'HOST' })
    }
  }
  await open()
  const { port } = server.address() as AddressInfo
  const config = initialConfig.port === port ? initialConfig : withPort(initialConfig, port)
  if (config === initialConfig) await closeServer(server, 0)
  return {
    config,
    url: `http://${reachableHost(initialConfig.host)}:${port}`,
    async serve(requestHandler) {
      handler = requestHandler
      if (!server.listening) await open()
    },
    async drain() {
      isDraining = true
      if (config.shutdownDelaySeconds > 0) await pause(config.shutdownDelaySeconds * 1_000)
    },
    close: (timeoutMs) => closeServer(server, timeoutMs),
  }
}

const unavailableHandler = (config: Config): RequestListener => {
  const { httpStatus, envelope } = errorResponseOf(new ApiError('UNAVAILABLE'))
  const headers = { ...apiSecurityHeaders(config), 'content-type': 'application/json', 'retry-after': '2' }
  return (_req, res) => void res.writeHead(httpStatus, headers).end(JSON.stringify(envelope))
}

/**
 * Explains why an address is unavailable; other errors are returned unchanged.
 * @param names the variables that set the address
 */
export function explainListenError(
  error: unknown,
  { port, host }: Pick<Config, 'port' | 'host'>,
  names: { port: string; host: string },
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} is in use by another program: stop it, or set ${names.port} to another one.`,
    )
  if (code === 'EACCES')
    return new StartupError(`Port ${port} may not be used by this user: set ${names.port} to one above 1023.`)
  if (code === 'EADDRNOTAVAIL')
    return new StartupError(`${names.host} ${host} is not an address of this machine.`)
  return error
}

/** PORT=0 uses a free port. Addresses derived from port 0 are rebuilt with the actual port. */
function withPort(initialConfig: Config, port: number): Config {
  const withPortOf = (address: string) =>
    address.replace(`localhost:${initialConfig.port}`, `localhost:${port}`)
  return {
    ...initialConfig,
    port,
    appUrl: withPortOf(initialConfig.appUrl),
    helpUrl: withPortOf(initialConfig.helpUrl),
  }
}

const loopbackOf: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
const reachableHost = (host: string) => loopbackOf[host] ?? (host.includes(':') ? `[${host}]` : host)

async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  if (!server.listening) return
  const closeEvent = once(server, 'close')
  server.close()
  // A connection that finishes its request becomes idle and would stay open for another request.
  const idleTimer = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closeEvent, pause(timeoutMs, undefined, { ref: false })])
  clearInterval(idleTimer)
  server.closeAllConnections()
  await closeEvent
}
