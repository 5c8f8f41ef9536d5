import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'

export interface Started<T> {
  readonly pid: number
  /** What it said of itself when it was ready. */
  readonly said: T
  stop(): Promise<void>
}

const startWithinMs = 60_000

/** Starts a file of this folder as a process of its own, and waits until it says that it is ready. */
export async function start<T>(
  file: string,
  { env = {}, given = null }: { env?: Record<string, string>; given?: unknown } = {},
): Promise<Started<T>> {
  const child = begin(file, env, given)
  const said = await heard<T>(child, file, startWithinMs)
  return { pid: child.pid ?? 0, said, stop: () => stop(child) }
}

/** Runs a file of this folder as a process of its own. @returns what it said at its end */
export async function run<T>(file: string, given: unknown, withinMs = 30 * 60_000): Promise<T> {
  const child = begin(file, {}, given)
  const said = await heard<T>(child, file, withinMs)
  await stop(child)
  return said
}

/** What the parent gave this process. */
export const given = <T>(): T => JSON.parse(process.env.BENCH_GIVEN ?? 'null') as T

/** Tells the parent; the one message of this process. */
export const tell = (it: object): void => void process.send?.(it)

/** Ends this process when the parent asks for it, or is gone. */
export function stopsBy(close: () => Promise<void>): void {
  const end = () => void close().finally(() => process.exit(0))
  process.once('SIGTERM', end)
  process.once('disconnect', end)
}

/** What `npm start` gives to node itself: the app is measured as it is run. */
function startFlags(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((it) => it.startsWith('--'))
}

function begin(file: string, env: Record<string, string>, it: unknown): ChildProcess {
  return fork(join(import.meta.dirname, file), {
    execArgv: file === 'app.ts' ? startFlags() : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      ...env,
      BENCH_GIVEN: JSON.stringify(it),
    },
  })
}

async function heard<T>(child: ChildProcess, file: string, withinMs: number): Promise<T> {
  const signal = AbortSignal.timeout(withinMs)
  const said = once(child, 'message', { signal }).then(([it]) => it as T)
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${file} ended with ${code} before it said anything`)
  })
  // Whichever comes second tells nobody anything new.
  said.catch(() => undefined)
  ended.catch(() => undefined)
  return Promise.race([said, ended])
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const stubborn = setTimeout(() => child.kill('SIGKILL'), 25_000)
  await ended
  clearTimeout(stubborn)
}

/** A port that is free now, and the one after it too: the simulators take mail there. */
export async function twoFreePorts(): Promise<number> {
  for (;;) {
    const first = await take(0)
    const second = await take(first.port + 1).catch(() => null)
    await first.leave()
    if (!second) continue
    await second.leave()
    return first.port
  }
}

async function take(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leave: () => new Promise<void>((done) => void server.close(() => done())),
  }
}
