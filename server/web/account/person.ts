import { getProfile, Profile } from '../../../shared/accounts.ts'
import { errors } from '../../../shared/errors.ts'
import { login } from '../../../shared/pages.ts'
import { accountNavigation } from '../navigation.ts'
import type { Shown, Site, Visit } from '../page.ts'

/** Who this visitor is, as the API knows them. */
export type Person =
  | { is: 'known'; profile: Profile }
  /** The bearer has ended: the visitor is led to sign in, without it. */
  | { is: 'ended'; shown: Shown }
  | { is: 'unreachable'; message: string }

/** Asks for the profile behind the session's bearer. */
export async function readPerson(visit: Visit, site: Site): Promise<Person> {
  const answer = await site.api.ask(getProfile, {}, visit.caller)
  if (!answer.ok) {
    // This call alone is open to whoever is signed in: 403 means that nobody is.
    const ended = answer.http === errors.SIGN_IN.status ? signsInAgain : endedSession(answer.http)
    return ended ? { is: 'ended', shown: ended } : { is: 'unreachable', message: answer.message }
  }
  const profile = Profile.safeParse(answer.data)
  // A page is light: the picture comes with the one page that shows it.
  return profile.success
    ? { is: 'known', profile: { ...profile.data, picture: null } }
    : { is: 'unreachable', message: errors.OURS.says }
}

/** What the head of a page of theirs says of somebody: their name, and the way to what their account may do. */
export const headOf = (profile: Profile | null) => ({
  person: profile?.name ?? '',
  locals: { accountNavigation: accountNavigation(profile?.is_company === true) },
})

/** Where the visitor of an account page goes when the bearer has ended; null for any other answer. */
export const endedSession = (http: number): Shown | null =>
  http === errors.SESSION_ENDED.status ? signsInAgain : null

const signsInAgain: Shown = { is: 'elsewhere', to: login, token: '' }
