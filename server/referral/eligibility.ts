import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import { account } from '../ledger/index.ts'
import { cardSignatureHashes } from '../payments/index.ts'
import type { Order } from '../purchase/index.ts'
import type { Secrets } from '../secrets/index.ts'

/** A referrer earns at most 10 bonuses within 30 days. */
const maxBonuses = 10
const windowDays = 30

/**
 * True when a newcomer shares no device, phone, meter or card with the referrer or the referrer's other referrals: users
 * cannot refer themselves under another name. A card counts when it is saved, was deleted, or paid without being saved;
 * the phone that gets the newcomer's airtime or data counts as well. A newcomer who referred the referrer, directly or
 * through others, is none: until its e-mail is verified, an account can enter the code of a user whom it referred.
 */
export async function isIndependentOfReferrer(
  tx: Tx,
  secrets: Secrets,
  { referrerId, newcomerId, order }: { referrerId: UserId; newcomerId: UserId; order: Order },
): Promise<boolean> {
  const circle = sql`select id, phone from users
      where (id = ${referrerId}::uuid or referred_by = ${referrerId}::uuid) and id <> ${newcomerId}::uuid`
  const ownCards = await cardHashesOf(tx, secrets, sql`user_id = ${newcomerId}::uuid`)
  const circleCards = await cardHashesOf(tx, secrets, sql`user_id in (select id from (${circle}) as circle)`)
  if ([...ownCards].some((card) => circleCards.has(card))) return false
  const { rows } = await sql<{ is_related: boolean }>`
    with recursive circle as (${circle}), referrers (id) as (
      select referred_by from users where id = ${referrerId}::uuid union
      select users.referred_by from users join referrers using (id)
    ), phones as (
      select ${order.phone}::text as phone union
      select ${order.beneficiary}::text union
      select phone from users where id = ${newcomerId}::uuid and phone is not null
    )
    select exists (select from circle join phones using (phone))
      or exists (select from referrers where id = ${newcomerId}::uuid)
      or exists (select from known_devices as own join known_devices as other using (device_hash)
        join circle on circle.id = other.user_id where own.user_id = ${newcomerId}::uuid)
      or exists (select from circle join orders on orders.user_id = circle.id
        where orders.paid_at is not null and orders.phone in (select phone from phones))
      or exists (select from circle join orders on orders.user_id = circle.id
        where orders.paid_at is not null and orders.beneficiary = ${order.beneficiary}) as is_related`.execute(
    tx,
  )
  return rows[0]?.is_related === false
}

/** The cards of users that were saved or that paid, as keyed hashes. */
async function cardHashesOf(
  tx: Tx,
  secrets: Secrets,
  condition: RawBuilder<unknown>,
): Promise<ReadonlySet<string>> {
  const { rows: saved } = await sql<{ gateway: string; signature: string }>`
    select gateway, signature from payment_cards where ${condition}`.execute(tx)
  const { rows: paid } = await sql<{ hash: string }>`
    select distinct card_signature as hash from payments
    where ${condition} and card_signature is not null`.execute(tx)
  return new Set([
    ...saved.flatMap(({ gateway, signature }) => cardSignatureHashes(secrets, gateway, signature)),
    ...paid.map(({ hash }) => hash),
  ])
}

/** True while the referrer is below the bonus limit. The transaction has locked the referrer's bonus account. */
export async function canEarnMore(tx: Tx, referrerId: UserId): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from ledger_postings join ledger_entries on ledger_entries.id = ledger_postings.entry_id
    where account = ${account.bonus(referrerId)} and event like 'referral:%:earned'
      and ledger_entries.posted_at > app_now() - make_interval(days => ${windowDays})`.execute(tx)
  return (rows[0]?.count ?? 0) < maxBonuses
}
