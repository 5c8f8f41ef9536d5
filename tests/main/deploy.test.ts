import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { environmentVariables } from '../../server/config.ts'
import { root, startProgram } from './program.ts'

const folder = join(root, 'server/deploy')
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const known = new Set(environmentVariables.map(({ name }) => name))
const npm = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  scripts: Record<string, string>
}
const matchesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, match = '']) => match)

/** Names in `.env.example`; those after the schema's are read by compose.yaml. */
const exampleNames = matchesOf(textOf('.env.example'), /^#([A-Z_]+)=/gm)

test('.env.example is what npm run env-example writes', async () => {
  const command = npm.scripts['env-example'] ?? ''
  const [program, file] = /^node (\S+) > (\S+)$/.exec(command)?.slice(1) ?? []
  expect(file).toBe('server/deploy/.env.example')
  const { code, out } = await startProgram(process.execPath, [program ?? ''], { env: {} }).exit
  expect(code).toBe(0)
  expect(textOf('.env.example'), 'run npm run env-example').toBe(out)
})

test('.env.example describes each variable in one line with its default', () => {
  const [header, ...blocks] = textOf('.env.example').trimEnd().split('\n\n')
  expect(header).toContain('npm run env-example')
  for (const block of blocks) expect(block).toMatch(/^# [^\n]+\.\n#[A-Z_]+=[^\n]*$/)
  for (const block of blocks.slice(0, known.size)) expect(block).toMatch(/Default: |Required/)
  expect(exampleNames.slice(0, known.size)).toEqual([...known])
})

test('README.md lists each variable', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  for (const name of known) expect(readme).toContain(`\`${name}\``)
})

test('compose.yaml sets known variables only, and reads what .env.example lists', () => {
  const compose = textOf('compose.yaml')
  const settings = /environment: &settings\n((?: {4}\S.*\n)+)/.exec(compose)?.[1] ?? ''
  const names = matchesOf(settings, /^ {4}(\w+):/gm)
  expect(names.length).toBeGreaterThan(4)
  expect(names.filter((name) => !known.has(name))).toEqual([])
  expect(matchesOf(compose, /\$\{(\w+)/g).filter((name) => !exampleNames.includes(name))).toEqual([])
})

test('compose.yaml names files that exist', () => {
  const compose = textOf('compose.yaml')
  const mounted = matchesOf(compose, /- (\.\/[^:]+):/g)
  expect(mounted).toEqual(['./nginx.conf', './pgbouncer.ini'])
  for (const name of mounted) expect(existsSync(join(folder, name)), name).toBe(true)
  const contexts = matchesOf(compose, /context: (\S+)/g)
  const files = matchesOf(compose, /dockerfile: (\S+)/g)
  expect(files).toHaveLength(2)
  for (const [index, file] of files.entries())
    expect(existsSync(resolve(folder, contexts[index] ?? '', file)), file).toBe(true)
})

test('the Dockerfile copies files that exist and that its .dockerignore admits, and uses the Node.js of npm start', () => {
  const dockerfile = textOf('Dockerfile')
  const copied = matchesOf(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((names) => names.split(' '))
  const admitted = matchesOf(textOf('Dockerfile.dockerignore'), /^!(\S+)$/gm)
  for (const name of copied) expect(existsSync(join(root, name)), name).toBe(true)
  expect([...new Set(copied)].sort()).toEqual(admitted.sort())
  expect(dockerfile).toContain(`ARG NODE=node:${npm.dependencies.node}-`)
  expect(dockerfile).toMatch(/^USER node$/m)
})

test('the container and the service start the server with the flags of npm start', () => {
  const flags = matchesOf(npm.scripts.start ?? '', /(--\S+)/g)
  const command = JSON.parse(/^CMD (\[.+\])$/m.exec(textOf('Dockerfile'))?.[1] ?? '[]')
  expect(command).toEqual(['node', ...flags, 'server/main.ts'])
  expect(textOf('sanwo.service')).toContain(`/node ${flags.join(' ')} server/main.ts\n`)
})

test('each file that a deployment file runs exists', () => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const name = relative(folder, join(entry.parentPath, entry.name))
    const files = matchesOf(textOf(name), /\b(server\/(?:commands\/)?[\w-]+\.ts)\b/g)
    for (const file of files) expect(existsSync(join(root, file)), `${name}: ${file}`).toBe(true)
  }
})

test('nginx reaches the processes and the port of compose.yaml', () => {
  const [compose, nginx] = [textOf('compose.yaml'), textOf('nginx.conf')]
  const port = /^ {4}PORT: (\d+)$/m.exec(compose)?.[1]
  for (const server of matchesOf(nginx, /^ +server (app-\S+) /gm)) {
    const [service, serverPort] = server.split(':')
    expect(compose).toMatch(new RegExp(`^  ${service}: \\*app$`, 'm'))
    expect(serverPort).toBe(port)
  }
})

test('compose.yaml and sanwo.service allow 30 seconds for a shutdown', () => {
  expect(textOf('compose.yaml')).toContain('stop_grace_period: 30s')
  expect(textOf('sanwo.service')).toContain('TimeoutStopSec=30')
})

test('PgBouncer pools transactions and serves the database and port of compose.yaml', () => {
  const [compose, pgbouncer] = [textOf('compose.yaml'), textOf('pgbouncer.ini')]
  expect(pgbouncer).toMatch(/^pool_mode = transaction$/m)
  const port = /^listen_port = (\d+)$/m.exec(pgbouncer)?.[1]
  expect(compose).toContain(`@pgbouncer:${port}/sanwo`)
  expect(pgbouncer).toMatch(/^sanwo = host=postgres port=5432 dbname=sanwo$/m)
})
