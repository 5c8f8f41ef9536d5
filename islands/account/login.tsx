import { signIn } from '../../shared/accounts.ts'
import { dashboard, forgotPassword, login, register, verifyEmail } from '../../shared/pages.ts'
import { fieldErrorsOf, readVerification, request, saveVerification } from '../lib/index.ts'
import type { AccountFormPage } from '../pages.ts'
import { navigate } from '../purchase/navigate.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { PasswordField } from '../ui/index.ts'
import { EmailField } from './email-field.tsx'
import { Form } from './form.tsx'
import { type SubmitResult, useAccountForm, type Values } from './use-account-form.ts'

const fields = ['email', 'password'] as const

/** Sign-in page. A user with an unverified e-mail is redirected to verification. */
export default function Login(page: AccountFormPage) {
  const form = useAccountForm({
    form: 'login',
    names: fields,
    initial: page.values,
    required: () => fields,
    validate: (values) => fieldErrorsOf(signIn.body, values),
    send,
    serverErrors: page,
  })
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <h1>Sign in</h1>
      <Form
        form={form}
        name="login"
        action={login}
        csrf={page.csrf}
        submitLabel="Sign in"
        wait="Signing you in, please wait..."
      >
        <EmailField {...form.field('email')} autoComplete="username" />
        <PasswordField
          {...form.field('password')}
          ready={form.ready}
          label="Password"
          autoComplete="current-password"
        />
        <a href={forgotPassword}>Forgot your password?</a>
      </Form>
      <p>
        No account yet? <a href={register}>Register</a>
      </p>
    </div>
  )
}

async function send(values: Values<(typeof fields)[number]>): Promise<SubmitResult> {
  const envelope = await request(signIn, { body: values, quiet: true })
  if (!envelope?.data) return 'nothing'
  const { email, email_verified } = envelope.data
  if (email_verified) navigate.to(dashboard)
  else {
    // Unless this browser requested a code, none has been sent.
    if (readVerification()?.email !== email) saveVerification({ email, until: null })
    navigate.to(verifyEmail)
  }
  return 'leaving'
}
