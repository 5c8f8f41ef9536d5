import { SelectField, type SelectFieldProps } from '../ui/select-field.tsx'

export type SelectChoice = readonly [value: string, label: string, isDisabled?: boolean]

interface SelectProps extends Omit<SelectFieldProps, 'children'> {
  choices: readonly SelectChoice[]
}

/** A select with its choices as a list. */
export const Select = ({ choices, ...field }: SelectProps) => (
  <SelectField {...field}>
    {choices.map(([value, text, isDisabled]) => (
      <option key={value} value={value} disabled={isDisabled}>
        {text}
      </option>
    ))}
  </SelectField>
)
