import type { PeriodTotals } from '../../shared/management/overview.ts'
import { overviewPeriodRules } from '../../shared/management/period.ts'
import { DateRangeFields } from './date-range.tsx'
import { overviewTexts } from './overview-texts.ts'
import { Select } from './select.tsx'
import type { Period } from './use-overview.ts'

const fixedPeriods = [
  ['1', overviewTexts.today],
  ['7', overviewTexts.sevenDays],
  ['30', overviewTexts.thirtyDays],
  ['90', overviewTexts.ninetyDays],
] as const

interface PeriodChoiceProps {
  period: Period
  /** Totals of the period; undefined until they are loaded. */
  totals: PeriodTotals | undefined
  set: (changes: { days: string; from: string; to: string }) => void
}

/** A fixed period, or the days from one to another, which are those of the previous period at first. */
export function PeriodChoice({ period, totals, set }: PeriodChoiceProps) {
  const isFixed = 'days' in period
  return (
    <div className="period">
      <Select
        label={overviewTexts.period()}
        name="days"
        value={isFixed ? period.days : ''}
        choices={[
          ...fixedPeriods.map(([value, label]) => [value, label()] as const),
          ...(totals || !isFixed ? [['', overviewTexts.otherDays()] as const] : []),
        ]}
        onValueChange={(days) =>
          set(
            days === '' && totals
              ? { days: '', from: totals.from, to: totals.to }
              : { days, from: '', to: '' },
          )
        }
      />
      {!isFixed && (
        <DateRangeFields
          {...period}
          rules={overviewPeriodRules}
          onChange={(range) => set({ days: '', ...range })}
        />
      )}
    </div>
  )
}
