import type { UserId } from '../../shared/ids.ts'
import { type Caller, ipNetworkOf, type Limits } from '../http/index.ts'
import { mailboxOf } from '../messaging/index.ts'

/** A password attempt. `isKnown`: the device has signed in to this account before. */
export interface PasswordAttempt extends Pick<Caller, 'ip' | 'deviceIdHash'> {
  readonly email: string
  readonly isKnown: boolean
}

/** Key of one IP address and one account: users behind one shared address have separate counters. */
const ipAndEmailKey = ({ ip, email }: Pick<PasswordAttempt, 'ip' | 'email'>) => `${ipNetworkOf(ip)} ${email}`

/** Key of one IP address and one mailbox, for requests that send a mail to it. */
export const ipAndMailboxKey = ({ ip, email }: Pick<PasswordAttempt, 'ip' | 'email'>) =>
  ipAndEmailKey({ ip, email: mailboxOf(email) })

/** A password attempt that was counted as wrong before the password is compared. */
interface CountedAttempt {
  /** The password is correct, or was not compared. */
  restore(): Promise<void>
  /** The password is wrong. */
  fail(): Promise<void>
}

/**
 * Counts a password as wrong before it is compared, so that concurrent attempts cannot exceed the limit.
 * A device that has signed in to the account before has its own counter: neither other users of its address nor
 * distributed guesses lock it out.
 * @throws ApiError TOO_MANY
 */
export async function countPasswordAttempt(
  limits: Limits,
  attempt: PasswordAttempt,
): Promise<CountedAttempt> {
  const { deviceIdHash, email, isKnown } = attempt
  if (isKnown && deviceIdHash) {
    const key = `${deviceIdHash.toString('base64url')} ${email}`
    await limits.consume('sign_in_device', key)
    return { restore: () => limits.restore('sign_in_device', key), fail: async () => {} }
  }
  const ipAndEmail = ipAndEmailKey(attempt)
  await limits.check('sign_in_account', email)
  await limits.consume('sign_in_pair', ipAndEmail)
  return {
    restore: () => limits.restore('sign_in_pair', ipAndEmail),
    fail: () => limits.recordFailure('sign_in_account', email),
  }
}

/** Clears the failed password attempts of an account after a password reset by mail. */
export async function clearPasswordFailures(
  limits: Limits,
  { email, userId, client }: { email: string; userId: UserId; client: string },
): Promise<void> {
  await limits.clear('sign_in_account', email)
  await limits.clear('sign_in_pair', ipAndEmailKey({ ip: client, email }))
  await limits.clear('password_person', userId)
}
