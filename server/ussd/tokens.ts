import { formatDate } from '../../shared/dates.ts'
import { deliveriesOf, meterOrdersOfPhone } from '../purchase/index.ts'
import { amountOf, type UssdCaller, type UssdDeps } from './deps.ts'
import { screenLength } from './render.ts'
import { ussdTexts } from './texts.ts'

/** Purchases that one screen can show at most. */
const maxPurchases = 3

/**
 * The latest tokens of a meter that the phone or its user bought, in as many lines as fit. Read for each screen and
 * never stored with the session.
 */
export async function tokenLines(
  { db }: UssdDeps,
  { phone, account }: UssdCaller,
  meter: string,
): Promise<string[]> {
  const owner = { phone, userId: account?.userId ?? null }
  const orders = await meterOrdersOfPhone(db, meter, owner, maxPurchases)
  const deliveries = await deliveriesOf(
    db.q,
    orders.map(({ id }) => id),
  )
  const recentTokens = orders.flatMap((order) => {
    const tokens = deliveries.get(order.id)?.tokens ?? []
    if (tokens.length === 0) return []
    const digits = tokens.map((token) => withDashes(token.digits)).join(', ')
    const date = formatDate(order.delivered_at, 'day')
    return [ussdTexts.tokenLine({ date, amount: amountOf(order.amount_kobo), token: digits })]
  })
  if (recentTokens.length === 0) return [ussdTexts.noTokens({ meter })]
  return wholeLines([ussdTexts.tokensTitle({ meter }), ...recentTokens])
}

const withDashes = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1-')

/** The lines that fit whole: a token is never cut. */
function wholeLines(all: readonly string[]): string[] {
  const lines: string[] = []
  for (const line of all) {
    if ([...lines, line].join('\n').length > screenLength) break
    lines.push(line)
  }
  return lines
}
