import { useId } from 'react'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import { uiTexts } from './component-texts.ts'

export interface SummaryError {
  /** Id of the field; without one the message is plain text. */
  id?: string
  message: string
}

export interface ErrorSummaryProps {
  errors: readonly SummaryError[]
  /** Number of submits: the summary takes the focus when this changes and there are errors. */
  submitCount: number
  title?: string
}

/** Error summary above a form, each error linked to its field. */
export function ErrorSummary({ errors, submitCount, title = titleOf(errors) }: ErrorSummaryProps) {
  const titleId = useId()
  const box = useFocusOnChange<HTMLElement>(submitCount, 0)
  if (errors.length === 0) return null
  return (
    <section ref={box} className="error-summary" aria-labelledby={titleId} tabIndex={-1}>
      <h2 id={titleId}>{title}</h2>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={`${id}${message}`}>
            {id ? (
              <a
                href={`#${id}`}
                onClick={(event) => {
                  const field = document.getElementById(id)
                  if (!field) return
                  event.preventDefault()
                  field.focus()
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Field errors can be fixed by the user; a lost connection or an API error cannot. */
const titleOf = (errors: readonly SummaryError[]) =>
  errors.some(({ id }) => id) ? uiTexts.invalidFieldsTitle() : uiTexts.failedRequestTitle()
