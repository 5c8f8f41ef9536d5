import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../server/database/index.ts'
import { signInternalHeader } from '../../server/http/index.ts'
import { trialBalance } from '../../server/ledger/index.ts'
import { createGuest, post } from './guest.ts'

interface ProviderRecords {
  captures: ProviderRecord[]
  refunds: ProviderRecord[]
  deliveries: ProviderRecord[]
}
interface ProviderRecord {
  party: string
  reference: string
  orderReference: string | null
  requestId?: string
  amountKobo: number
  currency: string
  to?: string
}

interface TestClientOptions {
  /** Both are read at each use: a restarted process has other values. */
  readonly db: () => Database
  readonly origin: () => string
  readonly simulators: { readonly url: string }
  /** SESSION_SECRET: signs the internal header. */
  readonly secret: string
}

/** Test access to an application in any process: customers, fault injection, ledger and provider records. */
export function createTestClient({ db, origin, simulators, secret }: TestClientOptions) {
  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${simulators.url}/simulators/${path}`)).json()) as T
  const client = {
    simulators,
    get db() {
      return db()
    },
    get origin() {
      return origin()
    },
    createGuest: (session: string = randomUUID(), authHeaders: Record<string, string> = {}) =>
      createGuest({ app: client, secret, session, authHeaders }),
    /** The internal header of a new browser at this IP address. */
    headersForIp: (ip: string): Record<string, string> => ({
      'x-sanwo-shell': signInternalHeader(secret, { ip, session: randomUUID(), at: Date.now() }),
    }),
    /** @throws Error for a fault that the provider's simulator does not have */
    async injectFault(provider: string, behaviour: string, times = 1): Promise<void> {
      const { http } = await post(`${simulators.url}/simulators/faults`, {
        party: provider,
        behaviour,
        times,
      })
      if (http !== 200) throw new Error(`${provider} has no fault ${behaviour}: HTTP ${http}`)
    },
    /** Changes the settings of every simulated provider. */
    simulatorSettings: (change: object) => post(`${simulators.url}/simulators/settings`, change),
    providerRecords: () => read<ProviderRecords>('records.json'),
    emails: () => read<{ to: string; subject: string; text: string }[]>('mail.json'),
    smsMessages: () => read<{ to: string; text: string }[]>('sms.json'),
    accountBalances: () => trialBalance(db().q),
    async ledgerSum() {
      const { rows } = await sql<{
        sum: string
      }>`select coalesce(sum(amount_kobo), 0)::text as sum from ledger_postings`.execute(db().q)
      return BigInt(rows[0]!.sum)
    },
    orderRow: (reference: string) =>
      db().q.selectFrom('orders').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow(),
  }
  return client
}

export type TestClient = ReturnType<typeof createTestClient>

const msPerHour = 60 * 60 * 1_000
let clockOffset: { readonly day: number; readonly seconds: number } | undefined

/**
 * Offset of the application clock, seconds. Vendors accept only request ids of the current day in Lagos, so runs that begin
 * in the afternoon set the clock back by twelve hours. The offset does not change during a day: a run that continues past
 * noon would otherwise set the clock back to before its own data.
 */
export function clockOffsetBeforeMidnight(): number {
  const lagosHours = Math.floor(Date.now() / msPerHour) + 1
  const day = Math.floor(lagosHours / 24)
  if (clockOffset?.day !== day) clockOffset = { day, seconds: lagosHours % 24 >= 12 ? -12 * 60 * 60 : 0 }
  return clockOffset.seconds
}
