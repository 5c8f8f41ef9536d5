import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { IslandName } from '../../islands/registry.ts'
import type { MessageLanguage } from '../../shared/i18n.ts'

/** The islands build, as used by page rendering. */
export interface Assets {
  /** The stylesheet inlined in a page. */
  css(sheet: Sheet): Promise<string>
  /** The island's server-rendered HTML, in a language. */
  render(island: IslandName, props: object, language: MessageLanguage): Promise<string>
  /** The entry module, which hydrates the island. */
  readonly entry: string
  /** Inline module script that must run first; development only. */
  readonly before: string | null
  /** Modules that the page preloads in parallel. */
  preloads(island: IslandName): readonly string[]
  /** The service worker's script; null in development, which has none. */
  readonly serviceWorker: string | null
  /** The folder served as /assets/, or null if another server serves it. */
  readonly folder: string | null
}

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>
interface ServerBundle {
  render(island: string, props: object, language: MessageLanguage): string
}

const entrySource = 'islands/main.tsx'
/** The three stylesheets and their sources; each page includes one. */
export const styleSources = {
  guest: 'islands/styles.css',
  account: 'islands/styles-account.css',
  management: 'islands/styles-management.css',
} as const
export type Sheet = keyof typeof styleSources
export const shellStyle = 'views/shell.css'

/** The islands built by `npm run build` under `root`/dist. */
export async function builtAssets(root: string): Promise<Assets> {
  const client = join(root, 'dist/client')
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const bundle = (await import(pathToFileURL(join(root, 'dist/server/server.js')).href)) as ServerBundle
  const textOf = (source: string) => readFileSync(join(client, chunkOf(manifest, source).file), 'utf8')
  const sheets = Object.entries(styleSources).map(([name, source]) => [
    name,
    textOf(source) + textOf(shellStyle),
  ])
  const css: Record<Sheet, string> = Object.fromEntries(sheets)
  const registryOf = (name: string) => readFileSync(join(root, `islands/${name}.ts`), 'utf8')
  const managementSources = islandSources(registryOf('management-islands'))
  const sources = {
    ...islandSources(registryOf('registry')),
    ...serviceSources(registryOf('services')),
    ...managementSources,
  }
  const entryModules = withImports(manifest, entrySource)
  return {
    css: async (sheet) => css[sheet],
    render: async (island, props, language) => bundle.render(island, props, language),
    entry: `/${chunkOf(manifest, entrySource).file}`,
    before: null,
    preloads(island) {
      const source = sources[island]
      const islandModules = [
        ...(managementSources[island] ? ['management-islands.ts'] : []),
        ...(source ? [source] : []),
      ].flatMap((file) => withImports(manifest, `islands/${file}`))
      return [...new Set([...entryModules, ...islandModules])].map((file) => `/${file}`)
    },
    serviceWorker: readFileSync(join(root, 'dist/service-worker/service-worker.js'), 'utf8'),
    folder: join(client, 'assets'),
  }
}

function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`dist has no ${source}: run npm run build`)
  return chunk
}

/** The files of a module and of its static imports. */
function withImports(manifest: Manifest, source: string, visited = new Set<string>()): string[] {
  if (visited.has(source)) return []
  visited.add(source)
  const { file, imports = [] } = chunkOf(manifest, source)
  return [file, ...imports.flatMap((importSource) => withImports(manifest, importSource, visited))]
}

/** Maps each island to its source file, parsed from the registry's lines `name: () => import('./file')`. */
function islandSources(registry: string): Partial<Record<string, string>> {
  const matches = registry.matchAll(/['"]?([\w-]+)['"]?:\s*(?:async\s*)?\(\)\s*=>\s*import\('\.\/([^']+)'\)/g)
  return Object.fromEntries([...matches].map(([, name, file]) => [name, file]))
}

/** Maps the islands of the services to their source files: "data-form" to `data/form.tsx`. */
function serviceSources(registry: string): Partial<Record<string, string>> {
  const matches = registry.matchAll(/import\('\.\/((\w+)\/(\w+)\.tsx)'\)/g)
  return Object.fromEntries([...matches].map(([, file, service, page]) => [`${service}-${page}`, file]))
}
