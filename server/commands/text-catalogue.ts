import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { TextSource } from '../../shared/i18n.ts'

/**
 * `npm run texts`: prints the catalogue of all texts for translators, in the JSON format of FormatJS: each id with its
 * English message.
 */
const root = join(import.meta.dirname, '../..')
const modules: Record<string, Record<string, TextSource>>[] = await Promise.all(
  globSync('{islands,shared,server}/**/{*-,}texts.ts', { cwd: root })
    .sort()
    .map((path) => import(join(root, path))),
)
const texts = modules.flatMap((module) => Object.values(module)).flatMap((group) => Object.values(group))
const catalogue = Object.fromEntries(texts.map(({ id, message }) => [id, { defaultMessage: message }]))
process.stdout.write(`${JSON.stringify(catalogue, null, 2)}\n`)
