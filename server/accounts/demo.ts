import { sql } from 'kysely'
import type { Database, Tx } from '../database/index.ts'
import { account, post } from '../ledger/index.ts'
import { hashSecret } from './password.ts'
import { newReferralCode, newUniqueid } from './store.ts'

interface Person {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly role: 'user' | 'manager'
  readonly walletKobo: bigint
  readonly pin: string | null
  /** Registered details of a company; null for a person. */
  readonly company: {
    readonly company_name: string
    readonly rc_number: string
    readonly address: string
  } | null
}

/** Who a simulated start brings along. A live one knows none of them. */
export const demoPeople: readonly Person[] = [
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
    pin: '246810',
    company: null,
  },
  {
    name: 'Tunde Balogun',
    email: 'tunde@example.com',
    phone: '+2348030000004',
    password: 'Demo-Tunde-1',
    role: 'user',
    walletKobo: 20_000_000n,
    pin: null,
    company: { company_name: 'Balogun Mills Ltd', rc_number: 'RC 204060', address: '12 Creek Road, Apapa' },
  },
]

/** Whoever is not there yet is made; who is there stays as they are. Verified, and ready to sign in. */
export async function seedDemoPeople(db: Database): Promise<void> {
  const there = await db.q
    .selectFrom('users')
    .select('email')
    .where(
      'email',
      'in',
      demoPeople.map(({ email }) => email),
    )
    .execute()
  const emails = new Set(there.map(({ email }) => email))
  for (const person of demoPeople) {
    if (emails.has(person.email)) continue
    const password_hash = await hashSecret(person.password)
    const pin_hash = person.pin && (await hashSecret(person.pin))
    await db.inTransaction((tx) => seedPerson(tx, person, { password_hash, pin_hash }))
  }
}

async function seedPerson(
  tx: Tx,
  { name, email, phone, role, walletKobo, company }: Person,
  secrets: { password_hash: string; pin_hash: string | null },
): Promise<void> {
  const made = await tx
    .insertInto('users')
    .values({
      ...secrets,
      ...company,
      is_company: company !== null,
      name,
      email,
      phone,
      role,
      uniqueid: newUniqueid(),
      referral_code: newReferralCode(),
      email_verified_at: sql<Date>`business_now()`,
    })
    .onConflict((on) => on.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made || walletKobo === 0n) return
  await post(tx, {
    event: `demo:${made.id}:wallet`,
    orderId: null,
    reason: 'Opening balance of a demo customer',
    lines: [
      [account.adjustment, walletKobo],
      [account.wallet(made.id), -walletKobo],
    ],
  })
}
