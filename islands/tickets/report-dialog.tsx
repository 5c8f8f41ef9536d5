import { type FormEvent, useRef, useState } from 'react'
import type { Transaction } from '../../shared/history.ts'
import { tickets } from '../../shared/pages.ts'
import { createTicket } from '../../shared/tickets.ts'
import { askAccount } from '../account/ask-account.ts'
import { ApiError, noAnswerText } from '../lib/index.ts'
import { Button, CopyButton, Dialog, Overlay } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'

interface ReportDialogProps {
  /** What it is about; null for anything else. */
  order: Transaction | null
  onClose: () => void
  /** It is written down: the list of reports has one more. */
  onSent?: () => void
}

/** Telling us that something is wrong; the answer is a ticket number. */
export default function ReportDialog({ order, onClose, onSent }: ReportDialogProps) {
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
        body: { order_reference: order?.reference ?? null, message: typed },
      })
      if (envelope?.data) {
        setNumber(envelope.data.number)
        onSent?.()
      }
    } catch (error) {
      setWrong(error instanceof ApiError ? (error.errors.message?.[0] ?? error.message) : noAnswerText)
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
          <p>We have your report. Its number is</p>
          <p className="amount">{number}</p>
          <CopyButton text={number} copied="Number copied." failed="The number could not be copied.">
            Copy number
          </CopyButton>
          <p>
            Our answer comes by mail, and stands with <a href={tickets}>your reports</a>.
          </p>
        </div>
      ) : (
        <form className="form" noValidate onSubmit={submit}>
          {order && <p className="note">{order.money.says}</p>}
          <TextArea label="What happened?" error={wrong} maxLength={2_000} value={typed} onValue={setTyped} />
          <Button type="submit" className="btn-wide" busy={isBusy} disabled={typed.trim() === ''}>
            Send report
          </Button>
          {isBusy && <Overlay text="Sending your report, please wait..." />}
        </form>
      )}
    </Dialog>
  )
}
