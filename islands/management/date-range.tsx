import { commonTexts, TextField } from '../ui/index.ts'

interface DateRange {
  from: string
  to: string
}

/** Filters by day, both included. YYYY-MM-DD; '' for no limit. */
export function DateRangeFields({
  from,
  to,
  onChange,
}: DateRange & { onChange: (change: Partial<DateRange>) => void }) {
  return (
    <>
      <TextField
        type="date"
        name="from"
        label={commonTexts.from()}
        value={from}
        onValueChange={(value) => onChange({ from: value })}
      />
      <TextField
        type="date"
        name="to"
        label={commonTexts.to()}
        value={to}
        onValueChange={(value) => onChange({ to: value })}
      />
    </>
  )
}
