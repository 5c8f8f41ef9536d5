import { useId } from 'react'

interface SelectProps {
  label: string
  name: string
  value: string
  choices: readonly (readonly [value: string, label: string])[]
  onValue: (value: string) => void
}

/** A plain list to choose from. */
export function Select({ label, name, value, choices, onValue }: SelectProps) {
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
        onChange={({ target }) => onValue(target.value)}
      >
        {choices.map(([it, text]) => (
          <option key={it} value={it}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
