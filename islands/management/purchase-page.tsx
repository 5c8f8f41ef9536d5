import { type ReactNode, useEffect, useRef } from 'react'
import { Button, type Detail, DetailsList, Overlay, StatusDisplay } from '../ui/index.ts'
import { Approvals, useApprovals } from './approvals.tsx'
import { PinDialog } from './pin-dialog.tsx'
import type { PurchaseStep } from './use-purchase.ts'

interface PurchasePageProps<I, R> {
  purchase: {
    step: PurchaseStep<I, R>
    isVerifying: boolean
    isBusy: boolean
    isPinOpen: boolean
    isTouched: boolean
    verify: () => void
    subscribe: (info: I) => void
    back: () => void
    closePin: () => void
    verified: (info: I, pin: string) => void
    freshStart: () => void
  }
  isComplete: boolean
  /** Overlay text during verification. */
  loadingText: string
  /** Form fields. */
  children: ReactNode
  rowsOf: (info: I) => readonly Detail[]
  receipt: (order: R) => ReactNode
}

const titles = {
  form: '',
  summary: 'Confirm purchase',
  pending: 'Not delivered yet',
  waiting: 'Pending approval',
  receipt: '',
}

/** Steps of a manager's purchase, one at a time. */
export function PurchasePage<I, R>(props: PurchasePageProps<I, R>) {
  const { purchase, isComplete, loadingText, children, rowsOf, receipt } = props
  const { step, isVerifying, isBusy } = purchase
  const info = 'info' in step ? step.info : null
  const approvals = useApprovals('purchase')
  const { reload } = approvals
  const container = useRef<HTMLDivElement>(null)
  const previousType = useRef(step.type)
  useEffect(() => {
    // The pressed button is gone: focus moves to the new content.
    if (step.type !== previousType.current) container.current?.focus()
    previousType.current = step.type
    if (step.type === 'waiting') reload()
  }, [step.type, reload])
  return (
    <div ref={container} tabIndex={-1} className="stack">
      {step.type === 'form' && (
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
          <h2 id="summary">{titles[step.type]}</h2>
          {step.type === 'waiting' && (
            <p role="status">
              This sum needs a second manager. Nothing is bought until they approve it; the request is on this
              page.
            </p>
          )}
          {step.type === 'pending' && (
            <p role="status">
              It is paid and being delivered. Do not buy it again. Check again, or open the user's
              transactions later.
            </p>
          )}
          <DetailsList items={rowsOf(info)} />
          <div className="grid gap-3 sm:grid-cols-2">
            {step.type === 'summary' && (
              <Button kind="plain" onClick={purchase.back}>
                Back
              </Button>
            )}
            <Button busy={isBusy} onClick={() => purchase.subscribe(info)}>
              {step.type === 'summary' ? 'Subscribe Now' : 'Check again'}
            </Button>
          </div>
        </section>
      )}
      {step.type === 'receipt' && (
        <section className="card stack narrow">
          <StatusDisplay kind="success" title="Your subscription was successful." level={2} />
          {receipt(step.order)}
        </section>
      )}
      {(step.type !== 'form' || purchase.isTouched) && (
        <Button kind="plain" onClick={purchase.freshStart}>
          Fresh start
        </Button>
      )}
      {approvals.data !== null && approvals.data.length > 0 && (
        <Approvals query={approvals} caption="Purchases awaiting approval" />
      )}
      {(isVerifying || isBusy) && <Overlay text={isBusy ? 'Processing, please wait...' : loadingText} />}
      {purchase.isPinOpen && info !== null && (
        <PinDialog onClose={purchase.closePin} onVerified={(pin) => purchase.verified(info, pin)} />
      )}
    </div>
  )
}
