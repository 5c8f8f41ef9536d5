import { useState } from 'react'
import {
  createTemplate,
  deleteTemplate,
  type messageServices,
  type Template,
  updateTemplate,
} from '../../shared/management/messages.ts'
import { useMutation } from '../account/use-mutation.ts'
import { toast } from '../lib/index.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { messagesTexts } from './messages-texts.ts'

interface TemplateToolsProps {
  type: (typeof messageServices)[number] | ''
  message_type: 'email' | 'sms'
  /** The selected template. */
  template: Template | undefined
  /** Current subject in the form; an SMS has none. */
  subject: string
  message: string
  /** Called after a change; `id` is the template to select, '' for none. */
  onChanged: (id: string) => void
}

/** Saves the message as a template, updates the selected template or deletes it. */
export function TemplateTools(props: TemplateToolsProps) {
  const { type, message_type, template, subject, message, onChanged } = props
  const [name, setName] = useState<string | null>(null)
  const adding = useMutation(createTemplate)
  const changing = useMutation(updateTemplate)
  const removing = useMutation(deleteTemplate)
  const isBusy = adding.isBusy || changing.isBusy || removing.isBusy
  const isWritten = type !== '' && message.trim() !== '' && (message_type === 'sms' || subject.trim() !== '')

  const toBody = (templateName: string) => ({
    type: type || ('other' as const),
    message_type,
    name: templateName,
    subject: message_type === 'sms' ? templateName : subject,
    default_message: message,
  })
  async function saveNew() {
    if (!name?.trim()) return
    const envelope = await adding.send({ body: toBody(name) })
    if (!envelope?.data) return
    setName(null)
    toast.success(envelope.message)
    onChanged(envelope.data.id)
  }
  async function saveChanges({ id, name: templateName }: Template) {
    const envelope = await changing.send({ params: { id }, body: toBody(templateName) })
    if (!envelope) return
    toast.success(envelope.message)
    onChanged(id)
  }
  async function removeTemplate({ id }: Template) {
    const envelope = await removing.send({ params: { id } })
    if (!envelope) return
    toast.success(envelope.message)
    onChanged('')
  }

  return (
    <>
      <div className="row">
        <Button kind="plain" disabled={!isWritten || isBusy} onClick={() => setName('')}>
          {messagesTexts.saveAsTemplate()}
        </Button>
        {template && (
          <>
            <Button kind="plain" disabled={!isWritten || isBusy} onClick={() => saveChanges(template)}>
              {messagesTexts.changeTemplate()}
            </Button>
            <Button kind="plain" disabled={isBusy} onClick={() => removeTemplate(template)}>
              {messagesTexts.removeTemplate()}
            </Button>
          </>
        )}
      </div>
      {name !== null && (
        <Dialog title={messagesTexts.saveAsTemplate()} onClose={() => setName(null)} locked={isBusy}>
          <TextField
            label={messagesTexts.templateName()}
            maxLength={80}
            autoComplete="off"
            value={name}
            onValueChange={setName}
            onKeyDown={({ key }) => {
              if (key === 'Enter') void saveNew()
            }}
          />
          <Button className="btn-wide" busy={adding.isBusy} disabled={name.trim() === ''} onClick={saveNew}>
            {messagesTexts.saveTemplate()}
          </Button>
        </Dialog>
      )}
    </>
  )
}
