import { type ReactNode, useEffect, useRef } from 'react'
import { Button, type Detail, DetailsList, Overlay, StatusDisplay } from '../ui/index.ts'
import { PinDialog } from './pin-dialog.tsx'
import type { Stage } from './use-purchase.ts'

interface PurchasePageProps<I, R> {
  purchase: {
    stage: Stage<I, R>
    isVerifying: boolean
    isBusy: boolean
    asksPin: boolean
    isTouched: boolean
    verify: () => void
    subscribe: (info: I) => void
    back: () => void
    closePin: () => void
    verified: (info: I, pin: string) => void
    freshStart: () => void
  }
  isComplete: boolean
  /** Said while it is verified. */
  wait: string
  /** The fields of the form. */
  children: ReactNode
  rowsOf: (info: I) => readonly Detail[]
  receipt: (order: R) => ReactNode
}

/** The four stages of a manager's purchase, one at a time. */
export function PurchasePage<I, R>(props: PurchasePageProps<I, R>) {
  const { purchase, isComplete, wait, children, rowsOf, receipt } = props
  const { stage, isVerifying, isBusy } = purchase
  const info = stage.is === 'summary' || stage.is === 'pending' ? stage.info : null
  const top = useRef<HTMLDivElement>(null)
  const was = useRef(stage.is)
  useEffect(() => {
    // What was pressed is gone: the focus goes to what stands in its place.
    if (stage.is !== was.current) top.current?.focus()
    was.current = stage.is
  }, [stage.is])
  return (
    <div ref={top} tabIndex={-1} className="stack">
      {stage.is === 'form' && (
        <form
          className="card form narrow"
          aria-busy={isVerifying}
          onSubmit={(event) => {
            event.preventDefault()
            if (isComplete) purchase.verify()
          }}
        >
          {children}
          <Button type="submit" className="btn-wide" busy={isVerifying} disabled={!isComplete}>
            Continue
          </Button>
        </form>
      )}
      {info !== null && (
        <section className="card stack narrow" aria-labelledby="summary">
          <h2 id="summary">{stage.is === 'pending' ? 'Not delivered yet' : 'Is this right?'}</h2>
          {stage.is === 'pending' && (
            <p role="status">
              It is paid and being delivered. Nothing has to be bought again: ask once more, or look at the
              user's transactions later.
            </p>
          )}
          <DetailsList items={rowsOf(info)} />
          <div className="grid gap-3 sm:grid-cols-2">
            {stage.is === 'summary' && (
              <Button kind="plain" onClick={purchase.back}>
                Back
              </Button>
            )}
            <Button busy={isBusy} onClick={() => purchase.subscribe(info)}>
              {stage.is === 'pending' ? 'Ask again' : 'Subscribe Now'}
            </Button>
          </div>
        </section>
      )}
      {stage.is === 'receipt' && (
        <section className="card stack narrow">
          <StatusDisplay kind="success" title="Your subscription was successful." level={2} />
          {receipt(stage.order)}
        </section>
      )}
      {(stage.is !== 'form' || purchase.isTouched) && (
        <Button kind="plain" onClick={purchase.freshStart}>
          Fresh start
        </Button>
      )}
      {(isVerifying || isBusy) && <Overlay text={isBusy ? 'Processing, please wait...' : wait} />}
      {purchase.asksPin && info !== null && (
        <PinDialog onClose={purchase.closePin} onVerified={(pin) => purchase.verified(info, pin)} />
      )}
    </div>
  )
}
