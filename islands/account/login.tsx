import { signIn } from '../../shared/accounts.ts'
import { dashboard, forgotPassword, login, register, verifyEmail } from '../../shared/pages.ts'
import { ask, fieldErrorsOf, readVerification, saveVerification } from '../lib/index.ts'
import type { AccountFormPage } from '../pages.ts'
import { go } from '../purchase/go.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { PasswordField } from '../ui/index.ts'
import { EmailField } from './email-field.tsx'
import { Form } from './form.tsx'
import { type Sent, useAccountForm, type Values } from './use-account-form.ts'

const fields = ['email', 'password'] as const

/** Signing in. Who has not proved their e-mail yet is led there. */
export default function Login(page: AccountFormPage) {
  const form = useAccountForm({
    form: 'login',
    names: fields,
    first: page.values,
    required: () => fields,
    problemsOf: (values) => fieldErrorsOf(signIn.body, values),
    send,
    refused: page,
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
        press="Sign in"
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

async function send(values: Values<(typeof fields)[number]>): Promise<Sent> {
  const envelope = await ask(signIn, { body: values, quiet: true })
  if (!envelope?.data) return 'nothing'
  const { email, email_verified } = envelope.data
  if (email_verified) go.to(dashboard)
  else {
    // No code is on its way unless one was asked for in this browser.
    if (readVerification()?.email !== email) saveVerification({ email, until: null })
    go.to(verifyEmail)
  }
  return 'leaving'
}
