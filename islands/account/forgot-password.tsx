import { useState } from 'react'
import { forgotPassword } from '../../shared/accounts.ts'
import * as pages from '../../shared/pages.ts'
import { fieldErrorsOf, request } from '../lib/index.ts'
import type { EmailFormPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { EmailField } from './email-field.tsx'
import { Form } from './form.tsx'
import { type SubmitResult, useAccountForm, type Values } from './use-account-form.ts'

const fields = ['email'] as const

/** Requests a password-reset mail. The response is the same for every e-mail address. */
export default function ForgotPassword(page: EmailFormPage) {
  const [done, setDone] = useState(page.done)

  async function send(values: Values<'email'>): Promise<SubmitResult> {
    setDone(null)
    const envelope = await request(forgotPassword, { body: values, quiet: true })
    if (!envelope) return 'nothing'
    setDone(envelope.message)
    return 'done'
  }

  const form = useAccountForm({
    form: 'forgot',
    names: fields,
    initial: page.values,
    required: () => fields,
    validate: (values) => fieldErrorsOf(forgotPassword.body, values),
    send,
    serverErrors: page,
  })
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>Forgot your password?</h1>
        <p className="lead">We'll e-mail you a reset link.</p>
      </header>
      <div role="status">{done && <p className="note">{done}</p>}</div>
      <Form
        form={form}
        name="forgot"
        action={pages.forgotPassword}
        csrf={page.csrf}
        submitLabel="Send the link"
        wait="Sending the link, please wait..."
      >
        <EmailField {...form.field('email')} autoComplete="username" />
      </Form>
      <p>
        <a href={pages.login}>Back to sign in</a>
      </p>
    </div>
  )
}
