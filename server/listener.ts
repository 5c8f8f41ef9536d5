import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Envelope } from '../shared/contract.ts'
import { errors } from '../shared/errors.ts'
import { CannotStart } from './cannot-start.ts'
import type { Config } from './config.ts'

export interface Listener {
  /** The configuration, with the port that was taken when any would do. */
  readonly config: Config
  /** Where this machine reaches it. */
  readonly url: string
  /** From now on requests are answered by this; until then with 503. */
  serve(handler: RequestListener): void
  /** Takes no more requests and waits for those in flight, at most so long. */
  close(patienceMs: number): Promise<void>
}

/** Takes the port. @throws CannotStart when it cannot be had */
export async function listen(given: Config): Promise<Listener> {
  let handler: RequestListener = notYet
  const server = createServer((req, res) => handler(req, res))
  // Longer than a load balancer keeps an idle connection, so that it is never the server who hangs up first.
  server.keepAliveTimeout = 65_000
  server.listen(given.port, given.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw portTrouble(error, given)
  }
  const { port } = server.address() as AddressInfo
  const config = given.port === port ? given : withPort(given, port)
  return {
    config,
    url: `http://${reachable(given.host)}:${port}`,
    serve: (it) => {
      handler = it
    },
    close: (patienceMs) => drain(server, patienceMs),
  }
}

const notYet: RequestListener = (_req, res) => {
  const { status, says } = errors.UNAVAILABLE
  const envelope: Envelope = { status: 'error', message: says }
  res
    .writeHead(status, { 'content-type': 'application/json', 'retry-after': '2' })
    .end(JSON.stringify(envelope))
}

function portTrouble(error: unknown, { port, host }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} is in use by another program: stop it, or set PORT to another one.`)
  if (code === 'EACCES')
    return new CannotStart(`Port ${port} may not be taken by this user: set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL') return new CannotStart(`HOST ${host} is no address of this machine.`)
  return error
}

/** PORT=0 takes a free port; addresses that were made of the 0 are made again. */
function withPort(given: Config, port: number): Config {
  const made = (address: string) => address.replace(`localhost:${given.port}`, `localhost:${port}`)
  return { ...given, port, appUrl: made(given.appUrl), helpUrl: made(given.helpUrl) }
}

const anyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
const reachable = (host: string) => anyAddress[host] ?? (host.includes(':') ? `[${host}]` : host)

async function drain(server: Server, patienceMs: number): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  // A connection that finishes its request now is idle, and would be kept for the next one.
  const tidy = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, pause(patienceMs, undefined, { ref: false })])
  clearInterval(tidy)
  server.closeAllConnections()
  await closed
}
