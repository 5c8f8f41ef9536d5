import { useState } from 'react'
import { formatMoney } from '../lib/index.ts'
import { Button, ChoiceGroup, Dialog, TextField } from '../ui/index.ts'
import { InvalidRecipients } from './invalid-recipients.tsx'
import { messagesTexts } from './messages-texts.ts'
import { PinDialog } from './pin-dialog.tsx'
import { sendTimeLimits } from './send-time.ts'
import type { MessagePreview } from './use-message-preview.ts'

/** Optional fields of the endpoints that send. */
export interface SendOptions {
  send_at?: string
  auth_pin?: string
}

interface ConfirmSendProps {
  preview: MessagePreview
  /** Of an e-mail: the dialog covers the form. */
  subject?: string
  onSend: (options: SendOptions) => void
  onRemove: (addresses: readonly string[]) => void
  onClose: () => void
}

/** Confirms recipients and cost before a message is sent or scheduled; asks for the PIN above the configured number of recipients. */
export function ConfirmSend({ preview, subject, onSend, onRemove, onClose }: ConfirmSendProps) {
  const [sendTiming, setSendTiming] = useState<'now' | 'later'>('now')
  const [sendAt, setSendAt] = useState('')
  const [isPinOpen, setIsPinOpen] = useState(false)
  const isBlocked =
    preview.recipients === 0 || preview.invalid_count > 0 || (sendTiming === 'later' && !sendAt)
  const send = (pin?: string) =>
    onSend({ ...(sendTiming === 'later' && { send_at: sendAt }), ...(pin && { auth_pin: pin }) })

  if (isPinOpen) return <PinDialog onClose={() => setIsPinOpen(false)} onVerified={send} />
  return (
    <Dialog title={messagesTexts.confirmTitle()} onClose={onClose}>
      {subject && (
        <p>
          <strong>{subject}</strong>
        </p>
      )}
      <p>{textsOf(preview).join(' ')}</p>
      {preview.invalid_count > 0 && <InvalidRecipients preview={preview} onRemove={onRemove} />}
      <ChoiceGroup
        label={messagesTexts.sendChoice()}
        name="when"
        value={sendTiming}
        choices={[
          { value: 'now', label: messagesTexts.sendNow() },
          { value: 'later', label: messagesTexts.sendLater() },
        ]}
        onValueChange={(value) => setSendTiming(value)}
      />
      {sendTiming === 'later' && <SendTimeField value={sendAt} onValueChange={setSendAt} />}
      {preview.pin_required && <p className="field-hint">{messagesTexts.pinHint()}</p>}
      <div className="field-columns">
        <Button kind="plain" onClick={onClose}>
          {messagesTexts.cancel()}
        </Button>
        <Button disabled={isBlocked} onClick={() => (preview.pin_required ? setIsPinOpen(true) : send())}>
          {sendTiming === 'now' ? messagesTexts.sendNowButton() : messagesTexts.schedule()}
        </Button>
      </div>
    </Dialog>
  )
}

interface SendTimeFieldProps {
  value: string
  onValueChange: (value: string) => void
}

/** A time in Lagos, within the next 90 days. */
export const SendTimeField = ({ value, onValueChange }: SendTimeFieldProps) => (
  <TextField
    type="datetime-local"
    name="send_at"
    label={messagesTexts.sendTime()}
    hint={messagesTexts.sendTimeHint()}
    {...sendTimeLimits()}
    value={value}
    onValueChange={onValueChange}
  />
)

function textsOf({ recipients, unsubscribed, segments, cost }: MessagePreview): string[] {
  const unsubscribedTexts = unsubscribed > 0 ? [messagesTexts.unsubscribedCount({ count: unsubscribed })] : []
  if (recipients === 0) return [messagesTexts.noRecipientsInGroup(), ...unsubscribedTexts]
  const costText =
    segments === null || cost === null
      ? messagesTexts.emailCost()
      : messagesTexts.smsCost({ segments, cost: formatMoney(cost) })
  return [messagesTexts.recipientCount({ count: recipients }), ...unsubscribedTexts, costText]
}
