import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port, followed by further free ports: the simulators' mail server uses the next one. The ports are below the
 * range from which the system takes the ports of outgoing connections, so that no connection occupies them later.
 */
export async function freePort(count = 1): Promise<number> {
  const first = 10_000 + Math.floor(Math.random() * 22_000)
  for (let next = 0; next < count; next += 1) if (!(await isFree(first + next))) return freePort(count)
  return first
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
