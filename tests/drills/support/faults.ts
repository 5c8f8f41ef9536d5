import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Daemon, statusOf, waitUntil } from './daemon.ts'
import { type DrillReport, durationText } from './drill.ts'
import { buyerErrors, errorCounts, type Traffic } from './traffic.ts'

/** A fault of one resource, and what is under it. */
export interface FaultRun {
  readonly report: DrillReport
  readonly traffic: Traffic
  /** Ports of the application processes. */
  readonly ports: readonly number[]
}

export interface Fault {
  readonly name: string
  /** Runs the fault until it is over. */
  readonly work: () => Promise<void>
}

/** After a fault, normal service returns within this time without any action. */
const maxRecoveryMs = 60_000
const deliveriesAfter = 3

/** Runs a fault while people buy, and waits until every process is ready and purchases are delivered again. */
export async function runFault({ report, traffic, ports }: FaultRun, { name, work }: Fault): Promise<void> {
  report.logStep(name)
  const from = performance.now()
  await work()
  const endedAt = performance.now()
  await report.checkSucceeds(`${name}: service recovers without any action`, async () => {
    const before = traffic.delivered()
    await waitUntil(
      'every process is ready and purchases are delivered',
      async () => {
        const statuses = await Promise.all(ports.map((port) => statusOf(`http://127.0.0.1:${port}/readyz`)))
        return statuses.every((status) => status === 200) && traffic.delivered() >= before + deliveriesAfter
      },
      maxRecoveryMs,
    )
  })
  const to = performance.now()
  report.recordMetric(`${name}: time to recover`, durationText(to - endedAt))
  const errors = buyerErrors(traffic.purchases).filter(({ at }) => at > from && at < to)
  report.recordMetric(`${name}: errors that buyers saw`, JSON.stringify(errorCounts(errors)))
}

/** Stops a process as the kernel does when its machine is paused. */
export async function suspend(daemon: Daemon, ms: number): Promise<void> {
  daemon.signal('SIGSTOP')
  await pause(ms)
  daemon.signal('SIGCONT')
}

/** Opens idle connections until `count` are open, and holds them. */
export async function holdConnections(port: number, count: number, ms: number): Promise<void> {
  const sockets: Socket[] = []
  for (let index = 0; index < count; index++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    await Promise.race([once(socket, 'connect').catch(() => undefined), pause(50)])
  }
  await pause(ms)
  for (const socket of sockets) socket.destroy()
}
