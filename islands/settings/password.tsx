import { accountFieldTexts } from '../../shared/account-field-texts.ts'
import { updatePassword } from '../../shared/accounts.ts'
import { loginPath } from '../../shared/pages.ts'
import { accountRequest } from '../account/account-request.ts'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { fieldErrorsOf, toast } from '../lib/index.ts'
import { clearStorage } from '../lib/storage.ts'
import { navigate } from '../purchase/navigate.ts'
import { Button, ErrorSummary, Overlay, PasswordField } from '../ui/index.ts'
import { SettingsSection } from './section.tsx'
import { settingsTexts } from './texts.ts'

const fieldNames = ['old_password', 'new_password', 'new_password_confirmation'] as const
/** Delay before the redirect, so the user can read the toast. */
const toastMs = 1_500

/** Changes the password. All sessions end and the user signs in again. Source: specification 2, sections 4 and 5 */
export function PasswordForm() {
  const form = useAccountForm({
    formName: 'password',
    fieldNames,
    initialValues: {},
    required: () => fieldNames,
    validate: (values) => fieldErrorsOf(updatePassword.body, values),
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      const envelope = await accountRequest(updatePassword, { body: values, quiet: true })
      if (!envelope) return 'signed-out'
      toast.success(envelope.message || settingsTexts.passwordChanged())
      clearStorage()
      setTimeout(navigate.to, toastMs, loginPath)
      return 'navigating'
    },
  })
  const { new_password, new_password_confirmation } = form.values
  const areBothFilled = new_password !== '' && new_password_confirmation !== ''
  const areEqual = new_password === new_password_confirmation
  const confirmation = form.field('new_password_confirmation')

  return (
    <SettingsSection id="password" title={settingsTexts.changePassword()} isOpen>
      <form className="form" name="password" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
        {form.submitCount > 0 && <ErrorSummary submitCount={form.submitCount} errors={form.errors} />}
        <PasswordField
          {...form.field('old_password')}
          isHydrated={form.isHydrated}
          label={settingsTexts.currentPassword()}
          autoComplete="current-password"
        />
        <PasswordField
          {...form.field('new_password')}
          isHydrated={form.isHydrated}
          label={settingsTexts.newPassword()}
          hint={accountFieldTexts.passwordHint()}
          autoComplete="new-password"
        />
        <PasswordField
          {...confirmation}
          error={areBothFilled && !areEqual ? accountFieldTexts.passwordMismatch() : confirmation.error}
          isHydrated={form.isHydrated}
          label={settingsTexts.confirmNewPassword()}
          autoComplete="new-password"
        />
        <Button
          type="submit"
          className="script-only"
          busy={form.isBusy}
          disabled={!areBothFilled || !areEqual || form.isBusy}
        >
          {settingsTexts.changePassword()}
        </Button>
        {form.isBusy && <Overlay text={settingsTexts.changingPassword()} />}
      </form>
    </SettingsSection>
  )
}
