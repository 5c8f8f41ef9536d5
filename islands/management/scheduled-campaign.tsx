import { useState } from 'react'
import { updateScheduledMessage } from '../../shared/management/campaigns.ts'
import { getMessages, type MessageProgress, maxSmsCharacters } from '../../shared/management/messages.ts'
import { useMutation } from '../account/use-mutation.ts'
import { toast } from '../lib/index.ts'
import { Lazy } from '../lib/lazy.tsx'
import { Form } from '../ui/form.tsx'
import { Button, TextField } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { SendTimeField } from './confirm-send.tsx'
import { messagesTexts } from './messages-texts.ts'
import { PinDialog } from './pin-dialog.tsx'
import { toLagosDateTimeInput } from './send-time.ts'
import { managementTexts } from './texts.ts'

const editor = () => import('./editor.tsx')

interface ScheduledCampaignProps {
  progress: MessageProgress
  onChanged: () => void
}

/** Changes the time, subject and text of a campaign until its sending starts. */
export function ScheduledCampaign({ progress, onChanged }: ScheduledCampaignProps) {
  const [isOpen, setIsOpen] = useState(false)
  return isOpen ? (
    <ScheduledCampaignForm
      progress={progress}
      onDiscard={() => setIsOpen(false)}
      onChanged={() => {
        setIsOpen(false)
        onChanged()
      }}
    />
  ) : (
    <Button kind="plain" onClick={() => setIsOpen(true)}>
      {messagesTexts.changeScheduled()}
    </Button>
  )
}

function ScheduledCampaignForm({
  progress,
  onChanged,
  onDiscard,
}: ScheduledCampaignProps & { onDiscard: () => void }) {
  const { id, channel } = progress
  const [sendAt, setSendAt] = useState(toLagosDateTimeInput(new Date(progress.scheduled_at ?? Date.now())))
  const [subject, setSubject] = useState(progress.subject ?? '')
  const [message, setMessage] = useState(progress.message)
  const [isPinOpen, setIsPinOpen] = useState(false)
  const { isBusy, send } = useMutation(updateScheduledMessage, { reloads: [getMessages] })

  async function save(pin?: string) {
    setIsPinOpen(false)
    const body = {
      ...{ send_at: sendAt, message },
      ...(channel === 'email' && { subject }),
      ...(pin && { auth_pin: pin }),
    }
    const envelope = await send({ params: { id }, body, everyField: true })
    if (!envelope) return
    toast.success(envelope.message)
    onChanged()
  }

  if (isPinOpen) return <PinDialog onClose={() => setIsPinOpen(false)} onVerified={(pin) => void save(pin)} />
  return (
    <Form
      aria-busy={isBusy}
      onSubmit={() => {
        if (progress.pin_required) setIsPinOpen(true)
        else void save()
      }}
    >
      <SendTimeField value={sendAt} onValueChange={setSendAt} />
      {channel === 'email' && (
        <TextField
          label={managementTexts.subject()}
          name="scheduled_subject"
          maxLength={200}
          autoComplete="off"
          value={subject}
          onValueChange={setSubject}
        />
      )}
      {channel === 'sms' ? (
        <TextArea
          label={messagesTexts.message()}
          name="scheduled_message"
          rows={6}
          maxLength={maxSmsCharacters}
          value={message}
          onValueChange={setMessage}
        />
      ) : (
        <div className="field">
          <span className="field-label" id="scheduled-message-label">
            {messagesTexts.message()}
          </span>
          <div className="editor">
            <Lazy
              load={editor}
              props={{
                html: message,
                isReadOnly: false,
                labelledBy: 'scheduled-message-label',
                onHtml: setMessage,
              }}
            />
          </div>
        </div>
      )}
      <div className="field-columns">
        <Button kind="plain" disabled={isBusy} onClick={onDiscard}>
          {messagesTexts.discardScheduled()}
        </Button>
        <Button type="submit" busy={isBusy}>
          {messagesTexts.saveScheduled()}
        </Button>
      </div>
    </Form>
  )
}
