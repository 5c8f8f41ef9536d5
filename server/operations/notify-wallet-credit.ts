import type { UserId } from '../../shared/ids.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { isWalletOpen } from '../ledger/index.ts'
import { walletCreditedMessage } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { enqueueMail } from '../outbox/index.ts'
import { reviewServerTexts } from './review-texts.ts'

interface WalletCredit {
  readonly userId: UserId
  readonly amountKobo: bigint
  readonly subject: string
  /** Text of the notification in the app. @param amount as shown to people */
  readonly body: (values: { amount: string }) => string
  /** One e-mail is sent for each key. */
  readonly dedupeKey: string
}

/**
 * Keeps the account of a user from being closed before a manager's credit of the wallet. Called before the credit is
 * posted, which locks the balance.
 * @throws ApiError NOT_NOW for a closed account
 */
export async function assertWalletOpen(tx: Tx, userId: UserId): Promise<void> {
  if (!(await isWalletOpen(tx, userId)))
    throw new ApiError('NOT_NOW', { message: reviewServerTexts.accountClosed() })
}

/**
 * Notifies a user whose wallet a manager has credited after `assertWalletOpen`, in the app and by e-mail.
 * @returns the user
 */
export async function notifyWalletCredit(
  { brandName, appUrl }: { readonly brandName: string; readonly appUrl: string },
  tx: Tx,
  { userId, amountKobo, subject, body, dedupeKey }: WalletCredit,
) {
  const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const text = body({ amount: formatMoney(amountKobo) })
  await notify(tx, { userId, service: 'wallet', subject, body: text, amountKobo })
  await enqueueMail(tx, {
    dedupeKey,
    to: user.email,
    mail: walletCreditedMessage({
      brandName,
      name: user.name,
      subject,
      amountKobo,
      walletUrl: `${appUrl}/account/wallet`,
    }),
  })
  return user
}
