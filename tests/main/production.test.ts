import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ensureBuilt } from '../../server/build.ts'
import { prepareDataFolder } from '../support/embedded-database.ts'
import { simulatorsUrl, startProgram } from './program.ts'

// The islands may have to be built first.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const root = join(import.meta.dirname, '../..')
/** The files of the container image. */
const folder = mkdtempSync(join(tmpdir(), 'sanwo-production-'))
beforeAll(async () => {
  await ensureBuilt()
  for (const name of ['islands', 'server', 'shared', 'views', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startServer(env: NodeJS.ProcessEnv = {}) {
  const preloaded = join(import.meta.dirname, 'without-build-tools.ts')
  return startProgram(process.execPath, ['--import', preloaded, 'server/main.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
  })
}

test('a server without built pages does not start, and names the command', async () => {
  expect(await startServer().exit).toEqual({
    code: 1,
    out: '',
    err: 'The pages are not built: run npm run build.\n',
  })
})

test('a built server runs without Vite and the other packages for builds and tests', async () => {
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  await prepareDataFolder(join(folder, 'data'))
  const simulators = simulatorsUrl(3_000)
  const { child, exit, serverOrigin } = startServer({ SIMULATORS_URL: simulators })
  const page = await fetch(`${await serverOrigin}/`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('What do you want to pay for today?')
  child.kill('SIGTERM')
  expect(await exit).toMatchObject({ code: 0, err: '' })
})
