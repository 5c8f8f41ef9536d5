interface SelectFilterProps {
  name: string
  label: string
  allLabel: string
  value: string
  choices: readonly { value: string; text: string }[]
}

/** Select filter with an "all" option. */
export const SelectFilter = ({ name, label, allLabel, value, choices }: SelectFilterProps) => (
  <div className="field">
    <label className="field-label" htmlFor={`filter-${name}`}>
      {label}
    </label>
    <select id={`filter-${name}`} name={name} className="field-input" defaultValue={value}>
      <option value="">{allLabel}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  </div>
)

interface DateFilterProps {
  /** Prefix of the id, where a page has several forms. */
  form?: string
  name: string
  label: string
  value: string
  required?: boolean
}

export const DateFilter = ({ form = 'filter', name, label, value, required = false }: DateFilterProps) => (
  <div className="field">
    <label className="field-label" htmlFor={`${form}-${name}`}>
      {label}
    </label>
    <input
      id={`${form}-${name}`}
      name={name}
      type="date"
      className="field-input"
      defaultValue={value}
      required={required}
    />
  </div>
)
