import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { configOf } from '../http/setup.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const root = resolve(import.meta.dirname, '../..')
const folder = configOf()
/** Avoids the default ports and those of other runs on this machine. */
const simulatorsPort = 20_000 + 2 * (process.pid % 10_000)
const env = {
  PATH: process.env.PATH,
  ROLE: 'api',
  SESSION_SECRET: 's'.repeat(32),
  PORT: '0',
  LOG_LEVEL: 'info',
  DATA_DIR: folder.config.dataDir,
  SIMULATORS_URL: `http://127.0.0.1:${simulatorsPort}`,
}
const running: ChildProcess[] = []

function run(file: string, extraEnv: NodeJS.ProcessEnv = {}, args: string[] = []) {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: { ...env, ...extraEnv },
  })
  running.push(child)
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }))
  const opened = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /is open at (\S+)\n[\s\S]*\n\n/.exec(output.out)?.[1]
      if (address) resolve(address)
    })
    void ended.then((end) => reject(new Error(`It ended before it opened: ${end.err}`)))
  })
  opened.catch(() => undefined)
  return { child, said: output, ended, opened }
}

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  const log = readFileSync(join(folder.config.dataDir, 'simulators.log'), 'utf8')
  const pid = Number(/"pid":(\d+)/.exec(log)?.[1])
  if (pid > 0) process.kill(pid, 'SIGTERM')
  folder.remove()
})

test('an invalid environment prints one sentence that names the variable', async () => {
  const { code, out, err } = await run('server/main.ts', { MODE: 'dream' }).ended
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'MODE must be simulated or live.\n' })
})

test('a first start starts the simulators, prints its address and stops on a signal', async () => {
  const { child, said: output, ended, opened } = run('server/main.ts')
  const address = await opened
  expect(output.out).toContain('simulated: no real money moves')
  expect(output.out).toContain('power loss is not covered')
  expect(output.out).toContain('(started)')
  expect((await fetch(`${new URL(address).origin}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, err: '' })
})

test('after kill -9 the next start reuses its database and simulators, and another mode is rejected', async () => {
  const first = run('server/main.ts')
  await first.opened
  const second = await run('server/main.ts').ended
  expect(second.code).toBe(1)
  expect(second.err).toMatch(/^The database in \S+ is in use by process \d+ since [^\n]+\n$/)
  const listed = await run('server/commands/setting.ts', {}, ['power_status', 'off']).ended
  expect(listed).toMatchObject({ code: 0, out: 'power_status 0\n', err: '' })
  first.child.kill('SIGKILL')
  await first.ended

  const live = {
    MODE: 'live',
    APP_URL: 'https://sanwo.example',
    PAYSTACK_SECRET_KEY: 'sk_live_x',
    VTPASS_API_KEY: 'a',
    VTPASS_PUBLIC_KEY: 'b',
    VTPASS_SECRET_KEY: 'c',
  }
  const other = await run('server/main.ts', live).ended
  expect(other.code).toBe(1)
  expect(other.err).toMatch(/^This database belongs to MODE=simulated, and MODE is live: [^\n]+\n$/)

  const third = run('server/main.ts')
  await third.opened
  expect(third.said.out).toContain('(found)')
  const stored = await run('server/commands/setting.ts', {}, ['power_status']).ended
  expect(stored.out).toBe('power_status 0\n')
  third.child.kill('SIGTERM')
  expect((await third.ended).code).toBe(0)
})
