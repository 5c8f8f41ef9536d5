import type { ServiceStatus } from '../../shared/actions.ts'
import { notifyMePage } from '../../shared/pages.ts'
import { StatusDisplay } from '../ui/index.ts'
import { DateTime } from './date-time.tsx'

/** A paused service: reason, start, and how to be notified when it is back. */
export const ServiceUnavailable = ({ status }: { status: ServiceStatus }) => (
  <StatusDisplay kind="warning" title="This service is currently not available">
    {status.reason && <p>{status.reason}</p>}
    {status.since && (
      <p className="field-hint">
        Since <DateTime value={status.since} />
      </p>
    )}
    <a className="btn btn-plain" href={notifyMePage(status.service)}>
      Notify me when it's back
    </a>
  </StatusDisplay>
)
