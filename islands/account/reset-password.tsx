import { accountFieldTexts } from '../../shared/account-field-texts.ts'
import { resetPassword } from '../../shared/accounts.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import * as pages from '../../shared/pages.ts'
import { fieldErrorsOf, request } from '../lib/index.ts'
import type { ResetPasswordPage } from '../pages.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import { navigate } from '../purchase/navigate.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { PasswordField, StatusDisplay } from '../ui/index.ts'
import { EmailField } from './email-field.tsx'
import { AccountFormLayout } from './form.tsx'
import { signInTexts } from './sign-in-texts.ts'
import { type SubmitResult, useAccountForm } from './use-account-form.ts'

const fields = ['email', 'password', 'password_confirmation'] as const
type FormValues = FieldValues<(typeof fields)[number]>

/** Sets a new password with the link from the e-mail. */
export default function ResetPassword(page: ResetPasswordPage) {
  const { token = '' } = page.values
  if (token) return <NewPassword {...page} token={token} />
  return (
    <StatusDisplay kind="not-found" title={signInTexts.incompleteLinkTitle()} level={1}>
      <p>{signInTexts.incompleteLink()}</p>
      <a className="btn btn-primary" href={pages.forgotPasswordPath}>
        {signInTexts.requestNewLink()}
      </a>
    </StatusDisplay>
  )
}

function NewPassword({ token, ...page }: ResetPasswordPage & { token: string }) {
  async function send(values: FormValues): Promise<SubmitResult> {
    if (!(await request(resetPassword, { body: { ...values, token }, quiet: true }))) return 'signed-out'
    navigate.to(`${pages.loginPath}?note=password`)
    return 'navigating'
  }

  const form = useAccountForm({
    formName: 'reset',
    fieldNames: fields,
    initialValues: { email: page.values.email ?? '' },
    required: () => fields,
    validate,
    send,
    serverErrors: page,
  })
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <h1>{signInTexts.newPasswordTitle()}</h1>
      <AccountFormLayout
        form={form}
        name="reset"
        action={pages.resetPasswordPath}
        csrf={page.csrf}
        submitLabel={signInTexts.saveNewPassword()}
        loadingText={signInTexts.savingNewPassword()}
      >
        <input type="hidden" name="token" defaultValue={token} />
        <EmailField {...form.field('email')} autoComplete="username" />
        <PasswordField
          {...form.field('password')}
          isHydrated={form.isHydrated}
          label={signInTexts.newPassword()}
          hint={accountFieldTexts.passwordHint()}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field('password_confirmation')}
          isHydrated={form.isHydrated}
          label={signInTexts.confirmNewPassword()}
          autoComplete="new-password"
        />
      </AccountFormLayout>
    </div>
  )
}

/** Requires a password and a matching confirmation. The server checks password strength. */
function validate(values: FormValues): FieldErrors {
  const { password, ...errors } = fieldErrorsOf(resetPassword.body, { ...values, token: 'link' })
  if (password && values.password === '') errors.password = [signInTexts.passwordMissing()]
  if (values.password_confirmation === '') errors.password_confirmation = [signInTexts.confirmationMissing()]
  else if (values.password !== values.password_confirmation)
    errors.password_confirmation = [accountFieldTexts.passwordMismatch()]
  return errors
}
