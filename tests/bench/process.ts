import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'

export interface ChildHandle<T> {
  readonly pid: number
  /** The child's report when it was ready. */
  readonly ready: T
  stop(): Promise<void>
}

const startWithinMs = 60_000

/** Starts a file of this folder as a separate process, and waits for its ready report. */
export async function start<T>(
  file: string,
  { env = {}, input = null }: { env?: Record<string, string>; input?: unknown } = {},
): Promise<ChildHandle<T>> {
  const child = forkChild(file, env, input)
  const ready = await firstMessage<T>(child, file, startWithinMs)
  return { pid: child.pid ?? 0, ready, stop: () => stop(child) }
}

/** Runs a file of this folder as a separate process. @returns its report at the end */
export async function run<T>(file: string, input: unknown, withinMs = 30 * 60_000): Promise<T> {
  const child = forkChild(file, {}, input)
  const ready = await firstMessage<T>(child, file, withinMs)
  await stop(child)
  return ready
}

/** The input from the parent process. */
export const readInput = <T>(): T => JSON.parse(process.env.BENCH_GIVEN ?? 'null') as T

/** Sends this process's one message to the parent. */
export const sendReport = (payload: object): void => void process.send?.(payload)

/** Ends this process when the parent requests it, or exits. */
export function stopOnParentSignal(close: () => Promise<void>): void {
  const end = () => void close().finally(() => process.exit(0))
  process.once('SIGTERM', end)
  process.once('disconnect', end)
}

/** The node flags of `npm start`: the app is measured as it runs in production. */
function startFlags(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((flag) => flag.startsWith('--'))
}

function forkChild(file: string, env: Record<string, string>, payload: unknown): ChildProcess {
  return fork(join(import.meta.dirname, file), {
    execArgv: file === 'app.ts' ? startFlags() : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      ...env,
      BENCH_GIVEN: JSON.stringify(payload),
    },
  })
}

async function firstMessage<T>(child: ChildProcess, file: string, withinMs: number): Promise<T> {
  const signal = AbortSignal.timeout(withinMs)
  const ready = once(child, 'message', { signal }).then(([payload]) => payload as T)
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${file} exited with code ${code} before its report`)
  })
  // The promise that settles second is ignored.
  ready.catch(() => undefined)
  ended.catch(() => undefined)
  return Promise.race([ready, ended])
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 25_000)
  await ended
  clearTimeout(killTimer)
}

/** A free port whose next port is free too: the simulators receive mail there. */
export async function twoFreePorts(): Promise<number> {
  for (;;) {
    const first = await reservePort(0)
    const second = await reservePort(first.port + 1).catch(() => null)
    await first.release()
    if (!second) continue
    await second.release()
    return first.port
  }
}

async function reservePort(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    release: () => new Promise<void>((done) => void server.close(() => done())),
  }
}
