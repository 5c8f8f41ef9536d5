import { useState } from 'react'
import { maxAttachmentBytes } from '../../shared/management/messages.ts'
import { Lazy } from '../lib/lazy.tsx'
import type { ManagementPage } from '../pages.ts'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, FieldError, Overlay, TextField } from '../ui/index.ts'
import { ConfirmSend } from './confirm-send.tsx'
import { FileChoice } from './file-choice.tsx'
import { menuTexts } from './menu-texts.ts'
import { messageServiceOptions, messageTypeOptions, userGroupOptions } from './message-options.ts'
import { messagesTexts } from './messages-texts.ts'
import { PageLayout } from './page-layout.tsx'
import { RecentCampaigns } from './recent-campaigns.tsx'
import { Select } from './select.tsx'
import { TemplateTools } from './template-tools.tsx'
import { TestMessage } from './test-message.tsx'
import { managementTexts } from './texts.ts'
import { type EmailValues, useEmail } from './use-email.ts'
import { UserPicker } from './user-picker.tsx'

const editor = () => import('./editor.tsx')

/** E-mail campaign to guests, one user or all registered users. Source: specification 2, "Manager: Send email" */
export default function SendEmail(page: ManagementPage) {
  const email = useEmail()
  const { values, fill, templates, isBusy, errors } = email
  const { service, type, group } = values
  return (
    <PageLayout {...page} path="/management/messages/email" title={menuTexts.sendEmail()}>
      <Form
        ref={email.form}
        className="columns two"
        aria-busy={isBusy}
        noValidate
        onSubmit={() => email.submit()}
      >
        <section className="card form" aria-label={messagesTexts.recipients()}>
          <Select
            label={commonTexts.service()}
            name="service"
            value={service}
            error={errors.service}
            choices={[['', messagesTexts.chooseService()], ...messageServiceOptions()]}
            onValueChange={(value) => email.chooseService(value as EmailValues['service'])}
          />
          <Select
            label={managementTexts.type()}
            name="type"
            value={type}
            error={errors.type}
            choices={[['', messagesTexts.chooseType()], ...messageTypeOptions()]}
            onValueChange={(value) => fill({ type: value as EmailValues['type'] })}
          />
          <Select
            label={messagesTexts.userGroup()}
            name="user_group"
            value={group}
            choices={userGroupOptions()}
            onValueChange={(value) => fill({ group: value as EmailValues['group'] })}
          />
          {group === 'registered_user' && (
            <UserPicker user={email.user} error={errors.user} onChoose={email.setUser} />
          )}
          {group === 'guest_user' && (
            <TextField
              label={messagesTexts.emailAddresses()}
              hint={messagesTexts.severalHint()}
              name="email_addresses"
              autoComplete="off"
              error={errors.addresses ?? null}
              value={values.addresses}
              onValueChange={(addresses) => fill({ addresses })}
            />
          )}
          <Select
            label={messagesTexts.template()}
            name="email_template"
            value={values.template}
            choices={[
              ['', messagesTexts.chooseTemplate()],
              ...templates.map(({ id, name }) => [id, name] as const),
            ]}
            onValueChange={email.chooseTemplate}
          />
          <FileChoice
            label={messagesTexts.attachment()}
            maxBytes={maxAttachmentBytes}
            file={email.file}
            onFile={email.setFile}
          />
        </section>
        <section className="card form" aria-label={messagesTexts.messageSection()}>
          <TextField
            label={commonTexts.reference()}
            hint={messagesTexts.referenceHint()}
            name="reference"
            autoComplete="off"
            disabled={service !== 'power'}
            required={service === 'power'}
            error={errors.reference ?? null}
            value={values.reference}
            onValueChange={(reference) => fill({ reference })}
          />
          <TextField
            label={managementTexts.subject()}
            name="subject"
            autoComplete="off"
            maxLength={200}
            error={errors.subject ?? null}
            value={values.subject}
            onValueChange={(subject) => fill({ subject })}
          />
          <Message values={values} error={errors.message} onHtml={(message) => fill({ message })} />
          <TemplateTools
            type={service}
            message_type="email"
            template={templates.find(({ id }) => id === values.template)}
            subject={values.subject}
            message={values.message}
            onChanged={(template) => {
              fill({ template })
              email.reloadTemplates()
            }}
          />
          <div className="field-columns">
            <TestMessage
              channel="email"
              subject={values.subject}
              message={values.message}
              file={email.file}
            />
            <Button type="submit" busy={isBusy} className="btn-wide">
              {messagesTexts.submit()}
            </Button>
          </div>
        </section>
      </Form>
      {email.preview && (
        <ConfirmSend
          preview={email.preview}
          subject={values.subject}
          onSend={(options) => void email.submitValues(options)}
          onRemove={(addresses) => void email.removeAddresses(addresses)}
          onClose={email.cancel}
        />
      )}
      <RecentCampaigns channel="email" />
      {isBusy && <Overlay text={managementTexts.processing()} />}
    </PageLayout>
  )
}

interface MessageProps {
  values: EmailValues
  error: string | null | undefined
  onHtml: (html: string) => void
}

/** Message editor with a preview. */
function Message({ values, error, onHtml }: MessageProps) {
  const [isPreviewing, setIsPreviewing] = useState(false)
  return (
    <>
      <div className="field">
        <span className="field-label" id="message-label">
          {messagesTexts.message()}
        </span>
        {values.type === 'text' && <p className="field-hint">{messagesTexts.textTypeHint()}</p>}
        <div className="editor">
          <Lazy
            load={editor}
            props={{
              html: values.message,
              isReadOnly: values.type === 'text',
              labelledBy: 'message-label',
              onHtml,
            }}
          />
        </div>
        <FieldError id="message">{error}</FieldError>
      </div>
      <Button
        kind="plain"
        aria-expanded={isPreviewing}
        onClick={() => setIsPreviewing((previous) => !previous)}
      >
        {isPreviewing ? messagesTexts.closePreview() : messagesTexts.preview()}
      </Button>
      {isPreviewing && (
        <iframe
          className="preview"
          title={messagesTexts.previewTitle()}
          sandbox=""
          srcDoc={`<!doctype html><html lang="en"><title>${messagesTexts.preview()}</title><body>${values.message}</body></html>`}
        />
      )}
    </>
  )
}
