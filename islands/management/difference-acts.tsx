import { useState } from 'react'
import {
  creditSetApart,
  type Difference,
  type DifferenceAct,
  resolveDifference,
  returnSetApart,
} from '../../shared/operations.ts'
import { forgetKey, toast } from '../lib/index.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { PinDialog } from './pin-dialog.tsx'
import { useSend } from './use-send.ts'
import { type ChosenUser, UserPicker } from './user-picker.tsx'

const words = {
  credit: ['Credit', 'Credit a wallet', 'Puts all of it into the wallet of the user it was meant for.'],
  return: ['Return', 'Return to the payer', 'Gives all of it back to who paid it.'],
  explain: ['Explain', 'Explain a difference', 'Says what it is. No money moves.'],
} as const satisfies Record<DifferenceAct, readonly [button: string, title: string, says: string]>

/** What is to be done with which item of the list. */
export interface Doing {
  difference: Difference
  act: DifferenceAct
}

/** What may be done with an item of the list. */
export const DifferenceButtons = ({
  difference,
  onChoose,
}: {
  difference: Difference
  onChoose: (doing: Doing) => void
}) => (
  <span className="row">
    {difference.may.map((act) => (
      <Button key={act} kind="plain" onClick={() => onChoose({ difference, act })}>
        {words[act][0]}
      </Button>
    ))}
  </span>
)

interface DifferenceDialogProps extends Doing {
  onClose: () => void
  onDone: () => void
}

/** Each act takes a reason and the PIN; large sums wait for a second manager. */
export function DifferenceDialog({ difference, act, onClose, onDone }: DifferenceDialogProps) {
  const { id, return_by } = difference
  const [reason, setReason] = useState('')
  const [user, setUser] = useState<ChosenUser | null>(null)
  const [reference, setReference] = useState('')
  const [asksPin, setAsksPin] = useState(false)
  const credit = useSend(creditSetApart)
  const giveBack = useSend(returnSetApart)
  const explain = useSend(resolveDifference)
  const isBusy = credit.isBusy || giveBack.isBusy || explain.isBusy
  const key = `management:${act}:${id}`
  const mayBeGateway = return_by.includes('gateway')
  const isWhole =
    reason.trim() !== '' &&
    (act !== 'credit' || user !== null) &&
    (act !== 'return' || mayBeGateway || reference.trim() !== '')

  function send(auth_pin: string) {
    const it = { params: { id }, key }
    const body = { auth_pin, reason }
    if (act === 'credit' && user) return credit.send({ ...it, body: { ...body, user_id: user.id } })
    if (act === 'return')
      return giveBack.send({
        ...it,
        body: { ...body, ...(reference.trim() && { bank_reference: reference }) },
      })
    return explain.send({ params: { id }, body })
  }

  async function verified(pin: string) {
    setAsksPin(false)
    const envelope = await send(pin)
    if (!envelope) return
    // What waits for a second manager is asked for, too.
    forgetKey(key)
    toast.success(envelope.message || 'Done.')
    onDone()
  }

  return (
    <>
      <Dialog title={words[act][1]} onClose={onClose} locked={isBusy}>
        <p>{words[act][2]}</p>
        {difference.note && <p className="field-hint">{difference.note}</p>}
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            if (isWhole) setAsksPin(true)
          }}
        >
          {act === 'credit' && <UserPicker chosen={user} onChoose={setUser} />}
          {act === 'return' && return_by.includes('transfer') && (
            <TextField
              name="bank_reference"
              label="Reference of the bank transfer"
              hint={
                mayBeGateway
                  ? 'When you have paid it back by transfer. Empty gives it back through the gateway.'
                  : 'The gateway could not give it back: pay it by transfer first.'
              }
              maxLength={100}
              autoComplete="off"
              value={reference}
              onValue={setReference}
            />
          )}
          <TextField
            name="reason"
            label={act === 'explain' ? 'Explanation' : 'Reason'}
            required
            maxLength={300}
            autoComplete="off"
            value={reason}
            onValue={setReason}
          />
          <Button type="submit" className="btn-wide" busy={isBusy} disabled={!isWhole}>
            {words[act][0]}
          </Button>
        </form>
      </Dialog>
      {asksPin && <PinDialog onClose={() => setAsksPin(false)} onVerified={verified} />}
    </>
  )
}
