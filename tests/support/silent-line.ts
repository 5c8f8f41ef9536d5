import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to PostgreSQL that can stop forwarding and stay open, as a proxy can. */
export interface Line {
  /** The database's address through the line. */
  readonly url: string
  manner: 'forwards' | 'is silent'
  /** Loses the answer to the `nth` commit from now on, and all else that this connection would be told. */
  loseCommit(nth: number): void
  /** True when that commit was reached. */
  lostOne(): boolean
  close(): Promise<void>
}

export async function openLine(databaseUrl: string): Promise<Line> {
  const there = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let commitsLeft = Number.POSITIVE_INFINITY
  let lost = false
  const server = createServer((near) => {
    const far = connect(Number(there.port || 5432), there.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    let isDeaf = false
    near.on('data', (bytes) => {
      if (line.manner === 'is silent') return
      if (/^Q....commit\0/s.test(bytes.toString('latin1')) && --commitsLeft === 0) {
        lost = true
        isDeaf = true
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (line.manner === 'forwards' && !isDeaf) near.write(bytes)
    })
    // Nor does it tell the one side that the other has gone.
    near.on('close', () => line.manner === 'forwards' && far.destroy())
    far.on('close', () => line.manner === 'forwards' && near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const line: Line = {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    manner: 'forwards',
    loseCommit(nth) {
      commitsLeft = nth
      lost = false
    },
    lostOne: () => lost,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return line
}
