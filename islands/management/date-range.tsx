import { useState } from 'react'
import { type DayLimits, type PeriodRules, periodError } from '../../shared/management/period.ts'
import { commonTexts, TextField } from '../ui/index.ts'

/** YYYY-MM-DD, both included; '' for no limit. */
type DateRange = Required<{ [name in keyof DayLimits]: string }>

interface DateRangeProps extends DateRange {
  rules?: PeriodRules
  onChange: (range: DateRange) => void
}

/** Filters by day. Days that break a rule are not applied; the error is at the field. */
export function DateRangeFields({ from, to, rules = {}, onChange }: DateRangeProps) {
  const [invalid, setInvalid] = useState<DateRange | null>(null)
  const range = invalid ?? { from, to }
  const error = invalid && periodError(invalid, rules)

  function change(changes: Partial<DateRange>): void {
    const next = { ...range, ...changes }
    const isValid = periodError(next, rules) === null
    setInvalid(isValid ? null : next)
    if (isValid) onChange(next)
  }

  const field = (name: keyof DateRange, label: string) => (
    <TextField
      type="date"
      name={name}
      label={label}
      error={error?.field === name ? error.message : null}
      value={range[name]}
      onValueChange={(day) => change({ [name]: day })}
    />
  )
  return (
    <>
      {field('from', commonTexts.from())}
      {field('to', commonTexts.to())}
    </>
  )
}
