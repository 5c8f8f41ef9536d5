import { execFileSync } from 'node:child_process'
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
/** Normal service is without errors for this long. Buyers who waited during a fault all repeat their step after it. */
const withoutErrorsMs = 3_000

/**
 * Runs a fault while people buy, and waits until every process is ready, purchases are delivered again and no buyer sees
 * an error. The errors of one fault are therefore not counted for the next one.
 */
export async function runFault({ report, traffic, ports }: FaultRun, { name, work }: Fault): Promise<void> {
  report.logStep(name)
  const from = performance.now()
  await work()
  const endedAt = performance.now()
  let resumedAt: number | null = null
  const lastErrorAt = () => Math.max(endedAt, ...buyerErrors(traffic.purchases).map(({ at }) => at))
  await report.checkSucceeds(`${name}: service recovers without any action`, async () => {
    const before = traffic.delivered()
    await waitUntil(
      'every process is ready, purchases are delivered and no buyer sees an error',
      async () => {
        const statuses = await Promise.all(ports.map((port) => statusOf(`http://127.0.0.1:${port}/readyz`)))
        const isServing =
          statuses.every((status) => status === 200) && traffic.delivered() >= before + deliveriesAfter
        resumedAt = isServing ? (resumedAt ?? performance.now()) : null
        return isServing && performance.now() - lastErrorAt() > withoutErrorsMs
      },
      maxRecoveryMs,
    )
  })
  const to = performance.now()
  const recoveredAt = Math.max(resumedAt ?? to, lastErrorAt())
  report.recordMetric(`${name}: time to recover`, durationText(recoveredAt - endedAt))
  const errors = buyerErrors(traffic.purchases).filter(({ at }) => at > from && at < to)
  report.recordMetric(`${name}: errors that buyers saw`, JSON.stringify(errorCounts(errors)))
}

/** Stops a process as the kernel does when its machine is paused. */
export async function suspend(daemon: Daemon, ms: number): Promise<void> {
  daemon.signal('SIGSTOP')
  await pause(ms)
  daemon.signal('SIGCONT')
}

/** Runs `work` while the process may have only this many open files. */
export async function limitDescriptors(
  { pid }: Daemon,
  count: number,
  work: () => Promise<void>,
): Promise<void> {
  const prlimit = (...args: readonly string[]) =>
    execFileSync('prlimit', ['--pid', String(pid), ...args], { encoding: 'utf8' }).trim()
  const previous = prlimit('--nofile', '--output=SOFT', '--noheadings')
  prlimit(`--nofile=${count}:`)
  try {
    await work()
  } finally {
    prlimit(`--nofile=${previous}:`)
  }
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
