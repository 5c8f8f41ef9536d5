import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

const script = resolve(import.meta.dirname, '../dependencies.ts')
const dependency = { name: 'left-pad', version: '1.3.0' }

/** An npm registry with one package; records the audit requests. */
async function openRegistry({ severity }: { severity: string | null }) {
  const requests: unknown[] = []
  const server = createServer(async (request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'GET') {
      const { name, version } = dependency
      const versions = { [version]: { name, version, dist: { tarball: 'http://127.0.0.1/none.tgz' } } }
      return json(200, { name, 'dist-tags': { latest: version }, versions })
    }
    if (severity === null || request.url !== '/-/npm/v1/security/advisories/bulk')
      return json(405, { error: 'Method Not Allowed' })
    requests.push(JSON.parse((await bodyOf(request)).toString()))
    const advisory = {
      id: 1,
      url: 'https://github.com/advisories/GHSA-test',
      title: 'It pads to the right',
      severity,
      vulnerable_versions: '<2.0.0',
      cwe: [],
      cvss: { score: 0, vectorString: null },
    }
    return json(200, { [dependency.name]: [advisory] })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, questions: requests }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}

/** Audits a project with one dependency against the registry. */
async function audit(registry: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-audit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { name, version } = dependency
  const project = { name: 'project', version: '1.0.0', dependencies: { [name]: version } }
  const lock = {
    ...project,
    lockfileVersion: 3,
    packages: { '': project, [`node_modules/${name}`]: { version } },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: join(folder, 'cache') }
  const child = spawn(process.execPath, [script], { cwd: folder, env })
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  child.stderr.on('data', (chunk) => (text += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, text }
}

test.each(['high', 'critical'])(
  'a known vulnerability of severity %s fails the check and is reported',
  async (severity) => {
    const registry = await openRegistry({ severity })
    const { code, text } = await audit(registry.url)
    expect(text).toContain(
      `${severity}: left-pad: It pads to the right https://github.com/advisories/GHSA-test`,
    )
    expect(text).toContain('Dependency audit: 1 of high or critical severity, 1 in all.')
    expect(code).toBe(1)
    expect(registry.questions).toEqual([{ 'left-pad': ['1.3.0'] }])
  },
)

test('a vulnerability of lower severity is counted and does not fail the check', async () => {
  const { code, text } = await audit((await openRegistry({ severity: 'moderate' })).url)
  expect([code, text]).toEqual([0, 'Dependency audit: 0 of high or critical severity, 1 in all.\n'])
})

test('a registry without the audit endpoint, or an unreachable one, is reported in one line and does not fail the check', async () => {
  const without = await audit((await openRegistry({ severity: null })).url)
  expect(without.code).toBe(0)
  expect(without.text).toMatch(
    /^Dependency audit: not done, the registry is unavailable \([^\n]*405[^\n]*\)\.\n$/,
  )
  const none = await audit('http://127.0.0.1:9/')
  expect(none.code).toBe(0)
  expect(none.text).toMatch(/^Dependency audit: not done, the registry is unavailable \([^\n]+\)\.\n$/)
})
