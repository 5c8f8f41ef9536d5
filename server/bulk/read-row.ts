import { type Service, services } from '../../shared/constants.ts'
import { cleanAmount } from '../../shared/money.ts'
import { referenceDiscos } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { prepareQuote, type QuoteRequest } from '../quotes/index.ts'
import type { TypedRow } from './read-file.ts'

/** Alternative names of a service. */
const serviceAliases: Readonly<Record<string, Service>> = {
  electricity: 'power',
  tv: 'cabletv',
  cable: 'cabletv',
  'cable tv': 'cabletv',
  'cable-tv': 'cabletv',
  vtu: 'airtime',
  'mobile data': 'data',
  exam: 'education',
  school: 'education',
}

/** Former names of a network. */
const networkAliases: Readonly<Record<string, string>> = { '9mobile': 't2', etisalat: 't2' }

/** A number in scientific notation, rounded by a spreadsheet: its last digits are lost. */
const roundedNumber = /^\d(?:\.\d+)?e\+?\d+$/i

/** The quote request of one row. @throws ApiError INVALID with a message that names the error in the row */
export function quoteRequestOf(row: TypedRow): QuoteRequest {
  const name = row.service.toLowerCase()
  const service = services.find((candidate) => candidate === name) ?? serviceAliases[name]
  if (!service) throw invalidRow(`Please write one of: ${services.join(', ')}.`)
  if (roundedNumber.test(row.number) || roundedNumber.test(row.phone)) {
    throw invalidRow(
      'Your spreadsheet has shortened a number. Format the column as text, and enter it again.',
    )
  }
  const isPhone = service === 'airtime' || service === 'data' || (service === 'education' && !isJamb(row))
  const provider = row.provider.toLowerCase()
  const request = {
    service,
    number: row.number,
    provider: service === 'power' ? discoCodeOf(row.provider) : (networkAliases[provider] ?? provider),
    type: row.type.toLowerCase(),
    plan: row.plan,
    amount: cleanAmount(row.amount),
    phone: row.phone || (isPhone ? row.number : ''),
  }
  prepareQuote(request)
  return request
}

const invalidRow = (message: string) => new ApiError('INVALID', { message })
const isJamb = (row: TypedRow) => row.provider.toLowerCase() === 'jamb'

/** The code of an electricity company, by code, name or abbreviation. */
function discoCodeOf(input: string): string {
  const normalised = input.toLowerCase()
  const disco = referenceDiscos.find(({ code, name, abbr, description }) =>
    [code, name, abbr, description].some((entry) => entry.toLowerCase() === normalised),
  )
  if (!disco)
    throw invalidRow(
      `We do not know that electricity company. We know: ${referenceDiscos.map((entry) => entry.code).join(', ')}.`,
    )
  return disco.code
}

/** The reason why a row cannot be purchased, in one sentence. */
export function reasonOf(error: ApiError): string {
  const [first] = Object.values(error.errors ?? {})
  return first?.[0] ?? error.message
}

/** A row after the checks that need no vendor. */
export type CheckedRow = TypedRow & { readonly why: string | null }

/** Validates each row and finds duplicates: an accidental duplicate purchase cannot be undone. */
export function checkRows(rows: readonly TypedRow[]): CheckedRow[] {
  const firstLines = new Map<string, number>()
  return rows.map((row) => {
    try {
      const { service, number, plan, amount, provider } = quoteRequestOf(row)
      const name = [service, provider, number.replace(/[\s-]/g, ''), plan.toLowerCase(), amount].join(' ')
      const earlier = firstLines.get(name)
      if (earlier !== undefined) return { ...row, why: `Duplicate of line ${earlier}. Remove one.` }
      firstLines.set(name, row.line)
      return { ...row, why: null }
    } catch (error) {
      if (error instanceof ApiError) return { ...row, why: reasonOf(error) }
      throw error
    }
  })
}
