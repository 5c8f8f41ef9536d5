import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy connection to PostgreSQL that can stop forwarding and stay open. */
export interface StallableConnection {
  /** The database URL through the proxy. */
  readonly url: string
  mode: 'forward' | 'stall'
  /** Drops the response to the `nth` commit from now on, and all later responses of that connection. */
  loseCommitResponses(nth: number): void
  /** True once that commit was reached. */
  hasLostCommit(): boolean
  close(): Promise<void>
}

export async function openStallableConnection(databaseUrl: string): Promise<StallableConnection> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let commitsLeft = Number.POSITIVE_INFINITY
  let wasLost = false
  const server = createServer((clientSocket) => {
    const serverSocket = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [clientSocket, serverSocket]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    let dropsResponses = false
    clientSocket.on('data', (bytes) => {
      if (connection.mode === 'stall') return
      if (/^Q....commit\0/s.test(bytes.toString('latin1')) && --commitsLeft === 0) {
        wasLost = true
        dropsResponses = true
      }
      serverSocket.write(bytes)
    })
    serverSocket.on('data', (bytes) => {
      if (connection.mode === 'forward' && !dropsResponses) clientSocket.write(bytes)
    })
    // While stalled, a closed socket is not propagated to the other side.
    clientSocket.on('close', () => connection.mode === 'forward' && serverSocket.destroy())
    serverSocket.on('close', () => connection.mode === 'forward' && clientSocket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connection: StallableConnection = {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    mode: 'forward',
    loseCommitResponses(nth) {
      commitsLeft = nth
      wasLost = false
    },
    hasLostCommit: () => wasLost,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return connection
}
