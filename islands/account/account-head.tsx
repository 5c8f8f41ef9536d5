import { verifyEmail } from '../../shared/pages.ts'
import type { PersonPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'

/** Header of every account page: page note, load error and the prompt to verify the e-mail. */
export const AccountHead = ({ note, message, profile }: PersonPage) => (
  <>
    <PageNote text={note} />
    {message && (
      <p className="note" role="status">
        {message}
      </p>
    )}
    {profile && !profile.email_verified && (
      <p className="prompt">
        Verify your e-mail first: wallet, cards and cashback wait for it.{' '}
        <a href={verifyEmail}>Verify it now</a>
      </p>
    )}
  </>
)
