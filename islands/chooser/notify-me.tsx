import { useState } from 'react'
import { isActive } from '../../shared/constants.ts'
import { subscribeToServiceAlert } from '../../shared/operations.ts'
import { formPageUrl, homePath, notifyMePath } from '../../shared/pages.ts'
import { EmailField } from '../account/email-field.tsx'
import { AccountFormLayout } from '../account/form.tsx'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { fieldErrorsOf, request } from '../lib/index.ts'
import type { NotifyMePage } from '../pages.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { phoneErrors, phonePayload } from '../purchase/phones.ts'
import { purchaseTexts } from '../purchase/texts.ts'
import { commonTexts, PhoneField, StatusDisplay, serviceTiles } from '../ui/index.ts'
import { notifyMeTexts } from './notify-me-texts.ts'

const fields = ['phone', 'email'] as const
type Field = (typeof fields)[number]

/** Requests one message for when a paused service takes orders again. */
export default function NotifyMe(page: NotifyMePage) {
  const { service, status, reason } = page.service
  const [done, setDone] = useState(page.done)
  const name = serviceTiles[service].name()

  async function send(values: FieldValues<Field>): Promise<SubmitResult> {
    const envelope = await request(subscribeToServiceAlert, {
      params: { service },
      body: bodyOf(values),
      quiet: true,
    })
    if (!envelope) return 'signed-out'
    setDone(envelope.message)
    return 'done'
  }

  const form = useAccountForm({
    formName: 'notify-me',
    fieldNames: fields,
    initialValues: page.values,
    required: () => [],
    validate: (values) => ({
      ...fieldErrorsOf(subscribeToServiceAlert.body, bodyOf(values)),
      ...phoneErrors(values, ['phone']),
    }),
    send,
    serverErrors: page,
  })
  if (isActive(status) && !done) {
    return (
      <StatusDisplay kind="success" title={notifyMeTexts.availableTitle({ service: name })} level={1}>
        <a className="btn btn-primary" href={service === 'insurance' ? homePath : formPageUrl(service)}>
          {commonTexts.continue()}
        </a>
      </StatusDisplay>
    )
  }
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>{purchaseTexts.notifyMe()}</h1>
        <p className="lead">
          {notifyMeTexts.reason({ service: name, reason: reason ?? purchaseTexts.unavailableTitle() })}
        </p>
      </header>
      <div role="status">{done && <p className="note">{done}</p>}</div>
      {!done && (
        <AccountFormLayout
          form={form}
          name="notify-me"
          action={notifyMePath}
          csrf={page.csrf}
          submitLabel={notifyMeTexts.submit()}
          loadingText={notifyMeTexts.saving()}
        >
          <input type="hidden" name="service" defaultValue={service} />
          <PhoneField
            {...form.field('phone')}
            label={commonTexts.phoneNumber()}
            hint={notifyMeTexts.phoneHint()}
          />
          <EmailField {...form.field('email')} />
        </AccountFormLayout>
      )}
      <p>
        <a href={homePath}>{notifyMeTexts.chooseService()}</a>
      </p>
    </div>
  )
}

/** Omits empty fields. */
const bodyOf = ({ phone, email }: FieldValues<Field>) => ({
  ...(phone.trim() && { phone: phonePayload(phone) }),
  ...(email.trim() && { email }),
})
