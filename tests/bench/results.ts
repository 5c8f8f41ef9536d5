import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Section, toMarkdownTable } from './report.ts'

const file = join(import.meta.dirname, 'RESULTS.md')
const root = join(import.meta.dirname, '../..')

const preamble = `# Bench results

Written by \`npm run bench -- --save\`, which replaces the sections it measured. The load, the simulators, the
database and the application share one machine, so compare the ratios. Times are p50 / p95 / p99.
`

/**
 * Replaces the measured sections of RESULTS.md and keeps the others.
 * @param origin machine and kind of run, printed below each section's heading with its commit and date
 */
export async function saveResults(sections: readonly Section[], origin: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => preamble)
  const source = `Commit ${commit()}, ${new Date().toISOString().slice(0, 10)}. ${origin}.`
  await writeFile(file, mergeResults(text, sections, source))
}

/** The text of RESULTS.md with the sections measured now: known ones in their place, new ones at the end. */
export function mergeResults(text: string, sections: readonly Section[], source: string): string {
  const [head = '', ...stored] = text.split(/^(?=## )/m)
  const merged = new Map(stored.map((section) => [titleOf(section), `${section.trim()}\n`]))
  for (const section of sections) {
    merged.set(section.title, `## ${section.title}\n\n${source}\n\n${toMarkdownTable(section)}\n`)
  }
  return `${[`${head.trim()}\n`, ...merged.values()].join('\n')}`
}

const titleOf = (section: string) => section.slice(3, section.indexOf('\n'))

/** The checked-out commit, marked when the tree has changes that are not committed. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', 'server', 'islands', 'shared', 'views') !== ''
  return git('rev-parse', '--short', 'HEAD') + (changed ? ' with local changes' : '')
}
