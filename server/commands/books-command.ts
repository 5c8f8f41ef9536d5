import { vendors } from '../../shared/constants.ts'
import { koboOf } from '../../shared/money.ts'
import {
  acceptBreach,
  type BooksReport,
  booksReport,
  explainDifference,
  type FloatParts,
  fundFloat,
  openFloat,
} from '../operations/index.ts'
import { CommandRefused } from './control.ts'

const usage = [
  'npm run books                                     the state of the books',
  'npm run books -- open vendor "why"                begins our books of a float with what the vendor says',
  'npm run books -- fund vendor naira reference      books what was paid to a vendor',
  'npm run books -- accept breach "why"              takes a broken rule on, so that its service sells again',
  'npm run books -- explain difference "why"         explains a difference',
].join('\n')

/**
 * What `npm run books` does.
 * @returns lines to print, and whether something is wrong with the books (exit code 1)
 * @throws CommandRefused
 */
export async function booksCommand(parts: FloatParts, args: readonly string[]): Promise<BooksReport> {
  const [word, ...rest] = args
  switch (word) {
    case undefined:
      return booksReport(parts)
    case 'open':
      return said(await openFloat(parts, vendorNamed(rest[0]), reasonIn(rest.slice(1))))
    case 'fund':
      return said(await fund(parts, rest))
    case 'accept': {
      const id = numberNamed(rest[0], 'breach')
      const accepted = await acceptBreach(parts.db, id, { by: 'command', why: reasonIn(rest.slice(1)) })
      if (!accepted) throw new CommandRefused(`There is no open breach ${id}.`)
      return said(`Breach ${id} is taken on; its service sells again.`)
    }
    case 'explain': {
      const id = numberNamed(rest[0], 'difference')
      const explained = await explainDifference(parts.db, id, { by: 'command', why: reasonIn(rest.slice(1)) })
      if (!explained) throw new CommandRefused(`There is no open difference ${id}.`)
      return said(`Difference ${id} is explained.`)
    }
    default:
      throw new CommandRefused(usage)
  }
}

async function fund(parts: FloatParts, [vendor, naira, reference]: readonly string[]): Promise<string> {
  const amountKobo = koboOf(naira ?? '')
  if (amountKobo === null || amountKobo <= 0n || !/^[\w-]{3,60}$/.test(reference ?? ''))
    throw new CommandRefused(usage)
  return fundFloat(parts, { vendor: vendorNamed(vendor), amountKobo, reference: reference ?? '' })
}

const said = (sentence: string): BooksReport => ({ lines: [sentence], failed: false })

function vendorNamed(typed: string | undefined) {
  const vendor = vendors.find((it) => it === typed)
  if (!vendor) throw new CommandRefused(`A vendor is one of ${vendors.join(', ')}.`)
  return vendor
}

function numberNamed(typed: string | undefined, what: string): bigint {
  if (!typed || !/^\d{1,18}$/.test(typed)) throw new CommandRefused(`Please name the ${what} by its number.`)
  return BigInt(typed)
}

function reasonIn(words: readonly string[]): string {
  const why = words.join(' ').trim()
  if (why.length < 3) throw new CommandRefused('Please say why.')
  return why.slice(0, 300)
}
