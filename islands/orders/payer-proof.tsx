import { loginPath, refundAccountPath, reportPageUrl } from '../../shared/pages.ts'
import type { RefundAccountPage } from '../pages.ts'
import { commonTexts, PostedField } from '../ui/index.ts'
import { HiddenOrderFields } from './hidden-order-fields.tsx'
import { refundAccountTexts } from './refund-account-texts.ts'

/**
 * Proof required before a user or guest can add a refund account: only the payer is allowed to. Plain forms; the web
 * server responds with the next page, with or without JavaScript.
 */
export function PayerProof({ page }: { page: RefundAccountPage }) {
  const { reference, accessToken, status } = page
  switch (status.refund_account?.requires) {
    case 'sign_in':
      return (
        <section className="card stack">
          <p>{refundAccountTexts.signInFirst()}</p>
          <a className="btn btn-primary" href={loginPath}>
            {commonTexts.signIn()}
          </a>
        </section>
      )
    case 'email_code':
      return <EmailCode page={page} />
    default:
      return (
        <section className="card stack">
          <p>{refundAccountTexts.otherBrowser()}</p>
          <a className="btn btn-primary" href={reportPageUrl(reference, accessToken)}>
            {commonTexts.reportProblem()}
          </a>
        </section>
      )
  }
}

function EmailCode({ page }: { page: RefundAccountPage }) {
  const { reference, accessToken, sentTo, csrf, message, errors } = page
  const hiddenFields = (step: 'send_code' | 'confirm_code') => (
    <>
      <input type="hidden" name="_csrf" defaultValue={csrf} />
      <input type="hidden" name="step" defaultValue={step} />
      <HiddenOrderFields reference={reference} accessToken={accessToken} />
    </>
  )
  return (
    <section className="card stack">
      <p>{refundAccountTexts.emailCodeIntroduction()}</p>
      {message && !errors.code && (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
      {sentTo && (
        <form className="form" method="post" action={refundAccountPath}>
          {hiddenFields('confirm_code')}
          <input type="hidden" name="sent_to" defaultValue={sentTo} />
          <PostedField
            id="refund-account-code"
            name="code"
            label={refundAccountTexts.code()}
            hint={refundAccountTexts.codeHint({ email: sentTo })}
            error={errors.code?.[0] ?? null}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            required
          />
          <button type="submit" className="btn btn-primary btn-wide">
            {refundAccountTexts.confirmCode()}
          </button>
        </form>
      )}
      <form className="form" method="post" action={refundAccountPath}>
        {hiddenFields('send_code')}
        <button type="submit" className={sentTo ? 'btn btn-quiet' : 'btn btn-primary btn-wide'}>
          {sentTo ? refundAccountTexts.sendAnotherCode() : refundAccountTexts.sendCode()}
        </button>
      </form>
      <a href={reportPageUrl(reference, accessToken)}>{commonTexts.reportProblem()}</a>
    </section>
  )
}
