import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { compileCache } from '../support/compile-cache.ts'

export const root = resolve(import.meta.dirname, '../..')

/**
 * An address for the simulators of one test. Its port is below the ephemeral ports of Linux (32768 and above), one of
 * which a connection of another test may hold.
 */
export const simulatorsUrl = (offset: number): string =>
  `http://127.0.0.1:${20_000 + 2 * ((process.pid + offset) % 6_000)}`

export interface Program {
  readonly child: ChildProcess
  readonly output: { out: string; err: string }
  /** Exit code and output, when the process has ended. */
  readonly exit: Promise<{ code: number | null; out: string; err: string }>
  /** The printed address, when startup is complete. */
  readonly serverOrigin: Promise<string>
}

interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Starts a process group of its own, like a terminal. */
  readonly detached?: boolean
}

export function startProgram(
  command: string,
  args: readonly string[],
  { env, cwd = root, detached = false }: ProgramOptions,
): Program {
  const child = spawn(command, args, {
    cwd,
    env: { ...compileCache, ...env },
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const exit = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }))
  const serverOrigin = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /is open at (\S+)\n[\s\S]*\n\n/.exec(output.out)?.[1]
      if (address) resolve(new URL(address).origin)
    })
    void exit.then((end) => reject(new Error(`It ended before it opened: ${end.err}`)))
  })
  serverOrigin.catch(() => undefined)
  return { child, output, exit, serverOrigin }
}

/** Whether a server accepts connections at this address. */
export const isListening = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  )
