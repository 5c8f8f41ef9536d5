import { vendors } from '../../shared/constants.ts'
import { koboOf } from '../../shared/money.ts'
import {
  acceptViolation,
  type FloatDeps,
  fundFloat,
  type LedgerReport,
  ledgerReport,
  markBreakResolved,
  openFloat,
} from '../operations/index.ts'
import { CommandError } from './control.ts'

const usage = [
  'npm run ledger                                    shows the ledger report',
  'npm run ledger -- open vendor "why"               opens a float with the balance that the vendor reports',
  'npm run ledger -- fund vendor naira reference     records a transfer to a vendor',
  'npm run ledger -- accept violation "why"          accepts an invariant violation, so that its service is available again',
  'npm run ledger -- resolve difference "why"        marks a difference as resolved',
].join('\n')

/**
 * Runs `npm run ledger`: shows the ledger report, opens or funds a float, accepts a violation, marks a difference as resolved.
 * @returns lines to print, and whether the ledger check failed (exit code 1)
 * @throws CommandError
 */
export async function ledgerCommand(deps: FloatDeps, args: readonly string[]): Promise<LedgerReport> {
  const [subcommand, ...rest] = args
  switch (subcommand) {
    case undefined:
      return ledgerReport(deps)
    case 'open':
      return okReport(
        (
          await openFloat(deps, parseVendor(rest[0]), {
            actor: 'command',
            reason: parseReason(rest.slice(1)),
          })
        ).message,
      )
    case 'fund':
      return okReport(await fund(deps, rest))
    case 'accept': {
      const id = parseId(rest[0], 'violation')
      const isAccepted = await acceptViolation(deps.db, id, {
        actor: 'command',
        reason: parseReason(rest.slice(1)),
      })
      if (!isAccepted) throw new CommandError(`There is no open violation ${id}.`)
      return okReport(`Violation ${id} is accepted; its service is available again.`)
    }
    case 'resolve': {
      const id = parseId(rest[0], 'difference')
      const isResolved = await markBreakResolved(deps.db, id, {
        actor: 'command',
        reason: parseReason(rest.slice(1)),
      })
      if (!isResolved) throw new CommandError(`There is no open difference ${id}.`)
      return okReport(`Difference ${id} is resolved.`)
    }
    default:
      throw new CommandError(usage)
  }
}

async function fund(deps: FloatDeps, [vendor, naira, reference]: readonly string[]): Promise<string> {
  const amountKobo = koboOf(naira ?? '')
  if (amountKobo === null || amountKobo <= 0n || !/^[\w-]{3,60}$/.test(reference ?? ''))
    throw new CommandError(usage)
  return fundFloat(deps, { vendor: parseVendor(vendor), amountKobo, reference: reference ?? '' })
}

const okReport = (sentence: string): LedgerReport => ({ lines: [sentence], hasFailed: false })

function parseVendor(input: string | undefined) {
  const vendor = vendors.find((candidate) => candidate === input)
  if (!vendor) throw new CommandError(`A vendor is one of ${vendors.join(', ')}.`)
  return vendor
}

function parseId(input: string | undefined, label: string): bigint {
  if (!input || !/^\d{1,18}$/.test(input)) throw new CommandError(`Please enter the number of the ${label}.`)
  return BigInt(input)
}

function parseReason(words: readonly string[]): string {
  const reason = words.join(' ').trim()
  if (reason.length < 3) throw new CommandError('Please enter a reason.')
  return reason.slice(0, 300)
}
