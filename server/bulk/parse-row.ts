import { type Service, services } from '../../shared/constants.ts'
import { cleanAmount, koboOf } from '../../shared/money.ts'
import { normalisePhone } from '../../shared/phone.ts'
import { ApiError } from '../http/index.ts'
import { parseNigerianPhone, type QuoteRequest } from '../purchase/index.ts'
import { prepareOrder, serviceBackends } from '../services.ts'
import type { FileRow } from './parse-file.ts'
import { bulkServerTexts } from './texts.ts'

const serviceByName = new Map<string, Service>(
  services.flatMap((service) =>
    [service, ...serviceBackends[service].bulk.aliases].map((name) => [name, service] as const),
  ),
)

/** Former names of a network. */
const networkAliases: Readonly<Record<string, string>> = { '9mobile': 't2', etisalat: 't2' }

/** A number in scientific notation, rounded by a spreadsheet: its last digits are lost. */
const roundedNumber = /^\d(?:\.\d+)?e\+?\d+$/i

/** The quote request of one row. @throws ApiError INVALID with a message that names the error in the row */
export function quoteRequestOf(row: FileRow): QuoteRequest {
  const service = serviceByName.get(row.service.toLowerCase())
  if (!service) throw invalidRow(bulkServerTexts.serviceUnknown({ services: services.join(', ') }))
  if (roundedNumber.test(row.number) || roundedNumber.test(row.phone)) {
    throw invalidRow(bulkServerTexts.numberShortened())
  }
  const { bulk } = serviceBackends[service]
  const provider = row.provider.toLowerCase()
  const billerCode = bulk.billerCode?.(row.provider) ?? networkAliases[provider] ?? provider
  const request = {
    service,
    number: row.number,
    billerCode,
    type: row.type.toLowerCase(),
    plan: row.plan,
    amount: cleanAmount(row.amount),
    phone: row.phone || (bulk.isPhone(billerCode) ? row.number : ''),
  }
  assertValid(request)
  return request
}

/**
 * The errors of the form and of the phone together: the phone is otherwise parsed only after the form, and its error
 * would be reported only after the others are corrected.
 * @throws ApiError INVALID
 */
function assertValid(request: QuoteRequest): void {
  const failures = [
    catchError(() => prepareOrder(request)),
    request.phone ? catchError(() => parseNigerianPhone('phone', request.phone)) : null,
  ].filter((error) => error !== null)
  const [first] = failures
  if (!first) return
  throw new ApiError('INVALID', {
    message: first.message,
    errors: Object.assign({}, ...failures.map(({ errors }) => errors)),
  })
}

function catchError(check: () => void): ApiError | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const invalidRow = (message: string) => new ApiError('INVALID', { message })

/** Why a row cannot be purchased: a sentence for each wrong field. */
export const reasonOf = (error: ApiError): string =>
  Object.values(error.errors ?? {})
    .flatMap(([first]) => first ?? [])
    .join(' ') || error.message

/** A row after the checks that need no vendor. */
export type CheckedRow = FileRow & { readonly error: string | null }

/** Validates each row and marks duplicates as errors, because a purchase that was made twice cannot be undone. */
export function checkRows(rows: readonly FileRow[]): CheckedRow[] {
  const firstLines = new Map<string, number>()
  return rows.map((row) => {
    try {
      const duplicateKey = duplicateKeyOf(quoteRequestOf(row))
      const firstLine = firstLines.get(duplicateKey)
      if (firstLine !== undefined) return { ...row, error: bulkServerTexts.duplicateRow({ line: firstLine }) }
      firstLines.set(duplicateKey, row.line)
      return { ...row, error: null }
    } catch (error) {
      if (error instanceof ApiError) return { ...row, error: reasonOf(error) }
      throw error
    }
  })
}

/** The same for two rows that buy the same, in whichever notation. */
function duplicateKeyOf({ service, billerCode, number, plan, amount }: QuoteRequest): string {
  const isPhone = serviceBackends[service].bulk.isPhone(billerCode)
  return [
    service,
    billerCode,
    isPhone ? normalisePhone(number) : number.replace(/[\s-]/g, ''),
    plan.toLowerCase(),
    koboOf(amount) ?? amount,
  ].join(' ')
}
