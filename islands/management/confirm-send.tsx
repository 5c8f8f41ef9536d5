import { formatMoney } from '../lib/index.ts'
import { Button, Dialog } from '../ui/index.ts'
import { messagesTexts } from './messages-texts.ts'

interface ConfirmSendProps {
  recipients: number
  /** Cost of one SMS to one recipient, in naira; null for e-mail. */
  costNaira: number | null
  onSend: () => void
  onClose: () => void
}

/** Confirms recipient count and cost before a message is sent. */
export const ConfirmSend = ({ recipients, costNaira, onSend, onClose }: ConfirmSendProps) => (
  <Dialog title={messagesTexts.confirmTitle()} onClose={onClose}>
    <p>{textsOf(recipients, costNaira).join(' ')}</p>
    <div className="grid gap-3 sm:grid-cols-2">
      <Button kind="plain" onClick={onClose}>
        {messagesTexts.cancel()}
      </Button>
      <Button disabled={recipients === 0} onClick={onSend}>
        {messagesTexts.submitValues()}
      </Button>
    </div>
  </Dialog>
)

const textsOf = (count: number, costNaira: number | null): string[] =>
  count === 0
    ? [messagesTexts.noRecipientsInGroup()]
    : [
        messagesTexts.recipientCount({ count }),
        costNaira === null
          ? messagesTexts.emailCost()
          : messagesTexts.smsCost({ cost: formatMoney(costNaira * count) }),
      ]
