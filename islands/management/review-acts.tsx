import { useState } from 'react'
import {
  closeReview,
  deliverOrder,
  type Review,
  type ReviewAct,
  refundOrder,
  requeryOrder,
} from '../../shared/operations.ts'
import { forgetKey, toast } from '../lib/index.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { useSend } from './use-send.ts'

const words = {
  requery: ['Ask again', 'Asks gateway and vendor now. Nothing is bought or refunded by asking.'],
  deliver: [
    'Mark delivered',
    'Only with evidence from the vendor: its reference, and the token of a prepaid meter.',
  ],
  refund: ['Refund', 'Gives the money back. A delivery that turns up later is our loss.'],
  close: ['Close', 'Takes an order that has ended out of the queue.'],
} as const satisfies Record<ReviewAct, readonly [string, string]>

const emptyEvidence = { vendor_reference: '', token: '', units: '', pins: '', bank_reference: '' }

/** One PIN a line, with its serial number before it where there is one. */
const pinsIn = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.split(',').map((part) => part.trim()))
    .flatMap(([first = '', second]) => {
      if (second) return [{ serial: first, pin: second }]
      return first ? [{ pin: first }] : []
    })

/** What may be done with an order in review. Each act takes a reason, its evidence and the PIN. */
export function ReviewActs({ review, onDone }: { review: Review; onDone: () => void }) {
  const [act, setAct] = useState<ReviewAct | null>(null)
  const [reason, setReason] = useState('')
  const [evidence, setEvidence] = useState(emptyEvidence)
  const [asksPin, setAsksPin] = useState(false)
  const requery = useSend(requeryOrder)
  const deliver = useSend(deliverOrder)
  const refund = useSend(refundOrder)
  const close = useSend(closeReview)
  const key = `management:${act}:${review.reference}`
  const isBusy = requery.isBusy || deliver.isBusy || refund.isBusy || close.isBusy
  const fill = (name: keyof typeof emptyEvidence) => (value: string) =>
    setEvidence((was) => ({ ...was, [name]: value }))

  function send(auth_pin: string) {
    const it = { params: { reference: review.reference }, key }
    const body = { auth_pin, reason }
    switch (act) {
      case 'requery':
        return requery.send({ ...it, body })
      case 'deliver': {
        const { vendor_reference, token, units } = evidence
        const pins = pinsIn(evidence.pins)
        const tokens = token ? [{ kind: 'main' as const, digits: token }] : []
        return deliver.send({
          ...it,
          body: {
            ...body,
            evidence: { vendor_reference, tokens, ...(units && { units }), ...(pins.length > 0 && { pins }) },
          },
        })
      }
      case 'refund':
        return refund.send({
          ...it,
          body: {
            ...body,
            ...(evidence.bank_reference && { evidence: { bank_reference: evidence.bank_reference } }),
          },
        })
      default:
        return close.send({ ...it, body })
    }
  }

  async function verified(pin: string) {
    setAsksPin(false)
    const envelope = await send(pin)
    if (!envelope) return
    // What waits for a second manager is asked for, too.
    forgetKey(key)
    toast.success(envelope.message || 'Done.')
    setAct(null)
    setReason('')
    setEvidence(emptyEvidence)
    onDone()
  }

  return (
    <>
      <div className="row">
        {review.may.map((it) => (
          <Button key={it} kind="plain" onClick={() => setAct(it)}>
            {words[it][0]}
          </Button>
        ))}
      </div>
      {act && (
        <Dialog title={`${words[act][0]}: ${review.reference}`} onClose={() => setAct(null)} locked={isBusy}>
          <p>{words[act][1]}</p>
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              if (reason.trim()) setAsksPin(true)
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
            {act === 'deliver' && (
              <>
                <TextField
                  name="vendor_reference"
                  label="Reference at the vendor"
                  required
                  autoComplete="off"
                  value={evidence.vendor_reference}
                  onValue={fill('vendor_reference')}
                />
                {review.service === 'education' && (
                  <TextArea
                    name="pins"
                    label="PINs"
                    hint="One a line; a serial number goes before it, with a comma."
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
                      hint="20 digits; none for a postpaid meter."
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
            {act === 'refund' && review.refund && (
              <TextField
                name="bank_reference"
                label="Reference of the bank transfer"
                hint="Where the gateway could not give it back and you paid by transfer. Empty pays into the user's wallet."
                autoComplete="off"
                value={evidence.bank_reference}
                onValue={fill('bank_reference')}
              />
            )}
            <Button type="submit" className="btn-wide" busy={isBusy} disabled={reason.trim() === ''}>
              {words[act][0]}
            </Button>
          </form>
        </Dialog>
      )}
      {asksPin && <PinDialog onClose={() => setAsksPin(false)} onVerified={verified} />}
    </>
  )
}
