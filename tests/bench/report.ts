import { cpus, totalmem } from 'node:os'

/** One row of the results. */
export interface Row {
  readonly what: string
  /** The product's value, with its unit. */
  readonly result: string
  /** The baseline, measured in the same run. */
  readonly baseline?: string
  /** The product's value divided by the baseline. */
  readonly ratio?: string
  readonly target?: string
  /** Absent where there is no target. */
  readonly reached?: boolean
}

export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

const heads = { what: '', result: 'result', baseline: 'baseline', ratio: 'ratio', target: 'target' } as const
const columns = Object.keys(heads) as (keyof typeof heads)[]

/** A section's rows as a Markdown table; a row that missed its target is marked. */
export function table({ rows }: Section): string {
  const lines = rows.map((row) => [...columns.map((name) => row[name] ?? ''), resultText(row.reached)])
  const all = [[...columns.map((name) => heads[name]), ''], ...lines]
  const widths = all[0]!.map((_, index) => Math.max(3, ...all.map((line) => line[index]!.length)))
  const drawn = all.map((line) => `| ${line.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`)
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [drawn[0], rule, ...drawn.slice(1)].join('\n')
}

const resultText = (reached: boolean | undefined) => (reached === undefined ? '' : reached ? 'ok' : 'MISSED')

/** The machine that the results were measured on. */
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
export const perSecond = (rate: number): string => `${rate.toFixed(rate < 100 ? 1 : 0)}/s`

export const median = (numbers: readonly number[]): number => percentile(numbers, 50)

/** The nearest-rank percentile. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}

/** A row whose value must not exceed `maximum`. */
export const atMost = (
  label: string,
  value: number,
  maximum: number,
  show: (number: number) => string,
): Row => ({
  what: label,
  result: show(value),
  target: `≤ ${show(maximum)}`,
  reached: value <= maximum,
})
