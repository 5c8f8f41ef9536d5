import { verificationPinLength } from '../../shared/constants.ts'
import { verifyEmail } from '../../shared/pages.ts'
import type { EmailFormPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { Button, Overlay, PinCells } from '../ui/index.ts'
import { EmailField } from './email-field.tsx'
import { Form } from './form.tsx'
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
        <h1>Verify your e-mail</h1>
        <p className="lead">
          We sent a code of {verificationPinLength} digits to your e-mail. It expires in 10 minutes.
        </p>
      </header>
      {page.done && (
        <p className="note" role="status">
          {page.done}
        </p>
      )}
      <Form
        form={form}
        name="verify"
        action={verifyEmail}
        csrf={page.csrf}
        submitLabel="Verify"
        wait="Verifying your e-mail, please wait..."
        isOneField
        after={<ResendWithoutScript />}
      >
        <EmailField {...form.field('email')} />
        <PinCells
          {...token}
          label="Verification PIN"
          mask
          plain={!form.ready}
          maxLength={form.ready ? undefined : verificationPinLength}
          required={required}
          error={token.error ?? form.message}
          onComplete={form.complete}
        />
      </Form>
      <ResendCode form={form} />
    </div>
  )
}

const ResendWithoutScript = () => (
  <noscript>
    <button type="submit" className="btn btn-quiet" formAction={`${verifyEmail}/resend`} formNoValidate>
      Resend verification token
    </button>
  </noscript>
)

/** Remaining validity of the code and a resend button, which is always enabled because a mail can be lost. */
function ResendCode({ form }: { form: VerificationForm }) {
  const { leftMs } = form.countdown
  return (
    <div className="row min-h-12">
      {leftMs !== null && leftMs > 0 && <p role="timer">Time Remaining: {minutesAndSeconds(leftMs)}</p>}
      {leftMs !== null && (
        <Button kind="quiet" busy={form.isResending} onClick={form.resend}>
          {leftMs > 0 ? 'Send a new code' : 'Resend verification token'}
        </Button>
      )}
      {form.isResending && <Overlay text="Sending another code, please wait..." />}
    </div>
  )
}
