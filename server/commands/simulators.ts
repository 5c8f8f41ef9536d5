import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { createPrivateFolder } from '../private-files.ts'
import { StartupError } from '../startup-error.ts'

const startTimeoutMs = 20_000
const stopTimeoutMs = 2_000

export interface Simulators {
  readonly state: 'found' | 'started'
  /** Ends the simulators if this process started them. */
  stop(): Promise<void>
}

/**
 * Finds the simulators at SIMULATORS_URL, or starts them as a child process. It is detached, so that Ctrl+C in a
 * terminal does not reach it while the app still drains. Simulators whose app was killed continue, and the next start
 * finds them. Running simulators receive the app's webhook URL.
 * @throws StartupError if they do not start
 */
export async function ensureSimulators({ simulatorsUrl, dataDir, appUrl }: Config): Promise<Simulators> {
  if (await areRunning(simulatorsUrl)) return adoptRunning(simulatorsUrl, appUrl)
  createPrivateFolder(dataDir)
  const logFile = join(dataDir, 'simulators.log')
  const out = openSync(logFile, 'a', 0o600)
  const child = spawn(process.execPath, [join(import.meta.dirname, '../simulators/main.ts')], {
    detached: true,
    stdio: ['ignore', out, out],
    env: { PATH: process.env.PATH, SIMULATORS_URL: simulatorsUrl, DATA_DIR: dataDir, APP_URL: appUrl },
  })
  child.once('error', () => undefined)
  child.unref()

  const timeoutAt = performance.now() + startTimeoutMs
  while (performance.now() < timeoutAt && isAlive(child)) {
    if (await areRunning(simulatorsUrl)) return { state: 'started', stop: () => stopChild(child) }
    await pause(100)
  }
  // Another process started them at the same time, or they were slow to respond; the child process then exited.
  if (await areRunning(simulatorsUrl)) return adoptRunning(simulatorsUrl, appUrl)
  await stopChild(child)
  throw new StartupError(
    `The simulators did not start at ${simulatorsUrl}; ${logFile} says why. Set SIMULATORS_URL to move them.`,
  )
}

async function adoptRunning(url: string, appUrl: string): Promise<Simulators> {
  await registerAppUrl(url, appUrl)
  return { state: 'found', stop: async () => undefined }
}

const isAlive = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

async function stopChild(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return
  const exitEvent = once(child, 'exit')
  child.ref()
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exitEvent
  clearTimeout(timer)
}

async function areRunning(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/simulators/health`, { signal: AbortSignal.timeout(3_000) })
    return (await response.text()).includes('sanwo-simulators')
  } catch {
    return false
  }
}

async function registerAppUrl(url: string, appUrl: string): Promise<void> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: appUrl }),
  }
  await fetch(`${url}/simulators/app-url`, { ...init, signal: AbortSignal.timeout(3_000) })
}
