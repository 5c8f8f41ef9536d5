import type { ComponentProps } from 'react'
import { amountBoundsNaira } from '../../shared/constants.ts'
import { cleanAmount, formatMoney } from '../lib/index.ts'
import { MoneyField } from '../ui/index.ts'

const formatWhole = (naira: number) => formatMoney(naira, { decimals: 0 })
const bounds = `${formatWhole(amountBoundsNaira.min)} to ${formatWhole(amountBoundsNaira.max)}`

interface AmountFieldProps extends Omit<ComponentProps<typeof MoneyField>, 'label' | 'hint'> {
  /** Default: 'Amount (NGN)'. */
  label?: string
  /** Amounts of the quick-fill buttons, naira. */
  quick: readonly number[]
}

/** An amount field with the declared bounds. Source: decision D-036. */
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
          {formatWhole(naira)}
        </button>
      ))}
    </div>
  </>
)

/** A price fixed by the selected product; null while none is selected. */
export const FixedAmount = ({ id, naira }: { id: string; naira: number | null }) =>
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
