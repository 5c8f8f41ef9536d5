import type { StatusText, StatusTone } from '../../shared/statuses.ts'

const classes: Readonly<Record<StatusTone, string>> = {
  neutral: '',
  progress: '',
  attention: 'text-warn',
  success: 'text-good',
  failure: 'text-bad',
}

/** A status as text on a line of its own. */
export const StatusLine = ({ status: { label, tone, explanation } }: { status: StatusText }) => (
  <small className={classes[tone]} title={explanation}>
    {label}
  </small>
)

/** A status as a badge. */
export const StatusBadge = ({ status: { label, tone, explanation } }: { status: StatusText }) => (
  <span className={`state state-${tone}`} title={explanation}>
    {label}
  </span>
)
