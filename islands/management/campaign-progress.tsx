import { useState } from 'react'
import type { DataOf } from '../../shared/contract.ts'
import { continueMessage, pauseMessage, stopMessage } from '../../shared/management/campaigns.ts'
import { getMessageProgress, getMessages } from '../../shared/management/messages.ts'
import { campaignStatuses, deliveryStatuses } from '../../shared/statuses.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { toast } from '../lib/index.ts'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, DetailsList, Dialog, StatusBadge } from '../ui/index.ts'
import { campaignFailureText } from './campaign-failure.ts'
import { messagesTexts } from './messages-texts.ts'
import { QueryContent } from './page-layout.tsx'
import { ScheduledCampaign } from './scheduled-campaign.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'

type Campaign = DataOf<typeof getMessages>[number]
type Progress = DataOf<typeof getMessageProgress>

const pollMs = 2_000
/** Until the recipients are those of a campaign that is no longer being sent. */
const pollMsOf = (progress: Progress | null) => progress?.state === 'sending' && pollMs

interface CampaignProgressProps {
  /** The row of the list, which is fetched again while the campaign is being sent. */
  campaign: Campaign
  onClose: () => void
}

/** Totals of a campaign, with pause, resume and stop, and its recipients. */
export function CampaignProgressDialog({ campaign, onClose }: CampaignProgressProps) {
  const { id, state, counts } = campaign
  const query = useQuery(getMessageProgress, { params: { id } }, { pollMs: pollMsOf })
  const { pending, sent, failed, cancelled } = counts
  const total = pending + sent + failed + cancelled
  const processedCount = total - pending
  return (
    <Dialog title={messagesTexts.progressTitle()} onClose={onClose}>
      <p>
        <StatusBadge status={campaignStatuses[state]} />
      </p>
      <progress
        max={total}
        value={processedCount}
        aria-label={messagesTexts.progressLabel({ done: processedCount, total })}
      />
      <DetailsList
        items={[
          ...(campaign.subject
            ? [{ label: managementTexts.subject(), value: campaign.subject, wide: true }]
            : []),
          { label: messagesTexts.sent(), value: String(sent) },
          { label: messagesTexts.failed(), value: String(failed) },
          { label: messagesTexts.leftToSend(), value: String(pending) },
          { label: messagesTexts.cancelled(), value: String(cancelled) },
          { label: messagesTexts.unsubscribed(), value: String(campaign.unsubscribed) },
          ...(campaign.scheduled_at
            ? [
                {
                  label: messagesTexts.scheduledFor(),
                  value: <DateTime value={campaign.scheduled_at} />,
                  wide: true,
                },
              ]
            : []),
        ]}
      />
      <Controls campaign={campaign} onChanged={query.reload} />
      <QueryContent query={query} loadingText={messagesTexts.loadingRecipients()}>
        {(progress) => (
          <>
            {state === 'scheduled' && <ScheduledCampaign progress={progress} onChanged={query.reload} />}
            <Table
              caption={messagesTexts.recipients()}
              rows={progress.recipients}
              keyOf={(recipient) => recipient.to}
              emptyText={messagesTexts.noRecipients()}
              columns={[
                {
                  header: commonTexts.to(),
                  narrow: [1, 'start'],
                  isLong: true,
                  renderCell: (recipient) => recipient.to,
                },
                {
                  header: commonTexts.status(),
                  narrow: [1, 'end'],
                  statusOf: (recipient) => deliveryStatuses[recipient.state],
                },
                {
                  header: managementTexts.reasonHeading(),
                  renderCell: ({ reason, state }) => campaignFailureText(reason, state),
                },
              ]}
            />
          </>
        )}
      </QueryContent>
    </Dialog>
  )
}

function Controls({ campaign: { id, state }, onChanged }: { campaign: Campaign; onChanged: () => void }) {
  const [isStopping, setIsStopping] = useState(false)
  const controls = useFocusOnChange<HTMLDivElement>(isStopping)
  const reloads = { reloads: [getMessages] }
  const pause = useMutation(pauseMessage, reloads)
  const resume = useMutation(continueMessage, reloads)
  const stop = useMutation(stopMessage, reloads)
  const isScheduled = state === 'scheduled'
  const isPaused = state === 'paused'
  const isBusy = pause.isBusy || resume.isBusy || stop.isBusy
  if (state === 'sent' || state === 'stopped') return null

  async function sendControl({ send }: typeof pause | typeof resume | typeof stop) {
    const envelope = await send({ params: { id } })
    setIsStopping(false)
    if (envelope) toast.success(envelope.message)
    onChanged()
  }

  if (isStopping)
    return (
      <div ref={controls} tabIndex={-1} className="stack">
        <p role="alert">{isScheduled ? messagesTexts.cancelQuestion() : messagesTexts.stopQuestion()}</p>
        <div className="row">
          <Button kind="plain" disabled={isBusy} onClick={() => setIsStopping(false)}>
            {messagesTexts.keepSending()}
          </Button>
          <Button busy={isBusy} onClick={() => void sendControl(stop)}>
            {isScheduled ? messagesTexts.cancelConfirmed() : messagesTexts.stopConfirmed()}
          </Button>
        </div>
      </div>
    )
  return (
    <div ref={controls} tabIndex={-1} className="row">
      {!isScheduled && (
        // One button, which keeps the focus when a press changes what it does.
        <Button kind="plain" busy={isBusy} onClick={() => void sendControl(isPaused ? resume : pause)}>
          {isPaused ? messagesTexts.resumeSending() : messagesTexts.pauseSending()}
        </Button>
      )}
      <Button kind="plain" disabled={isBusy} onClick={() => setIsStopping(true)}>
        {isScheduled ? messagesTexts.cancelScheduled() : messagesTexts.stopSending()}
      </Button>
    </div>
  )
}
