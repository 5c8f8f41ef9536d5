import { sendTestMessage } from '../../shared/management/campaigns.ts'
import { useMutation } from '../account/use-mutation.ts'
import { clearKey, toast } from '../lib/index.ts'
import { Button } from '../ui/index.ts'
import { messagesTexts } from './messages-texts.ts'

interface TestMessageProps {
  channel: 'email' | 'sms'
  subject?: string
  message: string
  file?: File | null
}

const key = 'management:test-message'

/** Sends the message to the manager's own e-mail address or phone. */
export function TestMessage({ channel, subject = '', message, file = null }: TestMessageProps) {
  const { isBusy, send } = useMutation(sendTestMessage)
  async function submit() {
    const envelope = await send({ body: { channel, subject, message }, ...(file && { file }), key })
    if (!envelope) return
    // The same test again is another message.
    clearKey(key)
    toast.success(envelope.message)
  }
  return (
    <Button kind="plain" className="btn-wide" busy={isBusy} disabled={message.trim() === ''} onClick={submit}>
      {messagesTexts.sendTest()}
    </Button>
  )
}
