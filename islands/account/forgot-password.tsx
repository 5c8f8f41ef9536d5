import { useState } from 'react'
import { forgotPassword } from '../../shared/accounts.ts'
import * as pages from '../../shared/pages.ts'
import { ask, fieldErrorsOf } from '../lib/index.ts'
import type { MailFormPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { EmailField } from './email-field.tsx'
import { Form } from './form.tsx'
import { type Sent, useAccountForm, type Values } from './use-account-form.ts'

const fields = ['email'] as const

/** Asks for the mail that leads to a new password. It answers the same for every e-mail. */
export default function ForgotPassword(page: MailFormPage) {
  const [done, setDone] = useState(page.done)

  async function send(values: Values<'email'>): Promise<Sent> {
    setDone(null)
    const envelope = await ask(forgotPassword, { body: values, quiet: true })
    if (!envelope) return 'nothing'
    setDone(envelope.message)
    return 'done'
  }

  const form = useAccountForm({
    form: 'forgot',
    names: fields,
    first: page.values,
    required: () => fields,
    problemsOf: (values) => fieldErrorsOf(forgotPassword.body, values),
    send,
    refused: page,
  })
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>Forgot your password?</h1>
        <p className="lead">We mail you a link to choose a new one.</p>
      </header>
      <div role="status">{done && <p className="note">{done}</p>}</div>
      <Form
        form={form}
        name="forgot"
        action={pages.forgotPassword}
        csrf={page.csrf}
        press="Send the link"
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
