import { useState } from 'react'
import { signIn } from '../../shared/accounts.ts'
import {
  dashboardPath,
  forgotPasswordPath,
  loginPath,
  registerPath,
  verifyEmailPath,
} from '../../shared/pages.ts'
import { fieldErrorsOf, RequestError, readVerification, request, saveVerification } from '../lib/index.ts'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import type { AccountFormPage } from '../pages.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import { navigate } from '../purchase/navigate.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { PasswordField, renderParts, TextField } from '../ui/index.ts'
import { EmailField } from './email-field.tsx'
import { AccountFormLayout } from './form.tsx'
import { signInTexts } from './sign-in-texts.ts'
import { type SubmitResult, useAccountForm } from './use-account-form.ts'

const required = ['email', 'password'] as const
const fields = [...required, 'second_factor_code'] as const

/** Sign-in page. A user with an unverified e-mail is redirected to verification. */
export default function Login(page: AccountFormPage) {
  const [asksCode, setAsksCode] = useState(page.errors.second_factor_code !== undefined)
  const form = useAccountForm({
    formName: 'login',
    fieldNames: fields,
    initialValues: page.values,
    required: () => required,
    validate: (values) => fieldErrorsOf(signIn.body, values),
    send: (values) =>
      send(values).catch((error: unknown) => {
        if (!(error instanceof RequestError) || error.code !== 'SECOND_FACTOR_NEEDED') throw error
        setAsksCode(true)
        return 'done'
      }),
    serverErrors: page,
  })
  const codeInput = useFocusOnChange<HTMLInputElement>(asksCode, false)
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <h1>{signInTexts.signIn()}</h1>
      <AccountFormLayout
        form={form}
        name="login"
        action={loginPath}
        csrf={page.csrf}
        submitLabel={signInTexts.signIn()}
        loadingText={signInTexts.signingIn()}
      >
        <EmailField {...form.field('email')} autoComplete="username" />
        <PasswordField
          {...form.field('password')}
          isHydrated={form.isHydrated}
          label={signInTexts.password()}
          autoComplete="current-password"
        />
        {asksCode && (
          <TextField
            {...form.field('second_factor_code')}
            ref={codeInput}
            label={signInTexts.secondFactorCode()}
            hint={signInTexts.secondFactorHint()}
            autoComplete="one-time-code"
          />
        )}
        <a href={forgotPasswordPath}>{signInTexts.forgotPassword()}</a>
      </AccountFormLayout>
      <p>
        {renderParts(signInTexts.registerPrompt({ link: (chunks) => <a href={registerPath}>{chunks}</a> }))}
      </p>
    </div>
  )
}

type Values = FieldValues<(typeof fields)[number]>

async function send({ second_factor_code, ...values }: Values): Promise<SubmitResult> {
  const body = { ...values, ...(second_factor_code && { second_factor_code }) }
  const envelope = await request(signIn, { body, quiet: true })
  if (!envelope?.data) return 'signed-out'
  const { email, email_verified } = envelope.data
  if (email_verified) navigate.to(dashboardPath)
  else {
    // Unless this browser requested a code, none has been sent.
    if (readVerification()?.email !== email) saveVerification({ email, until: null })
    navigate.to(verifyEmailPath)
  }
  return 'navigating'
}
