import { topUpPath } from '../../shared/pages.ts'
import type { Schedule } from '../../shared/schedules.ts'
import { runStatuses, scheduleStatuses } from '../../shared/statuses.ts'
import { numberText } from '../account/number-text.ts'
import { displayDate, formatMoney } from '../lib/index.ts'
import { Button, renderParts, ServiceIcon, StatusBadge } from '../ui/index.ts'
import { frequenciesInSummary } from './frequency.ts'
import { schedulesTexts } from './texts.ts'

interface ScheduleCardProps {
  schedule: Schedule
  /** The wallet's balance, naira; null while it is not known. */
  balance: number | null
  onDetails: () => void
}

/**
 * One schedule: what it buys, when it runs next, whether the wallet covers it, why it is paused, and the run that is left
 * of an ended one.
 */
export function ScheduleCard({ schedule, balance, onDetails }: ScheduleCardProps) {
  const { title, state, service, next_on, pause_reason, open_run } = schedule
  const number = numberText(schedule)
  return (
    <article className="card stack" aria-label={`${title}, ${number}`}>
      <header className="split">
        <h2 className="row">
          <ServiceIcon service={service} />
          {title}
        </h2>
        <StatusBadge status={open_run ? runStatuses[open_run] : scheduleStatuses[state]} />
      </header>
      <p>
        {number}
        <br />
        {schedulesTexts.summary({
          amount: formatMoney(schedule.amount),
          frequency: frequenciesInSummary[schedule.frequency](),
        })}
        {next_on && (
          <>
            <br />
            {schedulesTexts.nextRun({ day: displayDate(next_on, 'day') })}
          </>
        )}
      </p>
      {pause_reason && <p className="note">{pause_reason}</p>}
      <LowWallet schedule={schedule} balance={balance} />
      <Button
        kind="plain"
        className="script-only"
        aria-haspopup="dialog"
        aria-label={schedulesTexts.detailsOf({ title, number })}
        onClick={onDetails}
      >
        {schedulesTexts.details()}
      </Button>
    </article>
  )
}

/** Warns while the wallet has less than the next run costs at today's service charge. */
function LowWallet({ schedule, balance }: Omit<ScheduleCardProps, 'onDetails'>) {
  const { next_on, payment_method, amount, service_charge } = schedule
  const price = amount + service_charge
  if (payment_method !== 'WALLET' || next_on === null || balance === null || balance >= price) return null
  return (
    <p className="note">
      {renderParts(
        schedulesTexts.walletTooLow({
          balance: formatMoney(balance),
          price: formatMoney(price),
          day: displayDate(next_on, 'day'),
          link: (chunks) => <a href={topUpPath}>{chunks}</a>,
        }),
      )}
    </p>
  )
}

/** "Wallet", "Card visa 4081". */
export function methodName({ payment_method, card }: Schedule): string {
  if (payment_method === 'WALLET') return schedulesTexts.payFromWallet()
  return card ? schedulesTexts.payByCard({ card }) : schedulesTexts.deletedCard()
}
