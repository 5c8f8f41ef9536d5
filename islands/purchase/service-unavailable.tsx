import type { ServiceStatus } from '../../shared/actions.ts'
import { notifyMePage } from '../../shared/pages.ts'
import { rich, StatusDisplay } from '../ui/index.ts'
import { DateTime } from './date-time.tsx'
import { purchaseTexts } from './texts.ts'

/** Since when a service is paused. */
export const sinceText = (since: string) =>
  rich(purchaseTexts.unavailableSince({ time: () => <DateTime value={since} /> }))

/** A paused service: reason, start, and how to be notified when it is back. */
export const ServiceUnavailable = ({ status }: { status: ServiceStatus }) => (
  <StatusDisplay kind="warning" title={purchaseTexts.unavailableTitle()}>
    {status.reason && <p>{status.reason}</p>}
    {status.since && <p className="field-hint">{sinceText(status.since)}</p>}
    <a className="btn btn-plain" href={notifyMePage(status.service)}>
      {purchaseTexts.notifyMe()}
    </a>
  </StatusDisplay>
)
