import type { UserDetails } from '../../shared/management/users.ts'
import { usersTexts } from './users-texts.ts'

/** E-mail address of a user; names an address that is not verified. */
export const emailText = (user: Pick<UserDetails, 'email' | 'email_verified'>): string =>
  user.email_verified ? (user.email ?? '') : usersTexts.unverifiedEmail({ email: user.email ?? '' })
