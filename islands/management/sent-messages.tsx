import { useEffect, useState } from 'react'
import { allMessages, messageProgress } from '../../shared/management/messages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button, Dialog } from '../ui/index.ts'
import { Loaded } from './screen.tsx'
import { Table } from './table.tsx'
import { useAsk } from './use-ask.ts'
import { capital } from './words.ts'

const lookEveryMs = 2_000

interface SentMessagesProps {
  channel: 'email' | 'sms'
  /** How many were sent from this page. */
  sent: number
}

/** What was sent lately: how far each is, and what became of its readers. */
export function SentMessages({ channel, sent }: SentMessagesProps) {
  const asked = useAsk(allMessages, { query: { channel } })
  const [open, setOpen] = useState<string | null>(null)
  const isUnderWay = (asked.data ?? []).some(({ counts }) => counts.waiting > 0)
  const { again } = asked
  useEffect(() => {
    if (sent > 0) again()
  }, [sent, again])
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(again, lookEveryMs)
    return () => clearInterval(timer)
  }, [isUnderWay, again])

  return (
    <section className="card stack" aria-labelledby="sent">
      <h2 id="sent">Sent lately</h2>
      <Loaded asked={asked} wait="Loading what was sent...">
        {(list) => (
          <Table
            caption="Messages that were sent"
            rows={list}
            keyOf={(it) => it.id}
            empty="Nothing was sent yet."
            columns={[
              { head: 'When', cell: (it) => <Moment at={it.created_at} /> },
              { head: 'Subject', cell: (it) => it.subject ?? 'SMS' },
              { head: 'By', cell: (it) => it.sent_by },
              { head: 'Sent', isNumber: true, cell: (it) => it.counts.sent },
              { head: 'Waiting', isNumber: true, cell: (it) => it.counts.waiting },
              { head: 'Failed', isNumber: true, cell: (it) => it.counts.failed },
              {
                head: 'Readers',
                cell: (it) => (
                  <Button kind="plain" onClick={() => setOpen(it.id)}>
                    See
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {open && <Readers id={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

function Readers({ id, onClose }: { id: string; onClose: () => void }) {
  const asked = useAsk(messageProgress, { params: { id } })
  return (
    <Dialog title="Who got it" onClose={onClose}>
      <Loaded asked={asked} wait="Loading...">
        {({ recipients }) => (
          <Table
            caption="Readers of the message"
            rows={recipients}
            keyOf={(it) => it.to}
            empty="Nobody."
            columns={[
              { head: 'To', isLong: true, cell: (it) => it.to },
              { head: 'State', cell: (it) => capital(it.state) },
              { head: 'Why', cell: (it) => it.because ?? '' },
            ]}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
