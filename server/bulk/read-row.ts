import { type Service, services } from '../../shared/constants.ts'
import { cleanAmount } from '../../shared/money.ts'
import { referenceDiscos } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { quoteOf, type Wish } from '../quotes/index.ts'
import type { TypedRow } from './read-file.ts'

/** The other words that people write for a service. */
const serviceWords: Readonly<Record<string, Service>> = {
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

/** Names that a network had before. */
const networkWords: Readonly<Record<string, string>> = { '9mobile': 't2', etisalat: 't2' }

/** A number that a spreadsheet has rounded: its last digits are lost. */
const rounded = /^\d(?:\.\d+)?e\+?\d+$/i

/** What one row asks for. @throws Refused INVALID: its message says what is wrong with the row */
export function wishOf(row: TypedRow): Wish {
  const word = row.service.toLowerCase()
  const service = services.find((it) => it === word) ?? serviceWords[word]
  if (!service) throw wrong(`Please write one of: ${services.join(', ')}.`)
  if (rounded.test(row.number) || rounded.test(row.phone)) {
    throw wrong('Your spreadsheet has shortened a number. Format the column as text, and enter it again.')
  }
  const isPhone = service === 'airtime' || service === 'data' || (service === 'education' && !isJamb(row))
  const provider = row.provider.toLowerCase()
  const wish = {
    service,
    number: row.number,
    provider: service === 'power' ? discoCodeOf(row.provider) : (networkWords[provider] ?? provider),
    type: row.type.toLowerCase(),
    plan: row.plan,
    amount: cleanAmount(row.amount),
    phone: row.phone || (isPhone ? row.number : ''),
  }
  quoteOf(wish)
  return wish
}

const wrong = (says: string) => new Refused('INVALID', { says })
const isJamb = (row: TypedRow) => row.provider.toLowerCase() === 'jamb'

/** The code of an electricity company by its code, its name or its short name. */
function discoCodeOf(typed: string): string {
  const word = typed.toLowerCase()
  const disco = referenceDiscos.find(({ code, name, abbr, description }) =>
    [code, name, abbr, description].some((it) => it.toLowerCase() === word),
  )
  if (!disco)
    throw wrong(
      `We do not know that electricity company. We know: ${referenceDiscos.map((it) => it.code).join(', ')}.`,
    )
  return disco.code
}

/** Why a row cannot be bought, in one sentence. */
export function reasonOf(error: Refused): string {
  const [first] = Object.values(error.errors ?? {})
  return first?.[0] ?? error.message
}

/** A row, checked as far as it can be without asking anybody. */
export type Checked = TypedRow & { readonly why: string | null }

/** Checks every row by itself, and whether it is there twice: a purchase made twice by a slip cannot be undone. */
export function checkRows(rows: readonly TypedRow[]): Checked[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    try {
      const { service, number, plan, amount, provider } = wishOf(row)
      const name = [service, provider, number.replace(/[\s-]/g, ''), plan.toLowerCase(), amount].join(' ')
      const earlier = seen.get(name)
      if (earlier !== undefined)
        return { ...row, why: `The same as line ${earlier}. Please take one of them out.` }
      seen.set(name, row.line)
      return { ...row, why: null }
    } catch (error) {
      if (error instanceof Refused) return { ...row, why: reasonOf(error) }
      throw error
    }
  })
}
