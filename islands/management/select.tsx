import { useId } from 'react'

interface SelectProps {
  label: string
  name: string
  value: string
  choices: readonly (readonly [value: string, label: string])[]
  onValueChange: (value: string) => void
}

/** Native select with a label. */
export function Select({ label, name, value, choices, onValueChange }: SelectProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="field-input"
        name={name}
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
      >
        {choices.map(([optionValue, text]) => (
          <option key={optionValue} value={optionValue}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
