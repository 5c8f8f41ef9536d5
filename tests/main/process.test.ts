import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestConfig } from '../http/setup.ts'
import { freePort } from '../support/free-port.ts'
import { isListening, startProgram } from './program.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const folder = createTestConfig()
const simulatorsPort = await freePort(2)
const simulatorsHealth = `http://127.0.0.1:${simulatorsPort}/simulators/health`
const env = {
  PATH: process.env.PATH,
  ROLE: 'api',
  SESSION_SECRET: 's'.repeat(32),
  PORT: '0',
  LOG_LEVEL: 'info',
  DATA_DIR: folder.config.dataDir,
  SIMULATORS_URL: `http://127.0.0.1:${simulatorsPort}`,
}
const children: ChildProcess[] = []

function run(file: string, extraEnv: NodeJS.ProcessEnv = {}, args: string[] = []) {
  const program = startProgram(process.execPath, [file, ...args], { env: { ...env, ...extraEnv } })
  children.push(program.child)
  return program
}

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  const log = readFileSync(join(folder.config.dataDir, 'simulators.log'), 'utf8')
  const lastStart = log
    .split('\n')
    .filter((line) => line.includes(`"listening":"${env.SIMULATORS_URL}"`))
    .map((line) => JSON.parse(line) as { pid: number })
    .at(-1)
  if (lastStart && (await isListening(simulatorsHealth))) process.kill(lastStart.pid, 'SIGTERM')
  folder.remove()
})

test('an invalid environment prints one sentence that names the variable', async () => {
  const { code, out, err } = await run('server/main.ts', { MODE: 'dream' }).exit
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'MODE must be simulated or live.\n' })
})

test('a first start starts the simulators, prints its address, and a signal stops it and the simulators', async () => {
  const { child, output, exit, serverOrigin } = run('server/main.ts')
  const address = await serverOrigin
  expect(output.out).toContain('simulated: no real money moves')
  expect(output.out).toContain('power loss is not covered')
  expect(output.out).toContain('(started)')
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await isListening(simulatorsHealth)).toBe(true)
  child.kill('SIGTERM')
  expect(await exit).toMatchObject({ code: 0, err: '' })
  expect(await isListening(simulatorsHealth)).toBe(false)
})

test('after kill -9 the next start reuses its database and simulators, and another mode is rejected', async () => {
  const first = run('server/main.ts')
  await first.serverOrigin
  const second = await run('server/main.ts').exit
  expect(second.code).toBe(1)
  expect(second.err).toMatch(/^The database in \S+ is in use by process \d+ since [^\n]+\n$/)
  const settingChange = await run('server/commands/setting.ts', {}, ['power_status', 'off']).exit
  expect(settingChange).toMatchObject({ code: 0, out: 'power_status 0\n', err: '' })
  first.child.kill('SIGKILL')
  await first.exit

  const live = {
    MODE: 'live',
    APP_URL: 'https://sanwo.example',
    PAYSTACK_SECRET_KEY: 'sk_live_x',
    VTPASS_API_KEY: 'a',
    VTPASS_PUBLIC_KEY: 'b',
    VTPASS_SECRET_KEY: 'c',
  }
  const liveStart = await run('server/main.ts', live).exit
  expect(liveStart.code).toBe(1)
  expect(liveStart.err).toMatch(/^This database belongs to MODE=simulated, and MODE is live: [^\n]+\n$/)

  const third = run('server/main.ts')
  await third.serverOrigin
  expect(third.output.out).toContain('(found)')
  const setting = await run('server/commands/setting.ts', {}, ['power_status']).exit
  expect(setting.out).toBe('power_status 0\n')
  third.child.kill('SIGTERM')
  expect((await third.exit).code).toBe(0)
  expect(await isListening(simulatorsHealth)).toBe(true)
})

test('a signal during the start stops the process and the simulators that it started', async () => {
  const simulators = `http://127.0.0.1:${await freePort(2)}`
  const { child, output, exit } = run('server/main.ts', { SIMULATORS_URL: simulators })
  while (child.exitCode === null && !(await isListening(`${simulators}/simulators/health`))) await pause(5)
  expect(output.out).toBe('')
  child.kill('SIGTERM')
  expect(await exit).toMatchObject({ code: 0, err: '' })
  expect(await isListening(`${simulators}/simulators/health`)).toBe(false)
})
