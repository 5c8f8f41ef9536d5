import { useState } from 'react'
import {
  closeReview,
  deliverOrder,
  type OrderOperations,
  type RefundPreview,
  type ReviewAction,
  refundOrder,
  rejectAccountOfRefund,
  requeryOrder,
} from '../../shared/operations.ts'
import { useMutation } from '../account/use-mutation.ts'
import { clearKey, formatMoney, toast } from '../lib/index.ts'
import { Button, commonTexts, TextField } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { displayName } from './labels.ts'
import { ReasonField } from './reason-field.tsx'
import { reviewsTexts } from './reviews-texts.ts'
import { managementTexts } from './texts.ts'

interface ActionTexts {
  label: () => string
  description: () => string
}

export const reviewActionTexts: Record<ReviewAction, ActionTexts> = {
  requery: { label: reviewsTexts.requery, description: reviewsTexts.requeryDescription },
  deliver: { label: reviewsTexts.deliver, description: reviewsTexts.deliverDescription },
  refund: { label: reviewsTexts.refund, description: reviewsTexts.refundDescription },
  reject_account: { label: reviewsTexts.rejectAccount, description: reviewsTexts.rejectAccountDescription },
  close: { label: reviewsTexts.close, description: reviewsTexts.closeDescription },
}

/** Possible loss of a refund while the outcome is unknown, and who must approve it. */
function riskText({ type, amount: naira }: NonNullable<OrderOperations['refund_risk']>): string {
  const amount = formatMoney(naira)
  return type === 'vendor_may_deliver'
    ? reviewsTexts.deliveryRisk({ amount })
    : reviewsTexts.doubleRefundRisk({ amount })
}

const refundTexts = {
  gateway: reviewsTexts.refundByGateway,
  wallet: reviewsTexts.refundToWallet,
  account: reviewsTexts.refundToAccount,
  transfer: reviewsTexts.refundByTransfer,
  none: reviewsTexts.refundOfManagerPurchase,
} as const satisfies Record<RefundPreview['method'], unknown>

/** The amount, the customer and the method of a refund, in one sentence. */
const refundText = (
  { amount, customer, method, gateway }: RefundPreview,
  account: NonNullable<OrderOperations['refund']>['account'],
): string =>
  refundTexts[method]({
    amount: formatMoney(amount),
    customer,
    gateway: gateway ? displayName(gateway) : reviewsTexts.originalMethod(),
    last4: account?.last4 ?? '',
    bank: account?.bank ?? reviewsTexts.unknownBank(),
  })

const emptyEvidence = { vendor_reference: '', token: '', units: '', pins: '', bank_reference: '' }

/** Parses one PIN per line, optionally preceded by its serial number and a comma. */
const parsePins = (inputText: string) =>
  inputText
    .split('\n')
    .map((line) => line.split(',').map((value) => value.trim()))
    .flatMap(([first = '', second]) => {
      if (second) return [{ serial: first, pin: second }]
      return first ? [{ pin: first }] : []
    })

/** The first allowed action is recommended: of those that can resolve the review, it has the smallest effect. */
const byRecommendation = ['close', 'requery', 'refund', 'deliver', 'reject_account'] as const

/** For an order with a stopped refund: a requery of the vendor cannot resolve it. */
const byRecommendationOfRefund = ['close', 'refund', 'requery', 'deliver', 'reject_account'] as const
const stoppedRefundStates = ['needs_attention', 'failed']

function actionsOf({ refund, allowed_actions: allowed }: ReviewActionsProps['review']): ReviewAction[] {
  const isStopped = refund !== null && stoppedRefundStates.includes(refund.state)
  const actions = isStopped ? byRecommendationOfRefund : byRecommendation
  return actions.filter((action) => allowed.includes(action))
}

/** Actions that cannot be undone. */
const destructiveActions: readonly ReviewAction[] = ['refund', 'reject_account']

const buttonStyleOf = (action: ReviewAction) =>
  ({ kind: 'plain', className: destructiveActions.includes(action) ? 'btn-destructive' : '' }) as const

/** A guest whose gateway does not complete the refund: only a bank transfer reaches them. */
const canOnlyTransfer = ({ refund, refund_preview }: ReviewActionsProps['review']): boolean =>
  refund !== null && refund_preview?.method === 'transfer'

function bankReferenceHint(review: ReviewActionsProps['review']): string {
  if (review.refund?.account) return reviewsTexts.namedAccountHint()
  return canOnlyTransfer(review) ? reviewsTexts.transferOnlyHint() : reviewsTexts.refundReferenceHint()
}

interface ReviewActionsProps {
  review: Omit<OrderOperations, 'unavailable_actions'>
  onDone: () => void
  /** Shows only the recommended action. */
  onlyRecommended?: boolean
}

