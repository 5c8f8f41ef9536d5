import { lagos } from './constants.ts'

const formats = {
  long: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit', hour12: true },
  short: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', hour12: true },
  time: { hour: 'numeric', minute: '2-digit', hour12: true },
  timeWithSeconds: { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/**
 * A date, a time or both in Lagos: `long` is "21 Nov 2026, 2:05 pm", `short` has no year. Unparseable values give
 * 'Invalid Date'.
 */
export function formatDate(value: unknown, format: keyof typeof formats = 'long'): string {
  const date =
    value instanceof Date ? value : new Date(typeof value === 'number' ? value : String(value ?? ''))
  if (Number.isNaN(date.getTime())) return 'Invalid Date'
  return formatterOf(format).format(date)
}

const formatters: Partial<Record<keyof typeof formats, Intl.DateTimeFormat>> = {}

/** Made once for each format: making a formatter takes much longer than formatting a date. */
function formatterOf(format: keyof typeof formats): Intl.DateTimeFormat {
  formatters[format] ??= new Intl.DateTimeFormat('en-NG', { ...formats[format], timeZone: lagos })
  return formatters[format]
}
