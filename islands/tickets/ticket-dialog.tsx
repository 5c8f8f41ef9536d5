import { type FormEvent, useRef, useState } from 'react'
import type { Transaction } from '../../shared/history.ts'
import { tickets } from '../../shared/pages.ts'
import { createTicket } from '../../shared/tickets.ts'
import { accountRequest } from '../account/account-request.ts'
import { ApiError, noResponseText } from '../lib/index.ts'
import { Button, CopyButton, Dialog, Overlay } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'

interface TicketDialogProps {
  /** The order of the ticket; null for a general ticket. */
  order: Transaction | null
  onClose: () => void
  /** Called after the ticket is created. */
  onSent?: () => void
}

/** Creates a support ticket and shows its number. */
export default function TicketDialog({ order, onClose, onSent }: TicketDialogProps) {
  const [typed, setTyped] = useState('')
  const [number, setNumber] = useState<string | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    setIsBusy(true)
    setErrorText(null)
    try {
      const envelope = await accountRequest(createTicket, {
        body: { order_reference: order?.reference ?? null, message: typed },
      })
      if (envelope?.data) {
        setNumber(envelope.data.number)
        onSent?.()
      }
    } catch (error) {
      setErrorText(error instanceof ApiError ? (error.errors.message?.[0] ?? error.message) : noResponseText)
    }
    busy.current = false
    setIsBusy(false)
  }

  return (
    <Dialog title="Report a problem" onClose={onClose} locked={isBusy}>
      {order && (
        <p>
          {order.title}, {order.number} ({order.reference})
        </p>
      )}
      {number ? (
        <div className="stack" role="status">
          <p>Ticket created. Your ticket number is</p>
          <p className="amount">{number}</p>
          <CopyButton text={number} copied="Number copied." failed="The number could not be copied.">
            Copy number
          </CopyButton>
          <p>
            We reply by e-mail. You can also read our reply in <a href={tickets}>your support tickets</a>.
          </p>
        </div>
      ) : (
        <form className="form" noValidate onSubmit={submit}>
          {order && <p className="note">{order.money.message}</p>}
          <TextArea
            label="What happened?"
            error={errorText}
            maxLength={2_000}
            value={typed}
            onValue={setTyped}
          />
          <Button type="submit" className="btn-wide" busy={isBusy} disabled={typed.trim() === ''}>
            Send report
          </Button>
          {isBusy && <Overlay text="Sending your report, please wait..." />}
        </form>
      )}
    </Dialog>
  )
}
