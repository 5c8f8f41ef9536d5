import { useRef, useState } from 'react'
import { requeryOrder } from '../../shared/operations.ts'
import { accountRequest } from '../account/account-request.ts'
import { clearKey, noResponseText, RequestError } from '../lib/index.ts'
import { Button, Dialog } from '../ui/index.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ReasonField } from './reason-field.tsx'
import { reviewsTexts } from './reviews-texts.ts'

interface BulkRequeryProps {
  references: readonly string[]
  /** Called when it is closed before the first requery. */
  onCancel: () => void
  /** Called when the results are closed, with the orders that were not requeried. */
  onFinished: (remaining: readonly string[]) => void
}

interface Result {
  failed: boolean
  /** The message of the answer or of the error. */
  text: string
}
type Results = ReadonlyMap<string, Result>

/** Requeries the selected orders, one at a time, with one reason and PIN, and shows the result of each. */
export function BulkRequery({ references, onCancel, onFinished }: BulkRequeryProps) {
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<Results | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const [isStopping, setIsStopping] = useState(false)
  const mustStop = useRef(false)

  async function run(pin: string) {
    setIsRunning(true)
    const sent = new Map<string, Result>()
    setResults(sent)
    for (const reference of references) {
      const result = await requery(reference, { auth_pin: pin, reason })
      if (!result) break
      sent.set(reference, result)
      setResults(new Map(sent))
      if (mustStop.current) break
    }
    setIsRunning(false)
  }

  function stop() {
    mustStop.current = true
    setIsStopping(true)
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
        onClose={onCancel}
        onVerified={run}
      >
        <ReasonField value={reason} onValueChange={setReason} />
      </ActionDialog>
    )
  const finish = () => onFinished(references.filter((reference) => results.get(reference)?.failed !== false))
  return (
    <Dialog title={title} onClose={finish} locked={isRunning}>
      <RequeryResults references={references} results={results} isRunning={isRunning} />
      {isRunning ? (
        <Button key="stop" kind="plain" className="btn-wide" busy={isStopping} onClick={stop}>
          {reviewsTexts.requeryStop()}
        </Button>
      ) : (
        <Button key="close" className="btn-wide" onClick={finish}>
          {reviewsTexts.requeryClose()}
        </Button>
      )}
    </Dialog>
  )
}

interface RequeryResultsProps {
  references: readonly string[]
  results: Results
  isRunning: boolean
}

/** How many orders were sent, and the result of each. */
function RequeryResults({ references, results, isRunning }: RequeryResultsProps) {
  const sent = results.size
  const count = references.length
  const failed = [...results.values()].filter((result) => result.failed).length
  return (
    <>
      <p role="status">{reviewsTexts.requeryProgress({ sent, count, requeried: sent - failed, failed })}</p>
      <progress
        className="bulk-progress"
        max={count}
        value={sent}
        aria-label={reviewsTexts.requeriesSent()}
      />
      <ul aria-label={reviewsTexts.requeryResults()}>
        {references.map((reference) => (
          <li key={reference} className="list-row">
            <span>
              {reference}
              <ResultLine result={results.get(reference)} isRunning={isRunning} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function ResultLine({ result, isRunning }: { result: Result | undefined; isRunning: boolean }) {
  if (!result)
    return <small>{isRunning ? reviewsTexts.requeryWaiting() : reviewsTexts.requeryNotSent()}</small>
  return result.failed ? (
    <small className="text-bad">{reviewsTexts.requeryFailed({ reason: result.text })}</small>
  ) : (
    <small>{result.text}</small>
  )
}

/** Requeries one order. @returns null after the session has ended */
async function requery(
  reference: string,
  body: { auth_pin: string; reason: string },
): Promise<Result | null> {
  const key = `management:requery:${reference}`
  try {
    const envelope = await accountRequest(requeryOrder, { params: { reference }, key, body, quiet: true })
    if (!envelope) return null
    clearKey(key)
    return { failed: false, text: envelope.message || reviewsTexts.actionDone() }
  } catch (error) {
    return { failed: true, text: error instanceof RequestError ? error.message : noResponseText() }
  }
}
