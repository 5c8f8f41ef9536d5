import { cpus, totalmem } from 'node:os'

/** One row of the results. */
export interface Row {
  readonly label: string
  /** The app's value, with its unit. */
  readonly result: string
  /** The baseline, measured in the same run. */
  readonly baseline?: string
  /** The app's value divided by the baseline. */
  readonly ratio?: string
  readonly target?: string
  /** Absent where there is no target. */
  readonly isTargetMet?: boolean
}

export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

const columnHeaders = {
  label: '',
  result: 'result',
  baseline: 'baseline',
  ratio: 'ratio',
  target: 'target',
} as const
const columns = Object.keys(columnHeaders) as (keyof typeof columnHeaders)[]

/** A section's rows as a Markdown table; a row that missed its target is marked. */
export function toMarkdownTable({ rows }: Section): string {
  const lines = rows.map((row) => [...columns.map((name) => row[name] ?? ''), resultText(row.isTargetMet)])
  const all = [[...columns.map((name) => columnHeaders[name]), ''], ...lines]
  const widths = all[0]!.map((_, index) => Math.max(3, ...all.map((line) => line[index]!.length)))
  const tableLines = all.map(
    (line) => `| ${line.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [tableLines[0], rule, ...tableLines.slice(1)].join('\n')
}

const resultText = (isTargetMet: boolean | undefined) =>
  isTargetMet === undefined ? '' : isTargetMet ? 'ok' : 'MISSED'

/** The machine that the results were measured on. */
export function describeMachine(postgresVersion: string | null): string {
  const [first] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return [
    `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} of memory`,
    `Node ${process.versions.node}, V8 ${process.versions.v8}`,
    postgresVersion ? `PostgreSQL ${postgresVersion}` : 'no PostgreSQL',
    'app, database, simulators and load on this one machine',
  ].join('; ')
}

export const formatKilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`
export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
export const formatRate = (rate: number): string => `${rate.toFixed(rate < 100 ? 1 : 0)}/s`

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
  format: (number: number) => string,
): Row => ({
  label,
  result: format(value),
  target: `≤ ${format(maximum)}`,
  isTargetMet: value <= maximum,
})
