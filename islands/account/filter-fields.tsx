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

export const DateFilter = ({ name, label, value }: { name: string; label: string; value: string }) => (
  <div className="field">
    <label className="field-label" htmlFor={`filter-${name}`}>
      {label}
    </label>
    <input id={`filter-${name}`} name={name} type="date" className="field-input" defaultValue={value} />
  </div>
)
