import { useState } from 'react'
import type { DataOf } from '../../shared/contract.ts'
import { getMessages } from '../../shared/management/messages.ts'
import { campaignStatuses } from '../../shared/statuses.ts'
import { useQuery } from '../account/use-query.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, renderParts } from '../ui/index.ts'
import { CampaignProgressDialog } from './campaign-progress.tsx'
import { messagesTexts } from './messages-texts.ts'
import { QueryTable } from './query-table.tsx'
import { managementTexts } from './texts.ts'

const pollMs = 2_000
/** Polling interval while a campaign waits for its time. */
const scheduledPollMs = 30_000

interface RecentCampaignsProps {
  channel: 'email' | 'sms'
}

type Campaign = DataOf<typeof getMessages>[number]

function pollMsOf(list: readonly Campaign[] | null): number | false {
  if (list?.some(({ state }) => state === 'sending')) return pollMs
  return list?.some(({ state }) => state === 'scheduled') === true && scheduledPollMs
}

/** When a campaign was created; of a scheduled one, when it is sent. */
const CampaignTime = ({ campaign: { state, scheduled_at, created_at } }: { campaign: Campaign }) =>
  state === 'scheduled' && scheduled_at ? (
    <span>
      {renderParts(messagesTexts.sendsAt({ time: () => <DateTime key="time" value={scheduled_at} /> }))}
    </span>
  ) : (
    <DateTime value={created_at} />
  )

/** Recent campaigns with their progress. */
export function RecentCampaigns({ channel }: RecentCampaignsProps) {
  const query = useQuery(getMessages, { query: { channel } }, { pollMs: pollMsOf })
  const [open, setOpen] = useState<string | null>(null)
  const openCampaign = query.data?.find(({ id }) => id === open)

  return (
    <section className="card stack" aria-labelledby="sent">
      <h2 id="sent">{messagesTexts.campaignsTitle()}</h2>
      <QueryTable
        query={query}
        caption={messagesTexts.campaignsCaption()}
        keyOf={(campaign) => campaign.id}
        emptyText={messagesTexts.noCampaigns()}
        columns={[
          {
            header: commonTexts.date(),
            narrow: [2, 'end'],
            renderCell: (campaign) => <CampaignTime campaign={campaign} />,
          },
          {
            header: managementTexts.subject(),
            narrow: [1, 'start'],
            renderCell: (campaign) => campaign.subject ?? messagesTexts.smsSubject(),
          },
          {
            header: managementTexts.author(),
            narrow: [2, 'start'],
            renderCell: (campaign) => campaign.sent_by,
          },
          {
            header: commonTexts.status(),
            narrow: [1, 'end'],
            statusOf: (campaign) => campaignStatuses[campaign.state],
          },
          {
            header: messagesTexts.sent(),
            isNumber: true,
            renderCell: (campaign) => campaign.counts.sent,
          },
          {
            header: messagesTexts.pending(),
            isNumber: true,
            renderCell: (campaign) => campaign.counts.pending,
          },
          {
            header: messagesTexts.failed(),
            isNumber: true,
            renderCell: (campaign) => campaign.counts.failed,
          },
          {
            header: messagesTexts.recipients(),
            renderCell: (campaign) => (
              <Button kind="plain" onClick={() => setOpen(campaign.id)}>
                {messagesTexts.viewProgress()}
              </Button>
            ),
          },
        ]}
      />
      {openCampaign && <CampaignProgressDialog campaign={openCampaign} onClose={() => setOpen(null)} />}
    </section>
  )
}
