import { useState } from 'react'
import { isActive } from '../../shared/constants.ts'
import { tellMeWhenBack } from '../../shared/operations.ts'
import { formPage, home, tellMe } from '../../shared/pages.ts'
import { EmailField } from '../account/email-field.tsx'
import { Form } from '../account/form.tsx'
import { type Sent, useAccountForm, type Values } from '../account/use-account-form.ts'
import { ask, fieldErrorsOf } from '../lib/index.ts'
import type { TellMePage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { phoneProblems, sentPhone } from '../purchase/phones.ts'
import { PhoneField, StatusDisplay } from '../ui/index.ts'
import { tileWords } from './tile-words.ts'

const fields = ['phone', 'email'] as const
type Field = (typeof fields)[number]

/** One message when a service that is off takes orders again. */
export default function TellMe(page: TellMePage) {
  const { service, status, reason } = page.service
  const [done, setDone] = useState(page.done)
  const { name } = tileWords[service]

  async function send(values: Values<Field>): Promise<Sent> {
    const envelope = await ask(tellMeWhenBack, { params: { service }, body: wishOf(values), quiet: true })
    if (!envelope) return 'nothing'
    setDone(envelope.message)
    return 'done'
  }

  const form = useAccountForm({
    form: 'tell-me',
    names: fields,
    first: page.values,
    required: () => [],
    problemsOf: (values) => ({
      ...fieldErrorsOf(tellMeWhenBack.body, wishOf(values)),
      ...phoneProblems(values, ['phone']),
    }),
    send,
    refused: page,
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
        <h1>Tell me when it is back</h1>
        <p className="lead">
          {name}: {reason ?? 'This service is currently not available'}
        </p>
      </header>
      <div role="status">{done && <p className="note">{done}</p>}</div>
      {!done && (
        <Form
          form={form}
          name="tell-me"
          action={tellMe}
          csrf={page.csrf}
          press="Tell me"
          wait="Writing it down, please wait..."
        >
          <input type="hidden" name="service" defaultValue={service} />
          <PhoneField
            {...form.field('phone')}
            label="Phone number"
            hint="We send one SMS. A phone or an e-mail is enough."
          />
          <EmailField {...form.field('email')} />
        </Form>
      )}
      <p>
        <a href={home}>Pay for something else</a>
      </p>
    </div>
  )
}

/** What was left empty is not sent. */
const wishOf = ({ phone, email }: Values<Field>) => ({
  ...(phone.trim() && { phone: sentPhone(phone) }),
  ...(email.trim() && { email }),
})
