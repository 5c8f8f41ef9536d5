import { cpus, totalmem } from 'node:os'

/** One line of what was measured. */
export interface Row {
  readonly what: string
  /** What we reached, with its unit. */
  readonly ours: string
  /** What it is compared with, measured in the same run. */
  readonly beside?: string
  /** Ours divided by what it is compared with. */
  readonly ratio?: string
  readonly target?: string
  /** Absent where there is no target. */
  readonly reached?: boolean
}

export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

const heads = { what: '', ours: 'ours', beside: 'beside', ratio: 'ratio', target: 'target' } as const
const columns = Object.keys(heads) as (keyof typeof heads)[]

/** All sections as one Markdown table; a row that missed its target is marked. */
export function table(sections: readonly Section[]): string {
  const lines = sections.flatMap(({ title, rows }) => [
    [`**${title}**`, '', '', '', '', ''],
    ...rows.map((row) => [...columns.map((name) => row[name] ?? ''), mark(row.reached)]),
  ])
  const all = [[...columns.map((name) => heads[name]), ''], ...lines]
  const widths = all[0]!.map((_, at) => Math.max(3, ...all.map((line) => line[at]!.length)))
  const drawn = all.map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`)
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [drawn[0], rule, ...drawn.slice(1)].join('\n')
}

const mark = (reached: boolean | undefined) => (reached === undefined ? '' : reached ? 'ok' : 'MISSED')

/** The limits that the figures were measured with. */
export function machine(postgresVersion: string | null): string {
  const [first] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return [
    `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} of memory`,
    `Node ${process.versions.node}, V8 ${process.versions.v8}`,
    postgresVersion ? `PostgreSQL ${postgresVersion}` : 'no PostgreSQL',
    'app, database, simulators and load on this one machine',
  ].join('; ')
}

export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
export const perSecond = (many: number): string => `${many.toFixed(many < 100 ? 1 : 0)}/s`

export const median = (numbers: readonly number[]): number => percentile(numbers, 50)

/** The nearest-rank percentile. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}

/** A row whose figure must not exceed `most`. */
export const atMost = (what: string, value: number, most: number, show: (it: number) => string): Row => ({
  what,
  ours: show(value),
  target: `≤ ${show(most)}`,
  reached: value <= most,
})
