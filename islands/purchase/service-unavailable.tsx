import type { ServiceStatus } from '../../shared/actions.ts'
import { notifyMePageUrl } from '../../shared/pages.ts'
import { renderParts, StatusDisplay } from '../ui/index.ts'
import { DateTime } from './date-time.tsx'
import { purchaseTexts } from './texts.ts'

/** Since when a service is paused. */
export const sinceText = (since: string) =>
  renderParts(purchaseTexts.unavailableSince({ time: () => <DateTime value={since} /> }))

/** A paused service: reason, start, and how to be notified when it is back. */
export const ServiceUnavailable = ({ status }: { status: ServiceStatus }) => (
  <StatusDisplay kind="warning" title={purchaseTexts.unavailableTitle()}>
    {status.reason && <p>{status.reason}</p>}
    {status.since && <p className="field-hint">{sinceText(status.since)}</p>}
    <a className="btn btn-plain" href={notifyMePageUrl(status.service)}>
      {purchaseTexts.notifyMe()}
    </a>
  </StatusDisplay>
)
