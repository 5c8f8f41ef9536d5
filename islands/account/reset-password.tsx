import { passwordHint, passwordMismatch, resetPassword } from '../../shared/accounts.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import * as pages from '../../shared/pages.ts'
import { ask, fieldErrorsOf } from '../lib/index.ts'
import type { ResetPasswordPage } from '../pages.ts'
import { go } from '../purchase/go.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { PasswordField, StatusDisplay } from '../ui/index.ts'
import { EmailField } from './email-field.tsx'
import { Form } from './form.tsx'
import { type Sent, useAccountForm, type Values } from './use-account-form.ts'

const fields = ['email', 'password', 'password_confirmation'] as const
type Typed = Values<(typeof fields)[number]>

/** A new password, with the link that was mailed. */
export default function ResetPassword(page: ResetPasswordPage) {
  const { token = '' } = page.values
  if (token) return <NewPassword {...page} token={token} />
  return (
    <StatusDisplay kind="not-found" title="This link is not whole" level={1}>
      <p>Please open the link from our mail again, or ask for a new one.</p>
      <a className="btn btn-primary" href={pages.forgotPassword}>
        Ask for a new link
      </a>
    </StatusDisplay>
  )
}

function NewPassword({ token, ...page }: ResetPasswordPage & { token: string }) {
  async function send(values: Typed): Promise<Sent> {
    if (!(await ask(resetPassword, { body: { ...values, token }, quiet: true }))) return 'nothing'
    go.to(`${pages.login}?note=password`)
    return 'leaving'
  }

  const form = useAccountForm({
    form: 'reset',
    names: fields,
    first: { email: page.values.email ?? '' },
    required: () => fields,
    problemsOf,
    send,
    refused: page,
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
        press="Set the password"
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
          label="New password again"
          autoComplete="new-password"
        />
      </Form>
    </div>
  )
}

/** How strong a password is the server judges; here it must only be there, twice the same. */
function problemsOf(values: Typed): FieldErrors {
  const { password, ...problems } = fieldErrorsOf(resetPassword.body, { ...values, token: 'of the link' })
  if (password && values.password === '') problems.password = ['Please choose a password.']
  if (values.password_confirmation === '') problems.password_confirmation = ['Please type it again.']
  else if (values.password !== values.password_confirmation)
    problems.password_confirmation = [passwordMismatch]
  return problems
}
