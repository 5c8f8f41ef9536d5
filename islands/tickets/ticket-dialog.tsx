import { useRef, useState } from 'react'
import type { Transaction } from '../../shared/history.ts'
import { ticketsPath } from '../../shared/pages.ts'
import { createTicket } from '../../shared/tickets.ts'
import { accountRequest } from '../account/account-request.ts'
import { noResponseText, RequestError } from '../lib/index.ts'
import { Form } from '../ui/form.tsx'
import { Button, CopyButton, commonTexts, Dialog, Overlay, renderParts } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { ticketDialogTexts } from './ticket-dialog-texts.ts'

interface TicketDialogProps {
  /** The order of the ticket; null for a general ticket. */
  order: Transaction | null
  onClose: () => void
  /** Called after the ticket is created. */
  onSent?: () => void
}

/** Creates a support ticket and shows its number. */
export default function TicketDialog({ order, onClose, onSent }: TicketDialogProps) {
  const [messageInput, setMessageInput] = useState('')
  const [number, setNumber] = useState<string | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)

  async function submit() {
    if (busy.current) return
    busy.current = true
    setIsBusy(true)
    setErrorText(null)
    try {
      const envelope = await accountRequest(createTicket, {
        body: { order_reference: order?.reference ?? null, message: messageInput },
      })
      if (envelope?.data) {
        setNumber(envelope.data.number)
        onSent?.()
      }
    } catch (error) {
      setErrorText(
        error instanceof RequestError ? (error.errors.message?.[0] ?? error.message) : noResponseText,
      )
    }
    busy.current = false
    setIsBusy(false)
  }

  return (
    <Dialog title={commonTexts.reportProblem()} onClose={onClose} locked={isBusy}>
      {order && <p>{ticketDialogTexts.order(order)}</p>}
      {number ? (
        <div className="stack" role="status">
          <p>{ticketDialogTexts.created()}</p>
          <p className="amount">{number}</p>
          <CopyButton
            text={number}
            successMessage={ticketDialogTexts.numberCopied()}
            failureMessage={ticketDialogTexts.numberNotCopied()}
          >
            {ticketDialogTexts.copyNumber()}
          </CopyButton>
          <p>
            {renderParts(
              ticketDialogTexts.replyNotice({ link: (chunks) => <a href={ticketsPath}>{chunks}</a> }),
            )}
          </p>
        </div>
      ) : (
        <Form noValidate onSubmit={submit}>
          {order && <p className="note">{order.money.message}</p>}
          <TextArea
            label={ticketDialogTexts.message()}
            error={errorText}
            maxLength={2_000}
            value={messageInput}
            onValueChange={setMessageInput}
          />
          <Button type="submit" className="btn-wide" busy={isBusy} disabled={messageInput.trim() === ''}>
            {ticketDialogTexts.send()}
          </Button>
          {isBusy && <Overlay text={ticketDialogTexts.sending()} />}
        </Form>
      )}
    </Dialog>
  )
}
