import { type ReactNode, useState } from 'react'
import { Form } from '../ui/form.tsx'
import { Button, Dialog } from '../ui/index.ts'
import { PinDialog } from './pin-dialog.tsx'

interface ActionDialogProps {
  title: string
  /** Shown before the fields. */
  lead?: ReactNode
  /** The fields. */
  children: ReactNode
  submitText: string
  isComplete?: boolean
  isBusy: boolean
  /** Shown in the PIN dialog: the action that the PIN confirms. */
  confirmation?: ReactNode
  onClose: () => void
  /** Sends the action with the verified PIN. */
  onVerified: (pin: string) => void
}

/** Dialog with the fields of a manager's action, which the manager's PIN confirms. */
export function ActionDialog({
  title,
  lead,
  children,
  submitText,
  isComplete = true,
  isBusy,
  confirmation,
  onClose,
  onVerified,
}: ActionDialogProps) {
  const [isPinOpen, setIsPinOpen] = useState(false)
  return (
    <>
      <Dialog title={title} onClose={onClose} locked={isBusy}>
        {lead}
        <Form
          onSubmit={() => {
            if (isComplete) setIsPinOpen(true)
          }}
        >
          {children}
          <Button type="submit" className="btn-wide" busy={isBusy} disabled={!isComplete}>
            {submitText}
          </Button>
        </Form>
      </Dialog>
      {isPinOpen && (
        <PinDialog
          onClose={() => setIsPinOpen(false)}
          onVerified={(pin) => {
            setIsPinOpen(false)
            onVerified(pin)
          }}
        >
          {confirmation}
        </PinDialog>
      )}
    </>
  )
}
