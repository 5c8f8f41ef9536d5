import { useState } from 'react'
import type { DataOf } from '../../shared/contract.ts'
import { getMessages } from '../../shared/management/messages.ts'
import { campaignStatuses } from '../../shared/statuses.ts'
import { useQuery } from '../account/use-query.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, renderParts, StatusBadge } from '../ui/index.ts'
import { MessageProgressDialog } from './message-progress.tsx'
import { messagesTexts } from './messages-texts.ts'
import { QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'

const pollMs = 2_000
/** Polling interval while a message waits for its time. */
const scheduledPollMs = 30_000

interface SentMessagesProps {
  channel: 'email' | 'sms'
}

type SentMessage = DataOf<typeof getMessages>[number]

function pollMsOf(list: readonly SentMessage[] | null): number | false {
  if (list?.some(({ state }) => state === 'sending')) return pollMs
  return list?.some(({ state }) => state === 'scheduled') === true && scheduledPollMs
}

/** When a message was created; of a scheduled one, when it is sent. */
const MessageTime = ({ message: { state, scheduled_at, created_at } }: { message: SentMessage }) =>
  state === 'scheduled' && scheduled_at ? (
    <span>
      {renderParts(messagesTexts.sendsAt({ time: () => <DateTime key="time" value={scheduled_at} /> }))}
    </span>
  ) : (
    <DateTime value={created_at} />
  )

/** Recent campaigns with their progress. */
export function SentMessages({ channel }: SentMessagesProps) {
  const query = useQuery(getMessages, { query: { channel } }, { pollMs: pollMsOf })
  const [open, setOpen] = useState<string | null>(null)
  const openMessage = query.data?.find(({ id }) => id === open)

  return (
    <section className="card stack" aria-labelledby="sent">
      <h2 id="sent">{messagesTexts.campaignsTitle()}</h2>
      <QueryContent query={query} loadingText={managementTexts.loading()}>
        {(list) => (
          <Table
            caption={messagesTexts.campaignsCaption()}
            rows={list}
            keyOf={(message) => message.id}
            emptyText={messagesTexts.noCampaigns()}
            columns={[
              {
                header: commonTexts.date(),
                phone: [2, 'end'],
                renderCell: (message) => <MessageTime message={message} />,
              },
              {
                header: managementTexts.subject(),
                phone: [1, 'start'],
                renderCell: (message) => message.subject ?? messagesTexts.smsSubject(),
              },
              {
                header: managementTexts.author(),
                phone: [2, 'start'],
                renderCell: (message) => message.sent_by,
              },
              {
                header: commonTexts.status(),
                phone: [1, 'end'],
                renderCell: (message) => <StatusBadge status={campaignStatuses[message.state]} />,
              },
              { header: messagesTexts.sent(), isNumber: true, renderCell: (message) => message.counts.sent },
              {
                header: messagesTexts.pending(),
                isNumber: true,
                renderCell: (message) => message.counts.pending,
              },
              {
                header: messagesTexts.failed(),
                isNumber: true,
                renderCell: (message) => message.counts.failed,
              },
              {
                header: messagesTexts.recipients(),
                renderCell: (message) => (
                  <Button kind="plain" onClick={() => setOpen(message.id)}>
                    {messagesTexts.viewProgress()}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryContent>
      {openMessage && <MessageProgressDialog message={openMessage} onClose={() => setOpen(null)} />}
    </section>
  )
}
