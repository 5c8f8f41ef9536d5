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
const builtFiles = ['client/.vite/manifest.json', 'server/server.js', 'service-worker/service-worker.js']
const stampFile = join(root, 'dist/built')
const lockFile = join(root, 'dist/building')
/** A build takes seconds. A lock older than this belongs to a process that crashed. */
const maxBuildMs = 120_000
/** Assets of earlier builds are kept this long for pages that are still open. */
const buildRetentionMs = 7 * 24 * 3_600_000

/** Inputs of the islands build. */
const sources = ['islands/**/*', 'shared/**/*', 'views/**/*', 'vite.config.ts', 'package-lock.json']

/**
 * Builds the islands when dist is missing or older than its sources. One process builds at a time, in a child process,
 * so that the bundler's memory and settings stay out of this process.
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

/** Whether dist has what the web server reads, of any age. */
export const hasBuild = (): boolean => builtFiles.every((file) => existsSync(join(root, 'dist', file)))

const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashOfSources()

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
  const sourcesHash = hashOfSources()
  const vite = await import('vite')
  const common = {
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
  } as const
  await vite.build(common)
  await vite.build({ ...common, build: { ssr: 'islands/server.tsx' } })
  await vite.build({
    ...common,
    configFile: false,
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: 'dist/service-worker',
      target: 'es2020',
      lib: {
        entry: 'islands/service-worker/main.ts',
        formats: ['iife'],
        name: 'serviceWorker',
        fileName: () => 'service-worker.js',
      },
    },
  })
  const assets = join(root, 'dist/client/assets')
  deleteExpiredAssets(assets)
  compressAssets(assets)
  writeFileSync(stampFile, sourcesHash)
}

/** Deletes assets of builds that open pages can no longer request. */
function deleteExpiredAssets(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (Date.now() - statSync(file).mtimeMs > buildRetentionMs) rmSync(file)
  }
}

/** Writes a brotli and a gzip file next to each asset, at maximum compression: compressed once, sent many times. */
function compressAssets(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!['.js', '.css', '.svg', '.json'].includes(extname(name)) || existsSync(`${file}.br`)) continue
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }))
  }
}

async function withBuildLock(callback: () => Promise<void>): Promise<void> {
  mkdirSync(join(root, 'dist'), { recursive: true })
  while (!tryLock()) await pause(200)
  try {
    await callback()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function tryLock(): boolean {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const age = existsSync(lockFile) ? Date.now() - statSync(lockFile).mtimeMs : 0
    if (age > maxBuildMs) rmSync(lockFile, { force: true })
    return false
  }
}

if (import.meta.main) {
  process.env.NODE_ENV = 'production'
  await withBuildLock(async () => {
    if (!isBuilt()) await build()
  })
}
