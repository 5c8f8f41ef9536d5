import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import zlib from 'node:zlib'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'dist/built')
const lock = join(root, 'dist/building')
/** A build takes seconds; a lock older than this belongs to a process that died. */
const longestBuildMs = 120_000
/** How long a page of an earlier build may still ask for its modules. */
const keptBuildMs = 7 * 24 * 3_600_000

/** Everything the built islands are made of. */
const sources = ['islands/**/*', 'shared/**/*', 'views/**/*', 'vite.config.ts', 'package-lock.json']

/**
 * Builds the islands when dist is missing or older than its sources; one process at a time. The work is
 * done by a process of its own: the bundler's memory and settings stay out of this one.
 */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt()) return
  const builder = spawn(process.execPath, [import.meta.filename], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(builder, 'exit')
  if (code !== 0) throw new Error('The islands could not be built.')
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root }).sort()
  for (const file of files) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path))
  }
  return hash.digest('hex')
}

async function build(): Promise<void> {
  const wanted = hashOfSources()
  const vite = await import('vite')
  const common = {
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
  } as const
  await vite.build(common)
  await vite.build({ ...common, build: { ssr: 'islands/server.tsx' } })
  const assets = join(root, 'dist/client/assets')
  forgetOld(assets)
  pack(assets)
  writeFileSync(stamp, wanted)
}

/** Modules of builds that no page can still ask for. */
function forgetOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (Date.now() - statSync(file).mtimeMs > keptBuildMs) rmSync(file)
  }
}

/** Brotli and gzip beside each asset, at their best: packed once, sent many times. */
function pack(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!['.js', '.css', '.svg', '.json'].includes(extname(name)) || existsSync(`${file}.br`)) continue
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }))
  }
}

async function alone(work: () => Promise<void>): Promise<void> {
  mkdirSync(join(root, 'dist'), { recursive: true })
  while (!taken()) await pause(200)
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function taken(): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const age = existsSync(lock) ? Date.now() - statSync(lock).mtimeMs : 0
    if (age > longestBuildMs) rmSync(lock, { force: true })
    return false
  }
}

if (import.meta.main) {
  process.env.NODE_ENV = 'production'
  await alone(async () => {
    if (!isBuilt()) await build()
  })
}
