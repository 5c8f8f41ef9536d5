import { useState } from 'react'
import { allMessages, messageProgress } from '../../shared/management/messages.ts'
import { deliveryStatuses } from '../../shared/statuses.ts'
import { useQuery } from '../account/use-query.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, Dialog, StatusBadge } from '../ui/index.ts'
import { messagesTexts } from './messages-texts.ts'
import { QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'

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
      <h2 id="sent">{messagesTexts.campaignsTitle()}</h2>
      <QueryContent query={query} loadingText={managementTexts.loading()}>
        {(list) => (
          <Table
            caption={messagesTexts.campaignsCaption()}
            rows={list}
            keyOf={(message) => message.id}
            empty={messagesTexts.noCampaigns()}
            columns={[
              { head: commonTexts.date(), cell: (message) => <DateTime value={message.created_at} /> },
              {
                head: managementTexts.subject(),
                cell: (message) => message.subject ?? messagesTexts.smsSubject(),
              },
              { head: managementTexts.author(), cell: (message) => message.sent_by },
              { head: messagesTexts.sent(), isNumber: true, cell: (message) => message.counts.sent },
              { head: messagesTexts.pending(), isNumber: true, cell: (message) => message.counts.pending },
              { head: messagesTexts.failed(), isNumber: true, cell: (message) => message.counts.failed },
              {
                head: messagesTexts.recipients(),
                cell: (message) => (
                  <Button kind="plain" onClick={() => setOpen(message.id)}>
                    {messagesTexts.viewRecipients()}
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
    <Dialog title={messagesTexts.recipients()} onClose={onClose}>
      <QueryContent query={query} loadingText={messagesTexts.loadingRecipients()}>
        {({ recipients }) => (
          <Table
            caption={messagesTexts.recipients()}
            rows={recipients}
            keyOf={(recipient) => recipient.to}
            empty={messagesTexts.noRecipients()}
            columns={[
              { head: commonTexts.to(), isLong: true, cell: (recipient) => recipient.to },
              {
                head: commonTexts.status(),
                cell: (recipient) => <StatusBadge status={deliveryStatuses[recipient.state]} />,
              },
              { head: managementTexts.reasonHeading(), cell: (recipient) => recipient.reason ?? '' },
            ]}
          />
        )}
      </QueryContent>
    </Dialog>
  )
}
