import type { z } from 'zod/mini'
import type { ClosingState, closeAccount } from '../../shared/account-closing.ts'
import type { UserId } from '../../shared/ids.ts'
import { lesserOf, nairaOf } from '../../shared/money.ts'
import { recordAccountEvent } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, ApiError, revokeUserSessionTokens } from '../http/index.ts'
import {
  accountDebtPaid,
  bonusForfeited,
  InsufficientBalance,
  account as ledgerAccount,
  lockBalance,
  post,
  walletForfeited,
} from '../ledger/index.ts'
import { accountClosed } from '../messaging/index.ts'
import { enqueueMail } from '../outbox/index.ts'
import {
  type ClosingInput,
  canForfeitBalance,
  getClosingInput,
  remainderKobo,
  unmetConditions,
} from './closing-conditions.ts'
import { closingServerTexts } from './closing-texts.ts'
import type { AccountDeps } from './deps.ts'
import { erasePersonalData } from './erase-personal-data.ts'
import { keptAfterClosing } from './kept-data.ts'
import { assertPassword } from './password-changes.ts'
import { assertPin } from './pin.ts'
import { auditContext, type RequestOrigin } from './request-origin.ts'
import { lockUser, userById, verifiedName } from './store.ts'

/** The state of an account before it is closed. */
export async function closingStateOf({ q }: Database, userId: UserId): Promise<ClosingState> {
  const input = await getClosingInput(q, userId)
  return {
    unmet: unmetConditions(input, null),
    wallet_balance: nairaOf(remainderKobo(input)),
    can_give_up_balance: canForfeitBalance(input),
    bonus: nairaOf(input.bonusKobo),
    cards: input.cards,
    bank_accounts: input.bankAccounts,
    kept: [...keptAfterClosing],
  }
}

/**
 * Closes the account in one transaction: personal data is deleted, sessions end, the bonus is forfeited. Orders, the
 * ledger and the audit log stay. The locked user's row keeps credits of the wallet out (`isWalletOpen`).
 * @throws ApiError CANNOT_CLOSE with the unmet conditions as fields, NOT_ALLOWED for a manager, SESSION_ENDED when it is
 * closed already, NOT_NOW when the wallet has changed; PASSWORD_WRONG, INVALID on `email`, as `assertPin` does
 */
export async function closeOwnAccount(
  deps: AccountDeps,
  actor: Actor,
  { give_up_balance, ...body }: z.infer<typeof closeAccount.body>,
  origin: RequestOrigin,
): Promise<void> {
  await assertConfirmed(deps, actor, body)
  const forfeitedKobo = give_up_balance ?? null
  try {
    await deps.db.inTransaction((tx) => close(deps, tx, { actor, forfeitedKobo, origin }))
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error
    throw new ApiError('NOT_NOW', { message: closingServerTexts.balanceChanged() })
  }
  deps.triggerOutbox()
}

/** The password, and the PIN; without a PIN the e-mail of the account. */
async function assertConfirmed(
  deps: AccountDeps,
  actor: Actor,
  { password, email, auth_pin }: Pick<z.infer<typeof closeAccount.body>, 'password' | 'email' | 'auth_pin'>,
): Promise<void> {
  const user = await userById(deps.db.q, actor.userId)
  if (user.pin_hash === null && email !== user.email)
    throw new ApiError('INVALID', { field: 'email', message: closingServerTexts.emailMismatch() })
  await assertPassword(deps, actor, password, 'password')
  if (user.pin_hash === null) return
  if (auth_pin === undefined) throw new ApiError('PIN_WRONG', { field: 'auth_pin' })
  await assertPin(deps, actor, auth_pin)
}

async function close(
  { brandName, appUrl }: AccountDeps,
  tx: Tx,
  { actor, forfeitedKobo, origin }: { actor: Actor; forfeitedKobo: bigint | null; origin: RequestOrigin },
): Promise<void> {
  const user = await lockUser(tx, actor.userId)
  if (user.closed_at) throw new ApiError('SESSION_ENDED')
  const input = await getClosingInput(tx, user.id)
  const unmet = unmetConditions(input, forfeitedKobo)
  if (input.role === 'manager')
    throw new ApiError('NOT_ALLOWED', { message: closingServerTexts.managerAccount() })
  if (unmet.length > 0)
    throw new ApiError('CANNOT_CLOSE', {
      message: unmet.map(({ message }) => message).join(' '),
      errors: Object.fromEntries(unmet.map(({ condition, message }) => [condition, [message]])),
    })
  await emptyBalances(tx, user.id, input)
  await enqueueMail(tx, {
    dedupeKey: `closed:${user.id}`,
    to: user.email,
    mail: accountClosed({ brandName, name: verifiedName(user), homeUrl: appUrl }),
  })
  await recordAccountEvent(tx, {
    actor,
    action: 'account.close',
    subject: user.uniqueid,
    ...auditContext(origin),
  })
  await revokeUserSessionTokens(tx, user.id)
  await erasePersonalData(tx, user)
}

/** Pays the debt from the wallet, and posts the remainder and the bonus that its owner forfeits. */
async function emptyBalances(tx: Tx, userId: UserId, input: ClosingInput): Promise<void> {
  const bonusKobo = await lockBalance(tx, ledgerAccount.bonus(userId))
  if (bonusKobo > 0n) await post(tx, bonusForfeited({ userId, amountKobo: bonusKobo }))
  const debtKobo = lesserOf(input.debtKobo, input.walletKobo)
  if (debtKobo > 0n) await post(tx, accountDebtPaid({ userId, amountKobo: debtKobo }))
  const walletKobo = remainderKobo(input)
  if (walletKobo > 0n) await post(tx, walletForfeited({ userId, amountKobo: walletKobo }))
}
