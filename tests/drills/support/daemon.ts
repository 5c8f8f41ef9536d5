import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { programPath } from './programs.ts'

/** A program of a drill, in a process of its own. */
export interface Daemon extends AsyncDisposable {
  readonly pid: number
  readonly isRunning: () => boolean
  /** The end of its output. */
  readonly log: () => string
  signal(signal: NodeJS.Signals): void
  /** Signals it, waits for its end and kills it after `withinMs`. @returns its exit code; null after a kill */
  stop(signal?: NodeJS.Signals, withinMs?: number): Promise<number | null>
}

export interface DaemonOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly owner?: { readonly uid: number; readonly gid: number }
}

const logSize = 20_000

export function startDaemon(
  command: string,
  args: readonly string[],
  { env = {}, cwd, owner }: DaemonOptions = {},
): Daemon {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: programPath, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...owner,
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-logSize)
    })
  child.on('error', (error) => {
    log += error.message
  })
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  const stop = async (signal: NodeJS.Signals = 'SIGTERM', withinMs = 30_000) => {
    if (isRunning()) await endChild(child, signal, withinMs)
    return child.exitCode
  }
  return {
    pid: child.pid ?? 0,
    isRunning,
    log: () => log,
    signal: (signal) => void child.kill(signal),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop('SIGKILL')),
  }
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals, withinMs: number): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
  await ended
  clearTimeout(timer)
}

/**
 * Polls until the condition holds; an error counts as not yet.
 * @param log the log of the program that is waited for
 * @throws Error naming the condition after `withinMs`
 */
export async function waitUntil(
  condition: string,
  isMet: () => Promise<boolean> | boolean,
  withinMs: number,
  log: () => string = () => '',
): Promise<void> {
  const timeoutAt = performance.now() + withinMs
  while (performance.now() < timeoutAt) {
    try {
      if (await isMet()) return
    } catch {
      // Not yet.
    }
    await pause(100)
  }
  throw new Error(`Not within ${withinMs / 1_000} s: ${condition}\n${log()}`)
}

/** The HTTP status of an address; 0 when it does not respond. */
export async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}
