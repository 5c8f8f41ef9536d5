import { useState } from 'react'
import { requeryOrder } from '../../shared/operations.ts'
import { useMutation } from '../account/use-mutation.ts'
import { clearKey, noResponseText, RequestError } from '../lib/index.ts'
import { Button, Dialog } from '../ui/index.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ReasonField } from './reason-field.tsx'
import { reviewsTexts } from './reviews-texts.ts'

interface BulkRequeryProps {
  references: readonly string[]
  onClose: () => void
}

/** Requeries the selected orders, one at a time, with one reason and PIN, and shows the result of each. */
export function BulkRequery({ references, onClose }: BulkRequeryProps) {
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<ReadonlyMap<string, string> | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const requery = useRequery()

  async function run(pin: string) {
    setIsRunning(true)
    const done = new Map<string, string>()
    setResults(done)
    for (const reference of references) {
      done.set(reference, await requery(reference, { auth_pin: pin, reason }))
      setResults(new Map(done))
    }
    setIsRunning(false)
  }

  const title = reviewsTexts.requeryMany({ count: references.length })
  if (results === null)
    return (
      <ActionDialog
        title={title}
        lead={<p>{reviewsTexts.requeryManyDescription()}</p>}
        submitText={title}
        isComplete={reason.trim() !== ''}
        isBusy={false}
        onClose={onClose}
        onVerified={run}
      >
        <ReasonField value={reason} onValueChange={setReason} />
      </ActionDialog>
    )
  return (
    <Dialog title={title} onClose={onClose} locked={isRunning}>
      <p role="status">{reviewsTexts.requeryProgress({ done: results.size, count: references.length })}</p>
      <progress className="bulk-progress" max={references.length} value={results.size} aria-label={title} />
      <ul>
        {references.map((reference) => (
          <li key={reference} className="list-row">
            <span>
              {reference}
              <small>{results.get(reference) ?? reviewsTexts.requeryWaiting()}</small>
            </span>
          </li>
        ))}
      </ul>
      <Button className="btn-wide" busy={isRunning} onClick={onClose}>
        {reviewsTexts.requeryClose()}
      </Button>
    </Dialog>
  )
}

/** Requeries one order. @returns the message of the answer or of the error */
function useRequery() {
  const [failure] = useState<{ error: unknown }>(() => ({ error: null }))
  const { send } = useMutation(requeryOrder, {
    onError: (error) => {
      failure.error = error
    },
  })
  return async (reference: string, body: { auth_pin: string; reason: string }): Promise<string> => {
    const key = `management:requery:${reference}`
    const envelope = await send({ params: { reference }, key, body, quiet: true })
    if (!envelope) return failure.error instanceof RequestError ? failure.error.message : noResponseText()
    clearKey(key)
    return envelope.message || reviewsTexts.actionDone()
  }
}
