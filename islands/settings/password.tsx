import { passwordHint, passwordMismatch, updatePassword } from '../../shared/accounts.ts'
import { login } from '../../shared/pages.ts'
import { accountRequest } from '../account/account-request.ts'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { fieldErrorsOf, toast } from '../lib/index.ts'
import { clearStorage } from '../lib/storage.ts'
import { navigate } from '../purchase/navigate.ts'
import { Button, ErrorSummary, Overlay, PasswordField } from '../ui/index.ts'

const names = ['old_password', 'new_password', 'new_password_confirmation'] as const
/** Delay before the redirect, so the user can read the toast. */
const toastMs = 1_500

/** Changes the password. All sessions end and the user signs in again. Source: specification 2, sections 4 and 5 */
export function PasswordForm() {
  const form = useAccountForm({
    form: 'password',
    names,
    initial: {},
    required: () => names,
    validate: (values) => fieldErrorsOf(updatePassword.body, values),
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      const envelope = await accountRequest(updatePassword, { body: values, quiet: true })
      if (!envelope) return 'nothing'
      toast.success(envelope.message || 'Your password is changed.')
      clearStorage()
      setTimeout(navigate.to, toastMs, login)
      return 'leaving'
    },
  })
  const { new_password, new_password_confirmation } = form.values
  const areBoth = new_password !== '' && new_password_confirmation !== ''
  const areEqual = new_password === new_password_confirmation
  const confirmation = form.field('new_password_confirmation')

  return (
    <section className="card stack" aria-labelledby="password">
      <h2 id="password">Change password</h2>
      <form className="form" name="password" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
        {form.submitCount > 0 && <ErrorSummary submits={form.submitCount} errors={form.errors} />}
        <PasswordField
          {...form.field('old_password')}
          ready={form.ready}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField
          {...form.field('new_password')}
          ready={form.ready}
          label="New password"
          hint={passwordHint}
          autoComplete="new-password"
        />
        <PasswordField
          {...confirmation}
          error={areBoth && !areEqual ? passwordMismatch : confirmation.error}
          ready={form.ready}
          label="Confirm new password"
          autoComplete="new-password"
        />
        <Button
          type="submit"
          className="script-only"
          busy={form.isBusy}
          disabled={!areBoth || !areEqual || form.isBusy}
        >
          Change password
        </Button>
        {form.isBusy && <Overlay text="Changing your password, please wait..." />}
      </form>
    </section>
  )
}
