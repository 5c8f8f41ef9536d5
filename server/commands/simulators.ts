import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { makePrivateFolder } from '../private-files.ts'
import { StartupError } from '../startup-error.ts'

const startTimeoutMs = 20_000

/**
 * Finds the simulators at SIMULATORS_URL, or starts them as a detached process that outlives the app. Running
 * simulators receive the app's webhook URL.
 * @throws StartupError if they do not start
 */
export async function ensureSimulators({
  simulatorsUrl,
  dataDir,
  appUrl,
}: Config): Promise<'found' | 'started'> {
  if (await areRunning(simulatorsUrl)) {
    await registerAppUrl(simulatorsUrl, appUrl)
    return 'found'
  }
  makePrivateFolder(dataDir)
  const logFile = join(dataDir, 'simulators.log')
  const out = openSync(logFile, 'a', 0o600)
  const child = spawn(process.execPath, [join(import.meta.dirname, '../simulators/main.ts')], {
    detached: true,
    stdio: ['ignore', out, out],
    env: { PATH: process.env.PATH, SIMULATORS_URL: simulatorsUrl, DATA_DIR: dataDir, APP_URL: appUrl },
  })
  const state = { ended: false }
  child.once('error', () => {
    state.ended = true
  })
  child.once('exit', () => {
    state.ended = true
  })
  child.unref()

  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline) {
    if (await areRunning(simulatorsUrl)) return 'started'
    if (state.ended) break
    await pause(100)
  }
  // Another process started them at the same time, or they were slow to respond; the child process then exited.
  if (await areRunning(simulatorsUrl)) {
    await registerAppUrl(simulatorsUrl, appUrl)
    return 'found'
  }
  throw new StartupError(
    `The simulators did not start at ${simulatorsUrl}; ${logFile} says why. Set SIMULATORS_URL to move them.`,
  )
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
