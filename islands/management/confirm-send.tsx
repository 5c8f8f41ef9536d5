import { formatMoney } from '../lib/index.ts'
import { Button, Dialog } from '../ui/index.ts'

interface ConfirmSendProps {
  recipients: number
  /** Cost of one SMS to one recipient, in naira; null for e-mail. */
  costNaira: number | null
  onSend: () => void
  onClose: () => void
}

/** Confirms recipient count and cost before a message is sent. */
export const ConfirmSend = ({ recipients, costNaira, onSend, onClose }: ConfirmSendProps) => (
  <Dialog title="Send this message?" onClose={onClose}>
    <p>
      {recipients === 0
        ? 'No recipients in this group.'
        : `It goes to ${recipients === 1 ? 'one person' : `${recipients.toLocaleString('en')} people`}.`}{' '}
      {recipients > 0 &&
        (costNaira === null
          ? 'E-mail costs nothing.'
          : `That costs about ${formatMoney(costNaira * recipients)}.`)}
    </p>
    <div className="grid gap-3 sm:grid-cols-2">
      <Button kind="plain" onClick={onClose}>
        Cancel
      </Button>
      <Button disabled={recipients === 0} onClick={onSend}>
        Send now
      </Button>
    </div>
  </Dialog>
)
