import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '../cannot-start.ts'
import type { Config } from '../config.ts'

const patienceMs = 20_000

/**
 * Finds the simulated counterparties at SIMULATORS_URL, or starts them as a process of their own that
 * outlives us. Those found are told where our webhooks go now.
 * @throws CannotStart when they do not come up
 */
export async function ensureSimulators({
  simulatorsUrl,
  dataDir,
  appUrl,
}: Config): Promise<'found' | 'started'> {
  if (await areUp(simulatorsUrl)) {
    await tellWhereWeAre(simulatorsUrl, appUrl)
    return 'found'
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
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

  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    if (await areUp(simulatorsUrl)) return 'started'
    if (state.ended) break
    await pause(100)
  }
  // Another process may have started them in the same moment; ours then stepped back.
  if (await areUp(simulatorsUrl)) return 'found'
  throw new CannotStart(
    `The simulators did not start at ${simulatorsUrl}; ${logFile} says why. Set SIMULATORS_URL to move them.`,
  )
}

async function areUp(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/simulators/health`, { signal: AbortSignal.timeout(3_000) })
    return (await answer.text()).includes('sanwo-simulators')
  } catch {
    return false
  }
}

async function tellWhereWeAre(url: string, appUrl: string): Promise<void> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: appUrl }),
  }
  await fetch(`${url}/simulators/app-url`, { ...init, signal: AbortSignal.timeout(3_000) })
}
