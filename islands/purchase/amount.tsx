import type { ComponentProps } from 'react'
import { amountLimitsNaira } from '../../shared/constants.ts'
import { cleanAmount, formatMoney } from '../lib/index.ts'
import { MoneyField } from '../ui/index.ts'
import { purchaseTexts } from './texts.ts'

const formatWhole = (naira: number) => formatMoney(naira, { decimals: 0 })
const amountHint = () =>
  purchaseTexts.amountRange({
    min: formatWhole(amountLimitsNaira.min),
    max: formatWhole(amountLimitsNaira.max),
  })

interface AmountFieldProps extends Omit<ComponentProps<typeof MoneyField>, 'label' | 'hint'> {
  /** Default: 'Amount (NGN)'. */
  label?: string
  /** Amounts of the quick-fill buttons, naira. */
  presetAmounts: readonly number[]
}

/** An amount field with a hint of the minimum and maximum. Source: ruling D-036. */
export const AmountField = ({
  presetAmounts,
  label = purchaseTexts.amountField(),
  ...field
}: AmountFieldProps) => (
  <>
    <MoneyField {...field} label={label} hint={amountHint()} />
    <div className="chips script-only">
      {presetAmounts.map((naira) => (
        <button
          key={naira}
          type="button"
          className="chip"
          aria-pressed={cleanAmount(field.value) === String(naira)}
          onClick={() => field.onValueChange(String(naira))}
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
        {purchaseTexts.amountField()}
      </label>
      <output id={id} className="amount">
        {formatMoney(naira)}
      </output>
    </div>
  )
