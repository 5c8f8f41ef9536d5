import { type Kobo, koboOf } from '../../../shared/money.ts'
import { oneLine } from '../../../shared/text.ts'

/** Response fields by lower-case name: discos write `Token`, `token`, `KCT1`, `kct1`. */
export type ResponseFields = ReadonlyMap<string, unknown>

export function fieldsOf(value: unknown): ResponseFields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return new Map(isObject ? Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]) : [])
}

const absentPattern = /^(|0+(\.0+)?|n\/?a|null|none|nil|-)$/i

/** The first of the named fields with a value. `N/A`, '', 0 and null count as no value. */
export function textAt(fields: ResponseFields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields.get(name)
    const text =
      typeof value === 'number'
        ? String(value)
        : typeof value === 'string'
          ? oneLine(value, maxTextLength)
          : ''
    if (!absentPattern.test(text)) return text
  }
  return null
}

const maxTextLength = 200

/** Naira ("2,000.00", 2000, 19.299999999999997) → kobo, from the decimal text. Null without a value. */
export function koboAt(fields: ResponseFields, ...names: string[]): Kobo | null {
  const text = textAt(fields, ...names)
    ?.replace(/^(₦|NGN|N)\s*/i, '')
    .replace(/,/g, '')
  const match = text?.match(/^(\d{1,12})(?:\.(\d+))?$/)
  if (!match) return null
  const [, naira = '', fraction = ''] = match
  const kobo = koboOf(`${naira}.${fraction.slice(0, 2).padEnd(2, '0')}`) ?? 0n
  const roundedKobo = kobo + (Number(fraction[2] ?? 0) >= 5 ? 1n : 0n)
  return roundedKobo > 0n ? roundedKobo : null
}

/** "79.9 kWh" → "79.9": units as decimal text. */
export function unitsAt(fields: ResponseFields, ...names: string[]): string | null {
  const units = textAt(fields, ...names)
    ?.replace(/,/g, '')
    .match(/^\d+(\.\d+)?(?=\s*(kwh?|units?)?$)/i)?.[0]
  return units && Number(units) > 0 ? units : null
}

/** A tariff written as a bare decimal is a rate in naira per kWh; classes are whole numbers or letters. */
export const rateAt = (fields: ResponseFields, name: string): string | null =>
  textAt(fields, name)?.match(/^\d{2,3}\.\d{1,2}$/)?.[0] ?? null

const tokenLength = 20

/**
 * Extracts tokens from text such as "Token : 1234-5678-…" or "1234 5678 …, 9012 …", digits only. A token has
 * 20 digits; another length is accepted only when the text contains nothing else.
 */
export function tokensIn(text: string | null): string[] {
  if (!text) return []
  const runs = (text.match(/\d(?:[\s-]?\d)*/g) ?? []).map((run) => run.replace(/\D/g, ''))
  const tokenRuns = runs.filter((run) => run.length >= tokenLength && run.length % tokenLength === 0)
  if (tokenRuns.length > 0) return tokenRuns.flatMap((run) => run.match(/\d{20}/g) ?? [])
  const digits = text.match(/^(?:token\s*[:=-]?\s*)?([\d\s-]{8,60})$/i)?.[1]?.replace(/\D/g, '') ?? ''
  return digits.length >= 10 ? [digits] : []
}
