import type { ComponentProps } from 'react'
import { amountBoundsNaira } from '../../shared/constants.ts'
import { cleanAmount, formatMoney } from '../lib/index.ts'
import { MoneyField } from '../ui/index.ts'

const whole = (naira: number) => formatMoney(naira, { decimals: 0 })
const bounds = `From ${whole(amountBoundsNaira.min)} to ${whole(amountBoundsNaira.max)}.`

interface AmountFieldProps extends Omit<ComponentProps<typeof MoneyField>, 'label' | 'hint'> {
  /** 'Amount (NGN)' unless said otherwise. */
  label?: string
  /** Amounts that one press fills in, naira. */
  quick: readonly number[]
}

/** An amount somebody chooses, within the declared bounds. Source: decision D-036. */
export const AmountField = ({ quick, label = 'Amount (NGN)', ...field }: AmountFieldProps) => (
  <>
    <MoneyField {...field} label={label} hint={bounds} />
    <div className="chips script-only">
      {quick.map((naira) => (
        <button
          key={naira}
          type="button"
          className="chip"
          aria-pressed={cleanAmount(field.value) === String(naira)}
          onClick={() => field.onValue(String(naira))}
        >
          {whole(naira)}
        </button>
      ))}
    </div>
  </>
)

/** An amount that follows from what was chosen; null while nothing is. */
export const SetAmount = ({ id, naira }: { id: string; naira: number | null }) =>
  naira === null ? null : (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Amount (NGN)
      </label>
      <output id={id} className="amount block">
        {formatMoney(naira)}
      </output>
    </div>
  )
