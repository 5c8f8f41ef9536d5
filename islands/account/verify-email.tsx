import { verificationPinLength } from '../../shared/constants.ts'
import { verifyEmailPath } from '../../shared/pages.ts'
import type { EmailFormPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { Button, Overlay, PinCells } from '../ui/index.ts'
import { EmailField } from './email-field.tsx'
import { AccountFormLayout } from './form.tsx'
import { signInTexts } from './sign-in-texts.ts'
import { minutesAndSeconds } from './use-countdown.ts'
import { useVerification, type VerificationForm } from './use-verification.ts'

/** E-mail verification page. */
export default function VerifyEmail(page: EmailFormPage) {
  const form = useVerification(page)
  const { required, ...token } = form.field('token')
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>{signInTexts.verifyTitle()}</h1>
        <p className="lead">{signInTexts.verifyIntroduction({ digits: verificationPinLength })}</p>
      </header>
      {page.done && (
        <p className="note" role="status">
          {page.done}
        </p>
      )}
      <AccountFormLayout
        form={form}
        name="verify"
        action={verifyEmailPath}
        csrf={page.csrf}
        submitLabel={signInTexts.verify()}
        loadingText={signInTexts.verifying()}
        hasSingleField
        footer={<ResendWithoutScript />}
      >
        <EmailField {...form.field('email')} />
        <PinCells
          {...token}
          label={signInTexts.verificationCode()}
          mask
          plain={!form.isHydrated}
          maxLength={form.isHydrated ? undefined : verificationPinLength}
          required={required}
          error={token.error ?? form.message}
          onComplete={form.complete}
        />
      </AccountFormLayout>
      <ResendCode form={form} />
    </div>
  )
}

const ResendWithoutScript = () => (
  <noscript>
    <button type="submit" className="btn btn-quiet" formAction={`${verifyEmailPath}/resend`} formNoValidate>
      {signInTexts.resendCode()}
    </button>
  </noscript>
)

/** Remaining validity of the code and a resend button, which is always enabled because a mail can be lost. */
function ResendCode({ form }: { form: VerificationForm }) {
  const { leftMs } = form.countdown
  return (
    <div className="row row-tall">
      {leftMs !== null && leftMs > 0 && (
        <p role="timer">{signInTexts.codeTimeRemaining({ time: minutesAndSeconds(leftMs) })}</p>
      )}
      {leftMs !== null && (
        <Button kind="quiet" busy={form.isResending} onClick={form.resend}>
          {leftMs > 0 ? signInTexts.sendNewCode() : signInTexts.resendCode()}
        </Button>
      )}
      {form.isResending && <Overlay text={signInTexts.sendingNewCode()} />}
    </div>
  )
}
