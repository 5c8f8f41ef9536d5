import { useState } from 'react'
import { isActive } from '../../shared/constants.ts'
import { requestServiceNotification } from '../../shared/operations.ts'
import { formPage, home, notifyMe } from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { EmailField } from '../account/email-field.tsx'
import { Form } from '../account/form.tsx'
import { type SubmitResult, useAccountForm, type Values } from '../account/use-account-form.ts'
import { fieldErrorsOf, request } from '../lib/index.ts'
import type { NotifyMePage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { phoneErrors, phonePayload } from '../purchase/phones.ts'
import { PhoneField, StatusDisplay } from '../ui/index.ts'

const fields = ['phone', 'email'] as const
type Field = (typeof fields)[number]

/** Requests one message for when a paused service takes orders again. */
export default function NotifyMe(page: NotifyMePage) {
  const { service, status, reason } = page.service
  const [done, setDone] = useState(page.done)
  const name = service === 'insurance' ? 'Insurance' : serviceContracts[service].name

  async function send(values: Values<Field>): Promise<SubmitResult> {
    const envelope = await request(requestServiceNotification, {
      params: { service },
      body: bodyOf(values),
      quiet: true,
    })
    if (!envelope) return 'nothing'
    setDone(envelope.message)
    return 'done'
  }

  const form = useAccountForm({
    form: 'tell-me',
    names: fields,
    initial: page.values,
    required: () => [],
    validate: (values) => ({
      ...fieldErrorsOf(requestServiceNotification.body, bodyOf(values)),
      ...phoneErrors(values, ['phone']),
    }),
    send,
    serverErrors: page,
  })
  if (isActive(status) && !done) {
    return (
      <StatusDisplay kind="success" title={`${name} is available`} level={1}>
        <a className="btn btn-primary" href={service === 'insurance' ? home : formPage(service)}>
          Continue
        </a>
      </StatusDisplay>
    )
  }
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>Notify me when it's back</h1>
        <p className="lead">
          {name}: {reason ?? 'This service is currently not available'}
        </p>
      </header>
      <div role="status">{done && <p className="note">{done}</p>}</div>
      {!done && (
        <Form
          form={form}
          name="tell-me"
          action={notifyMe}
          csrf={page.csrf}
          submitLabel="Notify me"
          wait="Saving…"
        >
          <input type="hidden" name="service" defaultValue={service} />
          <PhoneField
            {...form.field('phone')}
            label="Phone number"
            hint="We'll send one message. Enter a phone number or e-mail."
          />
          <EmailField {...form.field('email')} />
        </Form>
      )}
      <p>
        <a href={home}>Pay another bill</a>
      </p>
    </div>
  )
}

/** Omits empty fields. */
const bodyOf = ({ phone, email }: Values<Field>) => ({
  ...(phone.trim() && { phone: phonePayload(phone) }),
  ...(email.trim() && { email }),
})
