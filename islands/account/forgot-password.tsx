import { useState } from 'react'
import { requestPasswordReset } from '../../shared/accounts.ts'
import * as pages from '../../shared/pages.ts'
import { fieldErrorsOf, request } from '../lib/index.ts'
import type { EmailFormPage } from '../pages.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { EmailField } from './email-field.tsx'
import { AccountFormLayout } from './form.tsx'
import { signInTexts } from './sign-in-texts.ts'
import { type SubmitResult, useAccountForm } from './use-account-form.ts'

const fields = ['email'] as const

/** Requests a password-reset mail. The response is the same for every e-mail address. */
export default function ForgotPassword(page: EmailFormPage) {
  const [done, setDone] = useState(page.done)

  async function send(values: FieldValues<'email'>): Promise<SubmitResult> {
    setDone(null)
    const envelope = await request(requestPasswordReset, { body: values, quiet: true })
    if (!envelope) return 'signed-out'
    setDone(envelope.message)
    return 'done'
  }

  const form = useAccountForm({
    formName: 'forgot',
    fieldNames: fields,
    initialValues: page.values,
    required: () => fields,
    validate: (values) => fieldErrorsOf(requestPasswordReset.body, values),
    send,
    serverErrors: page,
  })
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>{signInTexts.forgotPassword()}</h1>
        <p className="lead">{signInTexts.resetIntroduction()}</p>
      </header>
      <div role="status">{done && <p className="note">{done}</p>}</div>
      <AccountFormLayout
        form={form}
        name="forgot"
        action={pages.forgotPasswordPath}
        csrf={page.csrf}
        submitLabel={signInTexts.sendResetLink()}
        loadingText={signInTexts.sendingResetLink()}
      >
        <EmailField {...form.field('email')} autoComplete="username" />
      </AccountFormLayout>
      <p>
        <a href={pages.loginPath}>{signInTexts.backToSignIn()}</a>
      </p>
    </div>
  )
}
