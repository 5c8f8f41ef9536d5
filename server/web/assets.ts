import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { IslandName } from '../../islands/pages.ts'

/** What the built islands give a page. */
export interface Assets {
  /** The stylesheet that stands in a page. */
  css(sheet: Sheet): Promise<string>
  /** The island's HTML, as it stands before any script. */
  render(island: IslandName, props: object): Promise<string>
  /** The module that starts the island. */
  readonly entry: string
  /** Inline module text that must run first; development only. */
  readonly before: string | null
  /** Modules the page needs, so that the browser asks for all of them at once. */
  preloads(island: IslandName): readonly string[]
  /** The folder served as /assets/, or null when another server does. */
  readonly folder: string | null
}

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>
interface ServerBundle {
  render(island: string, props: object): string
}

const entrySource = 'islands/main.tsx'
/** The three stylesheets, of which each page carries one, and what stands behind each. */
export const styleSources = {
  guest: 'islands/styles.css',
  account: 'islands/styles-account.css',
  management: 'islands/styles-management.css',
} as const
export type Sheet = keyof typeof styleSources
export const shellStyle = 'views/shell.css'

/** The islands as `npm run build` left them under `root`/dist. */
export async function builtAssets(root: string): Promise<Assets> {
  const client = join(root, 'dist/client')
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const bundle = (await import(pathToFileURL(join(root, 'dist/server/server.js')).href)) as ServerBundle
  const textOf = (source: string) => readFileSync(join(client, chunkOf(manifest, source).file), 'utf8')
  const sheets = Object.entries(styleSources).map(([name, it]) => [name, textOf(it) + textOf(shellStyle)])
  const css: Record<Sheet, string> = Object.fromEntries(sheets)
  const sources = islandSources(readFileSync(join(root, 'islands/registry.ts'), 'utf8'))
  const first = withImports(manifest, entrySource)
  return {
    css: async (sheet) => css[sheet],
    render: async (island, props) => bundle.render(island, props),
    entry: `/${chunkOf(manifest, entrySource).file}`,
    before: null,
    preloads(island) {
      const source = sources[island]
      const own = source ? withImports(manifest, `islands/${source}`) : []
      return [...new Set([...first, ...own])].map((file) => `/${file}`)
    },
    folder: join(client, 'assets'),
  }
}

function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`dist has no ${source}: run npm run build`)
  return chunk
}

/** The files of a module and of all it imports at once. */
function withImports(manifest: Manifest, source: string, seen = new Set<string>()): string[] {
  if (seen.has(source)) return []
  seen.add(source)
  const { file, imports = [] } = chunkOf(manifest, source)
  return [file, ...imports.flatMap((it) => withImports(manifest, it, seen))]
}

/** Which source file each island comes from, read from the registry's lines `name: () => import('./file')`. */
export function islandSources(registry: string): Partial<Record<string, string>> {
  const rows = registry.matchAll(/['"]?([\w-]+)['"]?:\s*(?:async\s*)?\(\)\s*=>\s*import\('\.\/([^']+)'\)/g)
  return Object.fromEntries([...rows].map(([, name, file]) => [name, file]))
}
