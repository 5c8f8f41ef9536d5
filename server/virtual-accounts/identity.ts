import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { verifyBvn } from '../../shared/virtual-accounts.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, Refused } from '../http/index.ts'
import { closeCheck, dropCheck, openCheck } from './check.ts'
import { type Identifier, needIdentifier, type VirtualAccountParts } from './parts.ts'

type Wish = z.infer<typeof verifyBvn.body>
type Reader = Database['q'] | Tx

/** What is kept of somebody whose BVN was verified, sealed. */
interface Identity {
  readonly bvn: string
  readonly bankCode: string
  readonly accountNumber: string
}

const about = (userId: string) => `identity ${userId}`

/**
 * Asks whether a BVN and a bank account have one owner, and keeps both when they have. The consent is
 * committed before anything leaves; one question at a time for each person. What is known already is not
 * asked again, for each question costs money.
 * @returns the name of the account's owner
 * @throws Refused BVN_MISMATCH, KEY_BUSY, TOO_MANY, UNAVAILABLE
 */
export async function verifyIdentity(
  parts: VirtualAccountParts,
  { userId }: Actor,
  wish: Wish,
  client: string,
): Promise<string> {
  const identifier = await needIdentifier(parts)
  await parts.limits.spend('bvn_client', client)
  const asked: Identity = {
    bvn: wish.customer_bvn,
    bankCode: wish.bank_code,
    accountNumber: wish.account_number,
  }
  const begun = await parts.db.inTransaction((tx) => begin(parts, tx, userId, identifier, asked))
  if ('known' in begun) return begun.known

  const match = await identifier.matchBvn({ ...asked, name: begun.name })
  await parts.db.inTransaction(async (tx) => {
    await closeCheck(tx, begun.checkId, match.is)
    if (match.is === 'match') await keep(parts, tx, userId, identifier, asked, match.accountName)
  })
  if (match.is === 'match') return match.accountName
  if (match.is === 'mismatch') throw new Refused('BVN_MISMATCH')
  parts.log.warn({ gateway: identifier.name, because: match.because }, 'a BVN could not be checked')
  throw new Refused('UNAVAILABLE')
}

/** The BVN of somebody who was verified; null when nobody was. It is a secret: for the gateway alone. */
export const bvnOf = async (parts: VirtualAccountParts, userId: string): Promise<string | null> =>
  (await identityOf(parts, parts.db.q, userId))?.bvn ?? null

type Begun = { known: string } | { checkId: string; name: string }

async function begin(
  parts: VirtualAccountParts,
  tx: Tx,
  userId: string,
  identifier: Identifier,
  asked: Identity,
): Promise<Begun> {
  const checkId = await openCheck(tx, userId, identifier.name)
  const { name, bvn_account_name: known } = await tx
    .selectFrom('users')
    .select(['name', 'bvn_account_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (known === null || !isSame(await identityOf(parts, tx, userId), asked)) return { checkId, name }
  await dropCheck(tx, checkId)
  return { known }
}

const isSame = (known: Identity | null, asked: Identity): boolean =>
  known?.bvn === asked.bvn && known.bankCode === asked.bankCode && known.accountNumber === asked.accountNumber

async function identityOf(
  { payments: { secrets } }: VirtualAccountParts,
  db: Reader,
  userId: string,
): Promise<Identity | null> {
  const row = await db
    .selectFrom('identities')
    .select('sealed')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? (JSON.parse(secrets.open(row.sealed, about(userId))) as Identity) : null
}

async function keep(
  { payments: { secrets } }: VirtualAccountParts,
  tx: Tx,
  userId: string,
  { name: gateway }: Identifier,
  it: Identity,
  accountName: string,
): Promise<void> {
  const sealed = secrets.seal(JSON.stringify(it), about(userId))
  const verified_at = sql<Date>`business_now()`
  await tx
    .insertInto('identities')
    .values({ user_id: userId, gateway, sealed })
    .onConflict((row) => row.column('user_id').doUpdateSet({ gateway, sealed, verified_at }))
    .execute()
  await tx
    .updateTable('users')
    .set({ bvn_masked: masked(it.bvn), bvn_account_name: accountName })
    .where('id', '=', userId)
    .execute()
}

/** `22212345678` → `*******5678` */
const masked = (bvn: string): string => bvn.slice(-4).padStart(bvn.length, '*')
