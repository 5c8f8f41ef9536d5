import { useState } from 'react'
import {
  createTemplate,
  deleteTemplate,
  type messageServices,
  type Template,
  updateTemplate,
} from '../../shared/management/messages.ts'
import { toast } from '../lib/index.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { useSend } from './use-send.ts'

interface TemplateToolsProps {
  type: (typeof messageServices)[number] | ''
  message_type: 'email' | 'sms'
  /** The one that is chosen. */
  chosen: Template | undefined
  /** What stands in the form now; an SMS has no subject. */
  subject: string
  message: string
  /** They are others now; `id` is the one to choose, '' for none. */
  onChanged: (id: string) => void
}

/** Keeps what is written as a template, changes the chosen one to it, or removes that. */
export function TemplateTools(props: TemplateToolsProps) {
  const { type, message_type, chosen, subject, message, onChanged } = props
  const [name, setName] = useState<string | null>(null)
  const adding = useSend(createTemplate)
  const changing = useSend(updateTemplate)
  const removing = useSend(deleteTemplate)
  const isBusy = adding.isBusy || changing.isBusy || removing.isBusy
  const isWritten = type !== '' && message.trim() !== '' && (message_type === 'sms' || subject.trim() !== '')

  const wish = (called: string) => ({
    type: type || ('other' as const),
    message_type,
    name: called,
    subject: message_type === 'sms' ? called : subject,
    default_message: message,
  })
  async function add() {
    if (!name?.trim()) return
    const envelope = await adding.send({ body: wish(name) })
    if (!envelope?.data) return
    setName(null)
    toast.success(envelope.message)
    onChanged(envelope.data.id)
  }
  async function change({ id, name: called }: Template) {
    const envelope = await changing.send({ params: { id }, body: wish(called) })
    if (!envelope) return
    toast.success(envelope.message)
    onChanged(id)
  }
  async function remove({ id }: Template) {
    const envelope = await removing.send({ params: { id } })
    if (!envelope) return
    toast.success(envelope.message)
    onChanged('')
  }

  return (
    <>
      <div className="row">
        <Button kind="plain" disabled={!isWritten || isBusy} onClick={() => setName('')}>
          Save as template
        </Button>
        {chosen && (
          <>
            <Button kind="plain" disabled={!isWritten || isBusy} onClick={() => change(chosen)}>
              Change template
            </Button>
            <Button kind="plain" disabled={isBusy} onClick={() => remove(chosen)}>
              Remove template
            </Button>
          </>
        )}
      </div>
      {name !== null && (
        <Dialog title="Save as template" onClose={() => setName(null)} locked={isBusy} focusField>
          <TextField
            label="Template name"
            maxLength={80}
            autoComplete="off"
            value={name}
            onValue={setName}
            onKeyDown={({ key }) => {
              if (key === 'Enter') void add()
            }}
          />
          <Button className="btn-wide" busy={adding.isBusy} disabled={name.trim() === ''} onClick={add}>
            Save template
          </Button>
        </Dialog>
      )}
    </>
  )
}
