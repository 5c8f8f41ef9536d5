import { getProfile, Profile } from '../../../shared/accounts.ts'
import { errors } from '../../../shared/errors.ts'
import { loginPath } from '../../../shared/pages.ts'
import type { PageResult, PageUser, WebContext } from '../page.ts'

/** The visitor's profile, as returned by the API. */
export type UserResult =
  | { type: 'known'; profile: Profile }
  /** The session token was revoked or expired: the visitor is redirected to sign in, and the token is removed. */
  | { type: 'session-ended'; redirect: PageResult }
  | { type: 'unreachable'; message: string }

/** Fetches the profile of the session token's user. */
export async function fetchUser(web: WebContext): Promise<UserResult> {
  const result = await web.api.request(getProfile)
  if (!result.ok) {
    // This endpoint is open to every signed-in user: SIGN_IN means that the visitor is signed out.
    const redirect =
      result.httpStatus === errors.SIGN_IN.status
        ? redirectToSignIn
        : redirectIfSessionEnded(result.httpStatus)
    return redirect ? { type: 'session-ended', redirect } : { type: 'unreachable', message: result.message }
  }
  const profile = Profile.safeParse(result.data)
  // Keeps pages small: only the settings page loads the picture.
  return profile.success
    ? { type: 'known', profile: { ...profile.data, picture: null } }
    : { type: 'unreachable', message: errors.INTERNAL_ERROR.message }
}

/** The user of a page; without a profile, the one that the session cookie keeps. */
export const pageUserOf = (profile: Profile | null): { user?: PageUser } =>
  profile ? { user: { name: profile.name, isCompany: profile.is_company } } : {}

/** A manager who may do something in the back office. */
export const isManager = ({ role, scopes = [] }: Profile): boolean => role === 'manager' && scopes.length > 0

/** The redirect after the session token was revoked or expired; null for any other status. */
export const redirectIfSessionEnded = (httpStatus: number): PageResult | null =>
  httpStatus === errors.SESSION_ENDED.status ? redirectToSignIn : null

const redirectToSignIn: PageResult = { type: 'redirect', to: loginPath, token: '' }
