import type { ReactNode } from 'react'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import { Form } from '../ui/form.tsx'
import { Button, type Detail, DetailsList, Overlay, StatusDisplay } from '../ui/index.ts'
import { ApprovalsIfAny, useApprovals } from './approvals.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { managedPurchaseTexts } from './purchase-texts.ts'
import { managementTexts } from './texts.ts'
import type { PurchaseStep } from './use-purchase.ts'
import type { ChosenUser } from './user-picker.tsx'

interface PurchasePageProps<I, R> {
  purchase: {
    step: PurchaseStep<I, R>
    verifiedUser: ChosenUser | null
    isVerifying: boolean
    isBusy: boolean
    isPinOpen: boolean
    isTouched: boolean
    verify: () => void
    buy: (info: I) => void
    back: () => void
    closePin: () => void
    buyWithPin: (info: I, pin: string) => void
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

/** Titles of the steps that show the verified order. */
const titles = {
  summary: managedPurchaseTexts.summaryTitle,
  pending: managedPurchaseTexts.pendingTitle,
  waiting: managedPurchaseTexts.approvalTitle,
}

interface OrderReviewProps {
  type: keyof typeof titles
  /** For whom it is bought. */
  user: ChosenUser | null
  rows: readonly Detail[]
  isBusy: boolean
  onBack: () => void
  onBuy: () => void
}

/** The verified order, and the actions of its step. */
const OrderReview = ({ type, user, rows, isBusy, onBack, onBuy }: OrderReviewProps) => (
  <section className="card stack narrow" aria-labelledby="summary">
    <h2 id="summary">{titles[type]()}</h2>
    {type === 'waiting' && <p role="status">{managedPurchaseTexts.approvalNote()}</p>}
    {type === 'pending' && <p role="status">{managedPurchaseTexts.pendingNote()}</p>}
    <DetailsList
      items={[...(user ? [{ label: managementTexts.user(), value: user.name, wide: true }] : []), ...rows]}
    />
    <div className="field-columns">
      {type === 'summary' && (
        <Button kind="plain" onClick={onBack}>
          {managedPurchaseTexts.back()}
        </Button>
      )}
      <Button busy={isBusy} onClick={onBuy}>
        {type === 'summary' ? managedPurchaseTexts.buy() : managedPurchaseTexts.checkAgain()}
      </Button>
    </div>
  </section>
)

/** Steps of a manager's purchase, one at a time. */
export function PurchasePage<I, R>(props: PurchasePageProps<I, R>) {
  const { purchase, isComplete, loadingText, children, rowsOf, receipt } = props
  const { step, isVerifying, isBusy } = purchase
  const info = 'info' in step ? step.info : null
  const approvals = useApprovals('purchase')
  const container = useFocusOnChange<HTMLDivElement>(step.type)
  return (
    <div ref={container} tabIndex={-1} className="stack">
      {step.type === 'form' && (
        <Form
          className="card form narrow"
          aria-busy={isVerifying}
          onSubmit={() => {
            if (isComplete) purchase.verify()
          }}
        >
          {children}
          <Button type="submit" className="btn-wide" busy={isVerifying} disabled={!isComplete}>
            {managedPurchaseTexts.submit()}
          </Button>
        </Form>
      )}
      {'info' in step && (
        <OrderReview
          type={step.type}
          user={purchase.verifiedUser}
          rows={rowsOf(step.info)}
          isBusy={isBusy}
          onBack={purchase.back}
          onBuy={() => purchase.buy(step.info)}
        />
      )}
      {step.type === 'receipt' && (
        <section className="card stack narrow">
          <StatusDisplay kind="success" title={managedPurchaseTexts.receiptTitle()} level={2} />
          {receipt(step.order)}
        </section>
      )}
      {(step.type !== 'form' || purchase.isTouched) && (
        <Button kind="plain" onClick={purchase.freshStart}>
          {managedPurchaseTexts.freshStart()}
        </Button>
      )}
      <ApprovalsIfAny query={approvals} caption={managedPurchaseTexts.approvals()} />
      {(isVerifying || isBusy) && <Overlay text={isBusy ? managementTexts.processing() : loadingText} />}
      {purchase.isPinOpen && info !== null && (
        <PinDialog onClose={purchase.closePin} onVerified={(pin) => purchase.buyWithPin(info, pin)} />
      )}
    </div>
  )
}
