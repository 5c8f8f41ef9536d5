import { FieldError, FieldHint, type FieldProps, useFieldIds } from './field.tsx'

interface Choice<V extends string> {
  value: V
  label: string
  /** A second line under the label. */
  detail?: string
  disabled?: boolean
}

export interface ChoiceGroupProps<V extends string> extends FieldProps {
  id?: string
  name: string
  value: string
  onValueChange: (value: V) => void
  choices: readonly Choice<V>[]
  required?: boolean
}

/** A radio group: Prepaid or Postpaid. The group's id is that of its first radio. */
export function ChoiceGroup<V extends string>(props: ChoiceGroupProps<V>) {
  const { label, hint, error, name, value, onValueChange, choices, required } = props
  const { id, labelId, describedBy } = useFieldIds(props.id, { hint, error })
  return (
    <fieldset className="field choices" aria-labelledby={labelId} aria-describedby={describedBy}>
      <legend className="field-label" id={labelId}>
        {label}
      </legend>
      <FieldHint id={id}>{hint}</FieldHint>
      <div className="choices-row">
        {choices.map((choice, index) => (
          <label key={choice.value} className="choice">
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={choice.value}
              checked={value === choice.value}
              disabled={choice.disabled}
              required={required}
              onChange={() => onValueChange(choice.value)}
            />
            <span>
              {choice.label}
              {choice.detail && <small>{choice.detail}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}
