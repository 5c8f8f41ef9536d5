interface ChoiceProps {
  name: string
  label: string
  all: string
  value: string
  choices: readonly { value: string; text: string }[]
}

/** One of a few, or all of them. */
export const Choice = ({ name, label, all, value, choices }: ChoiceProps) => (
  <div className="field">
    <label className="field-label" htmlFor={`filter-${name}`}>
      {label}
    </label>
    <select id={`filter-${name}`} name={name} className="field-input" defaultValue={value}>
      <option value="">{all}</option>
      {choices.map((it) => (
        <option key={it.value} value={it.value}>
          {it.text}
        </option>
      ))}
    </select>
  </div>
)

export const DayField = ({ name, label, value }: { name: string; label: string; value: string }) => (
  <div className="field">
    <label className="field-label" htmlFor={`filter-${name}`}>
      {label}
    </label>
    <input id={`filter-${name}`} name={name} type="date" className="field-input" defaultValue={value} />
  </div>
)
