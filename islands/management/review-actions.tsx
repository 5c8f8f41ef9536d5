import { useState } from 'react'
import {
  closeReview,
  deliverOrder,
  type Review,
  type ReviewAction,
  refundOrder,
  rejectAccountOfRefund,
  requeryOrder,
} from '../../shared/operations.ts'
import { useMutation } from '../account/use-mutation.ts'
import { clearKey, formatMoney, toast } from '../lib/index.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { PinDialog } from './pin-dialog.tsx'

const actionTexts = {
  requery: ['Requery', 'Checks the gateway and vendor now. Does not buy or refund.'],
  deliver: [
    'Mark delivered',
    'Needs proof from the vendor: its reference and, for prepaid meters, the token.',
  ],
  refund: ['Refund', 'Refunds the customer in full. If the vendor delivers later, we bear the loss.'],
  reject_account: ['Reject account', 'Keeps the money and asks the customer for another bank account.'],
  close: ['Close', 'Removes a finished order from the queue.'],
} as const satisfies Record<ReviewAction, readonly [string, string]>

/** Possible loss of a refund while the outcome is unknown, and who must approve it. */
function riskText({ type, amount }: NonNullable<Review['refund_risk']>): string {
  const lossText = formatMoney(amount)
  return type === 'vendor_may_deliver'
    ? `The vendor has not confirmed whether it delivered this order. We ask it again first. If it delivers after the refund, we lose ${lossText}. A second manager must approve.`
    : `The gateway has not confirmed whether it made this refund. If it did, paying it again costs us ${lossText}. A second manager must approve.`
}

const emptyEvidence = { vendor_reference: '', token: '', units: '', pins: '', bank_reference: '' }

/** Parses one PIN per line, optionally preceded by its serial number and a comma. */
const parsePins = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.split(',').map((value) => value.trim()))
    .flatMap(([first = '', second]) => {
      if (second) return [{ serial: first, pin: second }]
      return first ? [{ pin: first }] : []
    })

/** Allowed actions of an order in review. Every action requires a reason, its evidence and the PIN. */
export function ReviewActions({ review, onDone }: { review: Review; onDone: () => void }) {
  const [action, setAction] = useState<ReviewAction | null>(null)
  const [reason, setReason] = useState('')
  const [evidence, setEvidence] = useState(emptyEvidence)
  const [isPinOpen, setIsPinOpen] = useState(false)
  const requery = useMutation(requeryOrder)
  const deliver = useMutation(deliverOrder)
  const refund = useMutation(refundOrder)
  const rejectAccount = useMutation(rejectAccountOfRefund)
  const close = useMutation(closeReview)
  const key = `management:${action}:${review.reference}`
  const isBusy = requery.isBusy || deliver.isBusy || refund.isBusy || rejectAccount.isBusy || close.isBusy
  const fill = (name: keyof typeof emptyEvidence) => (value: string) =>
    setEvidence((previous) => ({ ...previous, [name]: value }))

  function send(auth_pin: string) {
    const target = { params: { reference: review.reference }, key }
    const body = { auth_pin, reason }
    switch (action) {
      case 'requery':
        return requery.send({ ...target, body })
      case 'deliver': {
        const { vendor_reference, token, units } = evidence
        const pins = parsePins(evidence.pins)
        const tokens = token ? [{ kind: 'main' as const, digits: token }] : []
        return deliver.send({
          ...target,
          body: {
            ...body,
            evidence: { vendor_reference, tokens, ...(units && { units }), ...(pins.length > 0 && { pins }) },
          },
        })
      }
      case 'refund':
        return refund.send({
          ...target,
          body: {
            ...body,
            ...(evidence.bank_reference && { evidence: { bank_reference: evidence.bank_reference } }),
          },
        })
      case 'reject_account':
        return rejectAccount.send({ ...target, body })
      default:
        return close.send({ ...target, body })
    }
  }

  async function verified(pin: string) {
    setIsPinOpen(false)
    const envelope = await send(pin)
    if (!envelope) return
    // A pending approval also counts as submitted.
    clearKey(key)
    toast.success(envelope.message || 'Done.')
    setAction(null)
    setReason('')
    setEvidence(emptyEvidence)
    onDone()
  }

  return (
    <>
      <div className="row">
        {review.allowed_actions.map((allowedAction) => (
          <Button key={allowedAction} kind="plain" onClick={() => setAction(allowedAction)}>
            {actionTexts[allowedAction][0]}
          </Button>
        ))}
      </div>
      {action && (
        <Dialog
          title={`${actionTexts[action][0]}: ${review.reference}`}
          onClose={() => setAction(null)}
          locked={isBusy}
        >
          <p>{actionTexts[action][1]}</p>
          {action === 'refund' && review.refund_risk && (
            <p className="note">{riskText(review.refund_risk)}</p>
          )}
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              if (reason.trim()) setIsPinOpen(true)
            }}
          >
            <TextField
              name="reason"
              label="Reason"
              required
              maxLength={300}
              value={reason}
              onValue={setReason}
            />
            {action === 'deliver' && (
              <>
                <TextField
                  name="vendor_reference"
                  label="Vendor reference"
                  required
                  autoComplete="off"
                  value={evidence.vendor_reference}
                  onValue={fill('vendor_reference')}
                />
                {review.service === 'education' && (
                  <TextArea
                    name="pins"
                    label="PINs"
                    hint="One PIN per line. Put the serial number first: serial, PIN"
                    rows={3}
                    value={evidence.pins}
                    onValue={fill('pins')}
                  />
                )}
                {review.service === 'power' && (
                  <>
                    <TextField
                      name="token"
                      label="Token"
                      hint="20 digits. Leave empty for postpaid."
                      autoComplete="off"
                      value={evidence.token}
                      onValue={fill('token')}
                    />
                    <TextField
                      name="units"
                      label="Units (kWh)"
                      autoComplete="off"
                      value={evidence.units}
                      onValue={fill('units')}
                    />
                  </>
                )}
              </>
            )}
            {action === 'refund' && review.refund && (
              <TextField
                name="bank_reference"
                label="Reference of the bank transfer"
                hint={
                  review.refund.account
                    ? 'Leave empty to approve the named account and pay into it.'
                    : 'Only if you refunded by bank transfer. Leave empty to refund to the wallet.'
                }
                autoComplete="off"
                value={evidence.bank_reference}
                onValue={fill('bank_reference')}
              />
            )}
            <Button type="submit" className="btn-wide" busy={isBusy} disabled={reason.trim() === ''}>
              {actionTexts[action][0]}
            </Button>
          </form>
        </Dialog>
      )}
      {isPinOpen && <PinDialog onClose={() => setIsPinOpen(false)} onVerified={verified} />}
    </>
  )
}
