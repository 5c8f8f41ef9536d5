import { type FormEvent, type ReactNode, useState } from 'react'
import { authPinLength } from '../../shared/constants.ts'
import { verifyPin } from '../../shared/security.ts'
import { useMutation } from '../account/use-mutation.ts'
import { RequestError } from '../lib/index.ts'
import { Form } from '../ui/form.tsx'
import { AuthPinField, Button, Dialog } from '../ui/index.ts'
import { managementTexts } from './texts.ts'

interface PinDialogProps {
  onClose: () => void
  /** Called with the verified PIN, which is kept only in the page's memory. */
  onVerified: (pin: string) => void
  /** The action that the PIN confirms. */
  children?: ReactNode
}

const errorText = (error: unknown): string | null =>
  error instanceof RequestError ? (error.errors.pin?.[0] ?? error.message) : null

/** Prompts a manager for the authentication PIN. An error is shown at the field only. Source: specification 2, "Verify authentication PIN dialog"; E-003 */
export function PinDialog({ onClose, onVerified, children }: PinDialogProps) {
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { isBusy, send } = useMutation(verifyPin, { onError: (cause) => setError(errorText(cause)) })

  async function submit(event: FormEvent<HTMLFormElement>) {
    if (pin.length < authPinLength) return
    const field = event.currentTarget.querySelector('input')
    if (await send({ body: { pin }, quiet: true })) return onVerified(pin)
    setPin('')
    field?.focus()
  }

  return (
    <Dialog title={managementTexts.pinTitle()} onClose={onClose} locked={isBusy}>
      {children}
      <Form aria-busy={isBusy} onSubmit={submit}>
        <AuthPinField
          label={managementTexts.pin()}
          name="pin"
          readOnly={isBusy}
          value={pin}
          error={error}
          onValueChange={(digits) => {
            setError(null)
            setPin(digits)
          }}
        />
        <Button type="submit" className="btn-wide" busy={isBusy} disabled={pin.length < authPinLength}>
          {managementTexts.verifyPin()}
        </Button>
      </Form>
    </Dialog>
  )
}
