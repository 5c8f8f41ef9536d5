import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestConfig } from '../http/setup.ts'
import { prepareDataFolder } from '../support/embedded-database.ts'
import { isListening, simulatorsUrl, startProgram } from './program.ts'

// The first start may build the islands.
vi.setConfig({ testTimeout: 240_000 })

/** `npm start` in a process group of its own, as in a terminal. */
async function npmStart(portOffset: number) {
  const { config, remove } = createTestConfig()
  await prepareDataFolder(config.dataDir)
  const simulators = simulatorsUrl(portOffset)
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: config.dataDir,
    SIMULATORS_URL: simulators,
  }
  const program = startProgram('npm', ['start'], { env, detached: true })
  const signalGroup = (signal: NodeJS.Signals) => process.kill(-(program.child.pid ?? 0), signal)
  onTestFinished(() => {
    if (program.child.exitCode === null) signalGroup('SIGKILL')
    remove()
  })
  const url = await program.serverOrigin
  expect(await isListening(`${url}/healthz`)).toBe(true)
  expect(await isListening(`${simulators}/simulators/health`)).toBe(true)
  const expectStopped = async () => {
    // The exit code of npm is the exit code of the server.
    expect(await program.exit).toMatchObject({ code: 0 })
    expect(await isListening(`${url}/healthz`)).toBe(false)
    expect(await isListening(`${simulators}/simulators/health`)).toBe(false)
    expect(existsSync(join(config.dataDir, 'database.lock'))).toBe(false)
  }
  return { npm: program.child, signalGroup, expectStopped }
}

test('SIGTERM to npm start stops the server with exit code 0, and the simulators', async () => {
  const { npm, expectStopped } = await npmStart(1_000)
  npm.kill('SIGTERM')
  await expectStopped()
})

test('Ctrl+C, which the server receives from the terminal and from npm, stops everything with exit code 0', async () => {
  const { signalGroup, expectStopped } = await npmStart(2_000)
  signalGroup('SIGINT')
  await expectStopped()
})
