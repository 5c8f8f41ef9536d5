import { verifyEmailPath } from '../../shared/pages.ts'
import type { SignedInPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { renderParts } from '../ui/index.ts'
import { accountTexts } from './texts.ts'

/** Header of every account page: page note, load error and the prompt to verify the e-mail. */
export const AccountHead = ({ note, message, profile }: SignedInPage) => (
  <>
    <PageNote text={note} />
    {message && (
      <p className="note" role="status">
        {message}
      </p>
    )}
    {profile && !profile.email_verified && (
      <p className="prompt">
        {renderParts(
          accountTexts.verifyEmailPrompt({ link: (chunks) => <a href={verifyEmailPath}>{chunks}</a> }),
        )}
      </p>
    )}
  </>
)
