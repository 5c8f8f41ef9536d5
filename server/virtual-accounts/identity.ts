import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { UserId } from '../../shared/ids.ts'
import type { verifyBvn } from '../../shared/virtual-accounts.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import { closeCheck, dropCheck, openCheck } from './bvn-checks.ts'
import { type IdentityProvider, requireIdentityProvider, type VirtualAccountDeps } from './deps.ts'

type VerifyBvnRequest = z.infer<typeof verifyBvn.body>
type Reader = Database['q'] | Tx

/** Identity of a user with a verified BVN, stored encrypted. */
interface Identity {
  readonly bvn: string
  readonly bankCode: string
  readonly accountNumber: string
}

const secretContext = (userId: UserId) => `identity ${userId}`

/**
 * Checks that a BVN and a bank account have the same owner, and stores both when they match. The consent is committed
 * before the gateway is called; one check at a time per user. A verified identity is not checked again, since each
 * check costs money.
 * @returns the name of the account's owner
 * @throws ApiError BVN_MISMATCH, KEY_BUSY, TOO_MANY, UNAVAILABLE
 */
export async function verifyIdentity(
  deps: VirtualAccountDeps,
  { userId }: Actor,
  request: VerifyBvnRequest,
  client: string,
): Promise<string> {
  const provider = await requireIdentityProvider(deps)
  await deps.limits.consume('bvn_client', client)
  const identity: Identity = {
    bvn: request.customer_bvn,
    bankCode: request.bank_code,
    accountNumber: request.account_number,
  }
  const check = await deps.db.inTransaction((tx) => startCheck(deps, tx, userId, provider, identity))
  if ('verifiedName' in check) return check.verifiedName

  const match = await provider.matchBvn({ ...identity, name: check.name })
  await deps.db.inTransaction(async (tx) => {
    await closeCheck(tx, check.checkId, match.type)
    if (match.type === 'match') await storeIdentity(deps, tx, userId, provider, identity, match.accountName)
  })
  if (match.type === 'match') return match.accountName
  if (match.type === 'mismatch') throw new ApiError('BVN_MISMATCH')
  deps.log.warn({ gateway: provider.name, reason: match.reason }, 'a BVN could not be checked')
  throw new ApiError('UNAVAILABLE')
}

/** The verified BVN of the user, or null. A secret: only for the gateway. */
export const bvnOf = async (deps: VirtualAccountDeps, userId: UserId): Promise<string | null> =>
  (await identityOf(deps, deps.db.q, userId))?.bvn ?? null

type CheckStart = { verifiedName: string } | { checkId: string; name: string }

async function startCheck(
  deps: VirtualAccountDeps,
  tx: Tx,
  userId: UserId,
  provider: IdentityProvider,
  identity: Identity,
): Promise<CheckStart> {
  const checkId = await openCheck(tx, userId, provider.name)
  const { name, bvn_account_name: verifiedName } = await tx
    .selectFrom('users')
    .select(['name', 'bvn_account_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (verifiedName === null || !isSame(await identityOf(deps, tx, userId), identity)) return { checkId, name }
  await dropCheck(tx, checkId)
  return { verifiedName }
}

const isSame = (storedIdentity: Identity | null, identity: Identity): boolean =>
  storedIdentity?.bvn === identity.bvn &&
  storedIdentity.bankCode === identity.bankCode &&
  storedIdentity.accountNumber === identity.accountNumber

async function identityOf(
  { payments: { secrets } }: VirtualAccountDeps,
  db: Reader,
  userId: UserId,
): Promise<Identity | null> {
  const row = await db
    .selectFrom('identities')
    .select('encrypted_payload')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? (JSON.parse(secrets.decrypt(row.encrypted_payload, secretContext(userId))) as Identity) : null
}

async function storeIdentity(
  { payments: { secrets } }: VirtualAccountDeps,
  tx: Tx,
  userId: UserId,
  { name: gateway }: IdentityProvider,
  identity: Identity,
  accountName: string,
): Promise<void> {
  const encryptedPayload = secrets.encrypt(JSON.stringify(identity), secretContext(userId))
  const verified_at = sql<Date>`app_now()`
  await tx
    .insertInto('identities')
    .values({ user_id: userId, gateway, encrypted_payload: encryptedPayload })
    .onConflict((row) =>
      row.column('user_id').doUpdateSet({ gateway, encrypted_payload: encryptedPayload, verified_at }),
    )
    .execute()
  await tx
    .updateTable('users')
    .set({ bvn_masked: maskBvn(identity.bvn), bvn_account_name: accountName })
    .where('id', '=', userId)
    .execute()
}

/** `22212345678` → `*******5678` */
const maskBvn = (bvn: string): string => bvn.slice(-4).padStart(bvn.length, '*')
