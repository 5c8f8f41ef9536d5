import { sql } from 'kysely'
import { scopes } from '../../shared/scopes.ts'
import type { Database, Tx } from '../database/index.ts'
import { account, post } from '../ledger/index.ts'
import { hashSecret } from './password.ts'
import { newReferralCode, newUniqueid } from './store.ts'

interface DemoUser {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly role: 'user' | 'manager'
  readonly walletKobo: bigint
  readonly pin: string | null
  /** Registered details of a company; null for an individual. */
  readonly company: {
    readonly company_name: string
    readonly rc_number: string
    readonly address: string
  } | null
}

/** Users seeded in simulated mode, never in live mode. */
export const demoUsers: readonly DemoUser[] = [
  {
    name: 'Ada Okafor',
    email: 'ada@example.com',
    phone: '+2348030000001',
    password: 'Demo-Ada-1',
    role: 'user',
    walletKobo: 5_000_000n,
    pin: null,
    company: null,
  },
  {
    name: 'Bola Adeyemi',
    email: 'bola@example.com',
    phone: '+2348030000002',
    password: 'Demo-Bola-1',
    role: 'user',
    walletKobo: 0n,
    pin: null,
    company: null,
  },
  {
    name: 'Musa Danjuma',
    email: 'musa@example.com',
    phone: '+2348030000003',
    password: 'Demo-Musa-1',
    role: 'manager',
    walletKobo: 0n,
    pin: '274916',
    company: null,
  },
  {
    name: 'Ngozi Eze',
    email: 'ngozi@example.com',
    phone: '+2348030000005',
    password: 'Demo-Ngozi-1',
    role: 'manager',
    walletKobo: 0n,
    pin: '830527',
    company: null,
  },
  {
    name: 'Tunde Balogun',
    email: 'tunde@example.com',
    phone: '+2348030000004',
    password: 'Demo-Tunde-1',
    role: 'user',
    walletKobo: 20_000_000n,
    pin: '461830',
    company: { company_name: 'Balogun Mills Ltd', rc_number: 'RC 204060', address: '12 Creek Road, Apapa' },
  },
  {
    name: 'Kemi Lawal',
    email: 'kemi@example.com',
    phone: '+2348030000006',
    password: 'Demo-Kemi-1',
    role: 'user',
    walletKobo: 10_000_000n,
    pin: null,
    company: {
      company_name: 'Lawal Foods Ltd',
      rc_number: 'RC 318274',
      address: '5 Awolowo Road, Ikoyi',
    },
  },
]

/**
 * Creates the demo users that do not exist yet, with verified e-mails. Existing ones stay unchanged.
 * @param fundedAt when their wallets got the opening balance; without one, now
 */
export async function seedDemoUsers(db: Database, fundedAt?: Date): Promise<void> {
  const existing = await db.q
    .selectFrom('users')
    .select('email')
    .where(
      'email',
      'in',
      demoUsers.map(({ email }) => email),
    )
    .execute()
  const emails = new Set(existing.map(({ email }) => email))
  for (const person of demoUsers) {
    if (emails.has(person.email)) continue
    const password_hash = await hashSecret(person.password)
    const pin_hash = person.pin && (await hashSecret(person.pin))
    await db.inTransaction((tx) => seedUser(tx, person, { password_hash, pin_hash, fundedAt }))
  }
}

async function seedUser(
  tx: Tx,
  { name, email, phone, role, walletKobo, company }: DemoUser,
  { fundedAt, ...secrets }: { password_hash: string; pin_hash: string | null; fundedAt: Date | undefined },
): Promise<void> {
  const insertedUser = await tx
    .insertInto('users')
    .values({
      ...secrets,
      ...company,
      is_company: company !== null,
      name,
      email,
      phone,
      role,
      scopes: role === 'manager' ? [...scopes] : [],
      uniqueid: newUniqueid(),
      referral_code: newReferralCode(),
      email_verified_at: sql<Date>`app_now()`,
    })
    .onConflict((oc) => oc.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!insertedUser || walletKobo === 0n) return
  await post(tx, {
    event: `demo:${insertedUser.id}:wallet`,
    orderId: null,
    reason: 'Opening balance of a demo customer',
    postedAt: fundedAt,
    postings: [
      [account.adjustment, walletKobo],
      [account.wallet(insertedUser.id), -walletKobo],
    ],
  })
}
