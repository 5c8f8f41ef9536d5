import { sql } from 'kysely'
import type { ClosingCondition } from '../../shared/account-closing.ts'
import { amountLimitsNaira } from '../../shared/constants.ts'
import type { UserId } from '../../shared/ids.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Database, Tx } from '../database/index.ts'
import { account, accountSum } from '../ledger/index.ts'
import { closingServerTexts } from './closing-texts.ts'

/** The values that determine whether an account can be closed. Amounts in kobo. */
export interface ClosingInput {
  readonly role: 'user' | 'manager'
  readonly walletKobo: bigint
  /** Owed after a chargeback or a reversed reward. */
  readonly debtKobo: bigint
  readonly holdKobo: bigint
  readonly bonusKobo: bigint
  readonly openOrders: number
  /** Reference of the oldest open order; null without one. */
  readonly openOrder: string | null
  readonly runningBulkPurchases: number
  /** Open disputes of payments that the user made: a lost one is a debt of the user. */
  readonly openDisputes: number
  readonly cards: number
  readonly bankAccounts: number
}

/**
 * Reads orders and wallet in one statement, so an order that is delivered at the same time is either open here, or its
 * cashback is in the wallet.
 */
export async function getClosingInput(db: Database['q'] | Tx, userId: UserId): Promise<ClosingInput> {
  const balance = (name: string) =>
    sql`coalesce((select balance_kobo from balances where account = ${name}), 0)::bigint`
  const openOrders = sql`from orders where user_id = users.id
    and state in ('awaiting_payment', 'paid', 'vending', 'vend_failed', 'refunding')`
  const { rows } = await sql<Omit<ClosingInput, 'debtKobo'>>`
    select role, ${balance(account.wallet(userId))} as "walletKobo", ${balance(account.hold(userId))} as "holdKobo",
      ${balance(account.bonus(userId))} as "bonusKobo", (select count(*)::int ${openOrders}) as "openOrders",
      (select reference ${openOrders} order by created_at limit 1) as "openOrder",
      (select count(*)::int from bulk_purchases where user_id = users.id and state = 'running') as "runningBulkPurchases",
      (select count(*)::int from disputes join payments on payments.id = disputes.payment_id
        where payments.user_id = users.id and disputes.state = 'open') as "openDisputes",
      (select count(*)::int from payment_cards where user_id = users.id and deleted_at is null) as cards,
      (select count(*)::int from virtual_accounts where user_id = users.id and account_number is not null
        and state <> 'closed') as "bankAccounts"
    from users where id = ${userId}::uuid`.execute(db)
  const [input] = rows
  if (!input) throw new Error(`There is no user ${userId}`)
  return { ...input, debtKobo: await accountSum(db, account.receivable(userId)) }
}

/** The balance of the wallet after the debt is paid from it. */
export const remainderKobo = ({ walletKobo, debtKobo }: ClosingInput): bigint =>
  walletKobo > debtKobo ? walletKobo - debtKobo : 0n

/** The price of the cheapest purchase, kobo. */
const minPurchaseKobo = BigInt(amountLimitsNaira.min) * 100n

/** True for a balance that is too little for any purchase: its owner may forfeit it. */
export const canForfeitBalance = (input: ClosingInput): boolean =>
  remainderKobo(input) > 0n && remainderKobo(input) < minPurchaseKobo

/** The unmet conditions. @param forfeitedKobo the balance that the user forfeits; null for none */
export function unmetConditions(
  input: ClosingInput,
  forfeitedKobo: bigint | null,
): { condition: ClosingCondition; message: string }[] {
  const messages: Record<ClosingCondition, string | null> = {
    role: input.role === 'manager' ? closingServerTexts.managerAccount() : null,
    wallet: walletMessage(input, forfeitedKobo),
    debt: debtMessage(input),
    orders: input.openOrder
      ? closingServerTexts.ordersOpen({ count: input.openOrders, reference: input.openOrder })
      : null,
    bulk_purchase: input.runningBulkPurchases > 0 ? closingServerTexts.bulkPurchaseRunning() : null,
    dispute: input.openDisputes > 0 ? closingServerTexts.disputeOpen() : null,
  }
  return (Object.entries(messages) as [ClosingCondition, string | null][]).flatMap(([condition, message]) =>
    message === null ? [] : [{ condition, message }],
  )
}

function walletMessage(input: ClosingInput, forfeitedKobo: bigint | null): string | null {
  const { holdKobo } = input
  const walletKobo = remainderKobo(input)
  if (holdKobo > 0n) return closingServerTexts.walletHeld({ amount: formatMoney(holdKobo) })
  if (walletKobo === 0n) return null
  const amount = formatMoney(walletKobo)
  if (!canForfeitBalance(input))
    return closingServerTexts.walletNotEmpty({
      amount,
      minimum: formatMoney(minPurchaseKobo),
    })
  return forfeitedKobo === walletKobo ? null : closingServerTexts.walletRemainder({ amount })
}

/** A debt below the price of any purchase does not keep an account open. */
function debtMessage({ walletKobo, debtKobo }: ClosingInput): string | null {
  const missingKobo = debtKobo - walletKobo
  if (missingKobo < minPurchaseKobo) return null
  return closingServerTexts.debtUnpaid({ amount: formatMoney(debtKobo), missing: formatMoney(missingKobo) })
}
