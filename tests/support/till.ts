import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../server/database/index.ts'
import { trialBalance } from '../../server/ledger/index.ts'
import { guestOf, post } from './guest.ts'

interface Truth {
  captures: Fact[]
  refunds: Fact[]
  deliveries: Fact[]
}
interface Fact {
  party: string
  reference: string
  orderReference: string | null
  requestId?: string
  amountKobo: number
  currency: string
  to?: string
}

interface Behind {
  /** Both are read at each use: a process that was started again has others. */
  readonly db: () => Database
  readonly origin: () => string
  readonly simulators: { readonly url: string }
  /** SESSION_SECRET: signs what the shell says of a browser. */
  readonly secret: string
}

/** What a story needs of a shop, whether its process is this one or another: customers, lies, and the books. */
export function tillOver({ db, origin, simulators, secret }: Behind) {
  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${simulators.url}/simulators/${path}`)).json()) as T
  const till = {
    simulators,
    get db() {
      return db()
    },
    get origin() {
      return origin()
    },
    guest: (session: string = randomUUID(), bearer: Record<string, string> = {}) =>
      guestOf({ at: till, secret, session, bearer }),
    fault: (party: string, behaviour: string, times = 1) =>
      post(`${simulators.url}/simulators/faults`, { party, behaviour, times }),
    truth: () => read<Truth>('truth.json'),
    mails: () => read<{ to: string; subject: string; text: string }[]>('mail.json'),
    texts: () => read<{ to: string; text: string }[]>('sms.json'),
    books: () => trialBalance(db().q),
    async ledgerSum() {
      const { rows } = await sql<{
        sum: string
      }>`select coalesce(sum(amount_kobo), 0)::text as sum from ledger_postings`.execute(db().q)
      return BigInt(rows[0]!.sum)
    },
    orderRow: (reference: string) =>
      db().q.selectFrom('orders').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow(),
  }
  return till
}

export type Till = ReturnType<typeof tillOver>

/** Vendors take request ids of the day alone, so a story that begins in the afternoon is told as of the morning. */
export function roomBeforeMidnight(): number {
  const hour = new Date().getUTCHours() + 1
  return hour >= 12 && hour < 24 ? -12 * 60 * 60 : 0
}
