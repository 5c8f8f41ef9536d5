import { useEffect, useId, useRef } from 'react'

export interface SummaryError {
  /** The id of the field it belongs to; without one it is plain text. */
  id?: string
  says: string
}

export interface ErrorSummaryProps {
  errors: readonly SummaryError[]
  /** Counts the submits: the summary takes the focus each time this changes and there are errors. */
  submits: number
  title?: string
}

/** Above a form: everything that is wrong, each linked to its field. */
export function ErrorSummary({ errors, submits, title = titleOf(errors) }: ErrorSummaryProps) {
  const titleId = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (submits > 0) box.current?.focus()
  }, [submits])
  if (errors.length === 0) return null
  return (
    <section ref={box} className="summary" aria-labelledby={titleId} tabIndex={-1}>
      <h2 id={titleId}>{title}</h2>
      <ul>
        {errors.map(({ id, says }) => (
          <li key={`${id}${says}`}>
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
                {says}
              </a>
            ) : (
              says
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** With a field to go to there is something to check; a lost connection or a refusal is nobody's mistake. */
const titleOf = (errors: readonly SummaryError[]) =>
  errors.some(({ id }) => id) ? 'Please check these' : 'This did not work'