/** Allowed actions of an order. Every action requires a reason, its evidence and the PIN. */
export function ReviewActions({ review, onDone, onlyRecommended = false }: ReviewActionsProps) {
  const [action, setAction] = useState<ReviewAction | null>(null)
  const [reason, setReason] = useState('')
  const [evidence, setEvidence] = useState(emptyEvidence)
  const requery = useMutation(requeryOrder)
  const deliver = useMutation(deliverOrder)
  const refund = useMutation(refundOrder)
  const rejectAccount = useMutation(rejectAccountOfRefund)
  const close = useMutation(closeReview)
  const actions = actionsOf(review).slice(0, onlyRecommended ? 1 : undefined)
  const key = `management:${action}:${review.reference}`
  const isBusy = requery.isBusy || deliver.isBusy || refund.isBusy || rejectAccount.isBusy || close.isBusy
  const isTransferOnly = action === 'refund' && canOnlyTransfer(review)
  const isComplete = reason.trim() !== '' && (!isTransferOnly || evidence.bank_reference.trim() !== '')
  const fill = (name: keyof typeof emptyEvidence) => (value: string) =>
    setEvidence((previous) => ({ ...previous, [name]: value }))

  function send(auth_pin: string) {
    const requestOptions = { params: { reference: review.reference }, key }
    const body = { auth_pin, reason }
    switch (action) {
      case 'requery':
        return requery.send({ ...requestOptions, body })
      case 'deliver': {
        const { vendor_reference, token, units } = evidence
        const pins = parsePins(evidence.pins)
        const tokens = token ? [{ kind: 'main' as const, digits: token }] : []
        return deliver.send({
          ...requestOptions,
          body: {
            ...body,
            evidence: { vendor_reference, tokens, ...(units && { units }), ...(pins.length > 0 && { pins }) },
          },
        })
      }
      case 'refund':
        return refund.send({
          ...requestOptions,
          body: {
            ...body,
            ...(evidence.bank_reference && { evidence: { bank_reference: evidence.bank_reference } }),
          },
        })
      case 'reject_account':
        return rejectAccount.send({ ...requestOptions, body })
      default:
        return close.send({ ...requestOptions, body })
    }
  }

  async function submitWithPin(pin: string) {
    const envelope = await send(pin)
    if (!envelope) return
    // A pending approval also counts as submitted.
    clearKey(key)
    toast.success(envelope.message || reviewsTexts.actionDone())
    setAction(null)
    setReason('')
    setEvidence(emptyEvidence)
    onDone()
  }

  return (
    <>
      <div className="row">
        {actions.map((allowedAction, index) => (
          <Button
            key={allowedAction}
            {...(index > 0 && buttonStyleOf(allowedAction))}
            onClick={() => setAction(allowedAction)}
          >
            {reviewActionTexts[allowedAction].label()}
          </Button>
        ))}
      </div>
      {action && (
        <ActionDialog
          title={reviewsTexts.actionTitle({
            action: reviewActionTexts[action].label(),
            reference: review.reference,
          })}
          lead={
            <>
              {action === 'refund' && review.refund_preview && (
                <p>
                  <strong>{refundText(review.refund_preview, review.refund?.account)}</strong>
                </p>
              )}
              <p>{reviewActionTexts[action].description()}</p>
              {action === 'refund' && review.refund_risk && (
                <p className="note">{riskText(review.refund_risk)}</p>
              )}
            </>
          }
          submitText={reviewActionTexts[action].label()}
          isComplete={isComplete}
          isBusy={isBusy}
          onClose={() => setAction(null)}
          onVerified={submitWithPin}
        >
          <ReasonField value={reason} onValueChange={setReason} />
          {action === 'deliver' && (
            <>
              <TextField
                name="vendor_reference"
                label={reviewsTexts.vendorReference()}
                required
                autoComplete="off"
                value={evidence.vendor_reference}
                onValueChange={fill('vendor_reference')}
              />
              {review.service === 'education' && (
                <TextArea
                  name="pins"
                  label={reviewsTexts.pins()}
                  hint={reviewsTexts.pinsHint()}
                  rows={3}
                  value={evidence.pins}
                  onValueChange={fill('pins')}
                />
              )}
              {review.service === 'power' && (
                <>
                  <TextField
                    name="token"
                    label={commonTexts.token()}
                    hint={reviewsTexts.tokenHint()}
                    autoComplete="off"
                    value={evidence.token}
                    onValueChange={fill('token')}
                  />
                  <TextField
                    name="units"
                    label={reviewsTexts.units()}
                    autoComplete="off"
                    value={evidence.units}
                    onValueChange={fill('units')}
                  />
                </>
              )}
            </>
          )}
          {action === 'refund' && review.refund && (
            <TextField
              name="bank_reference"
              label={managementTexts.bankTransferReference()}
              hint={bankReferenceHint(review)}
              required={isTransferOnly}
              autoComplete="off"
              value={evidence.bank_reference}
              onValueChange={fill('bank_reference')}
            />
          )}
        </ActionDialog>
      )}
    </>
  )
}
