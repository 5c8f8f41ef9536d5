import { passwordHint, passwordMismatch, resetPassword } from '../../shared/accounts.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import * as pages from '../../shared/pages.ts'
import { fieldErrorsOf, request } from '../lib/index.ts'
import type { ResetPasswordPage } from '../pages.ts'
import { navigate } from '../purchase/navigate.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { PasswordField, StatusDisplay } from '../ui/index.ts'
import { EmailField } from './email-field.tsx'
import { Form } from './form.tsx'
import { type SubmitResult, useAccountForm, type Values } from './use-account-form.ts'

const fields = ['email', 'password', 'password_confirmation'] as const
type FormValues = Values<(typeof fields)[number]>

/** Sets a new password using the mailed link. */
export default function ResetPassword(page: ResetPasswordPage) {
  const { token = '' } = page.values
  if (token) return <NewPassword {...page} token={token} />
  return (
    <StatusDisplay kind="not-found" title="This link is incomplete" level={1}>
      <p>Please open the link from our mail again, or ask for a new one.</p>
      <a className="btn btn-primary" href={pages.forgotPassword}>
        Ask for a new link
      </a>
    </StatusDisplay>
  )
}

function NewPassword({ token, ...page }: ResetPasswordPage & { token: string }) {
  async function send(values: FormValues): Promise<SubmitResult> {
    if (!(await request(resetPassword, { body: { ...values, token }, quiet: true }))) return 'nothing'
    navigate.to(`${pages.login}?note=password`)
    return 'leaving'
  }

  const form = useAccountForm({
    form: 'reset',
    names: fields,
    initial: { email: page.values.email ?? '' },
    required: () => fields,
    validate,
    send,
    serverErrors: page,
  })
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <h1>Choose a new password</h1>
      <Form
        form={form}
        name="reset"
        action={pages.resetPassword}
        csrf={page.csrf}
        submitLabel="Save new password"
        wait="Setting your password, please wait..."
      >
        <input type="hidden" name="token" defaultValue={token} />
        <EmailField {...form.field('email')} autoComplete="username" />
        <PasswordField
          {...form.field('password')}
          ready={form.ready}
          label="New password"
          hint={passwordHint}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field('password_confirmation')}
          ready={form.ready}
          label="Confirm new password"
          autoComplete="new-password"
        />
      </Form>
    </div>
  )
}

/** Requires a password and a matching confirmation. The server checks password strength. */
function validate(values: FormValues): FieldErrors {
  const { password, ...errors } = fieldErrorsOf(resetPassword.body, { ...values, token: 'of the link' })
  if (password && values.password === '') errors.password = ['Please choose a password.']
  if (values.password_confirmation === '') errors.password_confirmation = ['Please type it again.']
  else if (values.password !== values.password_confirmation) errors.password_confirmation = [passwordMismatch]
  return errors
}
