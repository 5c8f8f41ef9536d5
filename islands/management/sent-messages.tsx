import { useState } from 'react'
import { allMessages, messageProgress } from '../../shared/management/messages.ts'
import { deliveryStatuses } from '../../shared/statuses.ts'
import { useQuery } from '../account/use-query.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, Dialog, StatusBadge } from '../ui/index.ts'
import { QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'

const pollMs = 2_000

interface SentMessagesProps {
  channel: 'email' | 'sms'
}

/** Recent campaigns with progress and delivery status per recipient. */
export function SentMessages({ channel }: SentMessagesProps) {
  const query = useQuery(
    allMessages,
    { query: { channel } },
    { pollMs: (list) => list?.some(({ counts }) => counts.pending > 0) === true && pollMs },
  )
  const [open, setOpen] = useState<string | null>(null)

  return (
    <section className="card stack" aria-labelledby="sent">
      <h2 id="sent">Recent campaigns</h2>
      <QueryContent query={query} loadingText="Loading…">
        {(list) => (
          <Table
            caption="Messages that were sent"
            rows={list}
            keyOf={(message) => message.id}
            empty="No messages sent yet"
            columns={[
              { head: 'Date', cell: (message) => <DateTime value={message.created_at} /> },
              { head: 'Subject', cell: (message) => message.subject ?? 'SMS' },
              { head: 'By', cell: (message) => message.sent_by },
              { head: 'Sent', isNumber: true, cell: (message) => message.counts.sent },
              { head: 'Pending', isNumber: true, cell: (message) => message.counts.pending },
              { head: 'Failed', isNumber: true, cell: (message) => message.counts.failed },
              {
                head: 'Recipients',
                cell: (message) => (
                  <Button kind="plain" onClick={() => setOpen(message.id)}>
                    View recipients
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryContent>
      {open && <RecipientsDialog id={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

function RecipientsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(messageProgress, { params: { id } })
  return (
    <Dialog title="Recipients" onClose={onClose}>
      <QueryContent query={query} loadingText="Loading...">
        {({ recipients }) => (
          <Table
            caption="Recipients"
            rows={recipients}
            keyOf={(recipient) => recipient.to}
            empty="No recipients"
            columns={[
              { head: 'To', isLong: true, cell: (recipient) => recipient.to },
              {
                head: 'Status',
                cell: (recipient) => <StatusBadge status={deliveryStatuses[recipient.state]} />,
              },
              { head: 'Why', cell: (recipient) => recipient.reason ?? '' },
            ]}
          />
        )}
      </QueryContent>
    </Dialog>
  )
}
