import { login, refundAccount, reportPage } from '../../shared/pages.ts'
import type { RefundAccountPage } from '../pages.ts'
import { PostedField } from '../ui/index.ts'
import { HiddenOrderFields } from './hidden-order-fields.tsx'

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
          <p>This order was paid from an account. Sign in to it to add your bank account.</p>
          <a className="btn btn-primary" href={login}>
            Sign in
          </a>
        </section>
      )
    case 'email_code':
      return <EmailCode page={page} />
    default:
      return (
        <section className="card stack">
          <p>
            To protect your money, a bank account can be added only in the browser that paid. Open this page
            there, or tell us and we will help you.
          </p>
          <a className="btn btn-primary" href={reportPage(reference, accessToken)}>
            Report a problem
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
      <p>
        To protect your money, first confirm that you paid. We e-mail a code to the address that was given
        when this order was paid.
      </p>
      {message && !errors.code && (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
      {sentTo && (
        <form className="form" method="post" action={refundAccount}>
          {hiddenFields('confirm_code')}
          <input type="hidden" name="sent_to" defaultValue={sentTo} />
          <PostedField
            id="refund-account-code"
            name="code"
            label="Code"
            hint={`We sent 6 digits to ${sentTo}. The code works for 10 minutes.`}
            error={errors.code?.[0] ?? null}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            required
          />
          <button type="submit" className="btn btn-primary btn-wide">
            Confirm code
          </button>
        </form>
      )}
      <form className="form" method="post" action={refundAccount}>
        {hiddenFields('send_code')}
        <button type="submit" className={sentTo ? 'btn btn-quiet' : 'btn btn-primary btn-wide'}>
          {sentTo ? 'Send another code' : 'E-mail me a code'}
        </button>
      </form>
      <a href={reportPage(reference, accessToken)}>Report a problem</a>
    </section>
  )
}
