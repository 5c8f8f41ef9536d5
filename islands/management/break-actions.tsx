import { useState } from 'react'
import {
  type BreakAction,
  creditUnallocatedFunds,
  openFloatBalance,
  type ReconciliationBreak,
  resolveBreak,
  returnUnallocatedFunds,
} from '../../shared/operations.ts'
import { useMutation } from '../account/use-mutation.ts'
import { clearKey, toast } from '../lib/index.ts'
import { Button, TextField } from '../ui/index.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ReasonField } from './reason-field.tsx'
import { reconciliationTexts } from './reconciliation-texts.ts'
import { managementTexts } from './texts.ts'
import { type ChosenUser, UserPicker } from './user-picker.tsx'

interface ActionTexts {
  button: () => string
  title: () => string
  description: () => string
}

const actionTexts: Record<BreakAction, ActionTexts> = {
  credit: {
    button: reconciliationTexts.credit,
    title: reconciliationTexts.creditTitle,
    description: reconciliationTexts.creditDescription,
  },
  return: {
    button: reconciliationTexts.return,
    title: reconciliationTexts.returnTitle,
    description: reconciliationTexts.returnDescription,
  },
  open: {
    button: reconciliationTexts.open,
    title: reconciliationTexts.openTitle,
    description: reconciliationTexts.openDescription,
  },
  explain: {
    button: reconciliationTexts.explain,
    title: reconciliationTexts.explainTitle,
    description: reconciliationTexts.explainDescription,
  },
}

/** The selected action and its reconciliation break. */
export interface BreakSelection {
  item: ReconciliationBreak
  action: BreakAction
}

/** Buttons for the allowed actions of a reconciliation break. */
export const BreakButtons = ({
  item,
  onChoose,
}: {
  item: ReconciliationBreak
  onChoose: (selection: BreakSelection) => void
}) => (
  <span className="row">
    {item.allowed_actions.map((action) => (
      <Button key={action} kind="plain" onClick={() => onChoose({ item, action })}>
        {actionTexts[action].button()}
      </Button>
    ))}
  </span>
)

interface BreakDialogProps extends BreakSelection {
  onClose: () => void
  onDone: () => void
}

/** Every action requires a reason and the PIN; large amounts need a second manager's approval. */
export function BreakDialog({ item, action, onClose, onDone }: BreakDialogProps) {
  const { id, return_methods } = item
  const [reason, setReason] = useState('')
  const [user, setUser] = useState<ChosenUser | null>(null)
  const [reference, setReference] = useState('')
  const credit = useMutation(creditUnallocatedFunds)
  const returnFunds = useMutation(returnUnallocatedFunds)
  const explain = useMutation(resolveBreak)
  const openFloat = useMutation(openFloatBalance)
  const isBusy = credit.isBusy || returnFunds.isBusy || explain.isBusy || openFloat.isBusy
  const key = `management:${action}:${id}`
  const canUseGateway = return_methods.includes('gateway')
  const isComplete =
    reason.trim() !== '' &&
    (action !== 'credit' || user !== null) &&
    (action !== 'return' || canUseGateway || reference.trim() !== '')

  function send(auth_pin: string) {
    const requestOptions = { params: { id }, key }
    const body = { auth_pin, reason }
    if (action === 'credit' && user)
      return credit.send({ ...requestOptions, body: { ...body, user_id: user.id } })
    if (action === 'return')
      return returnFunds.send({
        ...requestOptions,
        body: { ...body, ...(reference.trim() && { bank_reference: reference }) },
      })
    if (action === 'open') return openFloat.send({ ...requestOptions, body })
    return explain.send({ params: { id }, body })
  }

  async function submitWithPin(pin: string) {
    const envelope = await send(pin)
    if (!envelope) return
    // A pending approval also counts as submitted.
    clearKey(key)
    toast.success(envelope.message || reconciliationTexts.resolvedToast())
    onDone()
  }

  return (
    <ActionDialog
      title={actionTexts[action].title()}
      lead={
        <>
          <p>{actionTexts[action].description()}</p>
          {item.note && <p className="field-hint">{item.note}</p>}
        </>
      }
      submitText={actionTexts[action].button()}
      isComplete={isComplete}
      isBusy={isBusy}
      onClose={onClose}
      onVerified={submitWithPin}
    >
      {action === 'credit' && <UserPicker user={user} onChoose={setUser} />}
      {action === 'return' && return_methods.includes('transfer') && (
        <TextField
          name="bank_reference"
          label={managementTexts.bankTransferReference()}
          hint={
            canUseGateway ? reconciliationTexts.gatewayReturnHint() : reconciliationTexts.transferReturnHint()
          }
          maxLength={100}
          autoComplete="off"
          value={reference}
          onValueChange={setReference}
        />
      )}
      <ReasonField
        {...(action === 'explain' && { label: reconciliationTexts.explanation() })}
        value={reason}
        onValueChange={setReason}
      />
    </ActionDialog>
  )
}
