import { type FormEvent, useRef, useState } from 'react'
import type { Transaction } from '../../shared/history.ts'
import { createTicket } from '../../shared/tickets.ts'
import { askAccount } from '../account/ask-account.ts'
import { ApiError, noAnswerText } from '../lib/index.ts'
import { Button, CopyButton, Dialog, FieldError, Overlay } from '../ui/index.ts'

interface ReportDialogProps {
  order: Transaction
  onClose: () => void
}

/** Telling us that something is wrong with an order; the answer is a ticket number. */
export default function ReportDialog({ order, onClose }: ReportDialogProps) {
  const [typed, setTyped] = useState('')
  const [number, setNumber] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    setIsBusy(true)
    setWrong(null)
    try {
      const envelope = await askAccount(createTicket, {
        body: { order_reference: order.reference, message: typed },
      })
      if (envelope?.data) setNumber(envelope.data.number)
    } catch (error) {
      setWrong(error instanceof ApiError ? (error.errors.message?.[0] ?? error.message) : noAnswerText)
    }
    busy.current = false
    setIsBusy(false)
  }

  return (
    <Dialog title="Report a problem" onClose={onClose} locked={isBusy}>
      <p>
        {order.title}, {order.number} ({order.reference})
      </p>
      {number ? (
        <div className="stack" role="status">
          <p>We have your report. Its number is</p>
          <p className="amount">{number}</p>
          <CopyButton text={number} copied="Number copied." failed="The number could not be copied.">
            Copy number
          </CopyButton>
          <p>Our answer comes by mail, and as a notification here.</p>
        </div>
      ) : (
        <form className="form" noValidate onSubmit={submit}>
          <p className="note">{order.money.says}</p>
          <div className="field">
            <label className="field-label" htmlFor="report">
              What happened?
            </label>
            <textarea
              id="report"
              className="field-input"
              rows={5}
              maxLength={2_000}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={wrong ? 'report-error' : undefined}
            />
            <FieldError id="report">{wrong}</FieldError>
          </div>
          <Button type="submit" className="btn-wide" busy={isBusy} disabled={typed.trim() === ''}>
            Send report
          </Button>
          {isBusy && <Overlay text="Sending your report, please wait..." />}
        </form>
      )}
    </Dialog>
  )
}
