import { type FormEvent, useState } from 'react'
import { type GoodwillMethod, goodwillMethods } from '../../../shared/management/approvals.ts'
import { payGoodwill } from '../../../shared/management/order-actions.ts'
import type { ManagedOrder } from '../../../shared/management/orders.ts'
import { useMutation } from '../../account/use-mutation.ts'
import { cleanAmount, clearKey, displayPhone, formatMoney, toast } from '../../lib/index.ts'
import { Button, ChoiceGroup, commonTexts, Dialog, MoneyField, TextField } from '../../ui/index.ts'
import { PinDialog } from '../pin-dialog.tsx'
import { managementTexts } from '../texts.ts'
import { orderActionsTexts } from './texts.ts'

const methodTexts = {
  wallet: { label: orderActionsTexts.wallet, detail: orderActionsTexts.walletDetail },
  gateway: { label: orderActionsTexts.gateway, detail: orderActionsTexts.gatewayDetail },
} as const satisfies Record<GoodwillMethod, unknown>

interface GoodwillProps {
  order: ManagedOrder
  /** The most that can be paid by each method, naira; null when the method is not possible. */
  limits: Readonly<Record<GoodwillMethod, number | null>>
  onDone: () => void
}

/** Pays goodwill for a delivered order, into the wallet of its customer or through the gateway of its payment. */
export function Goodwill({ order, limits, onDone }: GoodwillProps) {
  const [isOpen, setIsOpen] = useState(false)
  const methods = goodwillMethods.filter((name) => limits[name] !== null)
  const [selectedMethod, setSelectedMethod] = useState<GoodwillMethod>('wallet')
  const method = methods.includes(selectedMethod) ? selectedMethod : (methods[0] ?? 'wallet')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isPinOpen, setIsPinOpen] = useState(false)
  const { isBusy, send } = useMutation(payGoodwill)
  const key = `management:goodwill:${order.reference}`
  const naira = Number(cleanAmount(amount))
  const limit = limits[method] ?? 0
  const customer = order.user?.name ?? displayPhone(order.phone_number)
  const isComplete = naira > 0 && naira <= limit && reason.trim() !== ''

  async function submitWithPin(auth_pin: string) {
    setIsPinOpen(false)
    const body = { auth_pin, amount: cleanAmount(amount), reason, method }
    const envelope = await send({ params: { reference: order.reference }, key, body })
    if (!envelope) return
    // A pending approval also counts as submitted.
    clearKey(key)
    toast.success(envelope.message)
    setIsOpen(false)
    setAmount('')
    setReason('')
    onDone()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isComplete) setIsPinOpen(true)
  }

  return (
    <>
      <Button kind="plain" onClick={() => setIsOpen(true)}>
        {orderActionsTexts.goodwill()}
      </Button>
      {isOpen && (
        <Dialog title={orderActionsTexts.goodwillTitle()} onClose={() => setIsOpen(false)} locked={isBusy}>
          <p>
            {orderActionsTexts.goodwillDescription({
              customer,
              limit: formatMoney(limit),
            })}
          </p>
          <form className="form" onSubmit={submit}>
            <ChoiceGroup
              name="method"
              label={orderActionsTexts.goodwillMethod()}
              choices={methods.map((name) => ({
                value: name,
                label: methodTexts[name].label(),
                detail: methodTexts[name].detail(),
              }))}
              value={method}
              onValueChange={setSelectedMethod}
            />
            <MoneyField
              name="amount"
              label={commonTexts.amount()}
              error={naira > limit ? orderActionsTexts.goodwillTooMuch({ limit: formatMoney(limit) }) : null}
              required
              autoComplete="off"
              value={amount}
              onValueChange={setAmount}
            />
            <TextField
              name="reason"
              label={managementTexts.reason()}
              required
              maxLength={300}
              autoComplete="off"
              value={reason}
              onValueChange={setReason}
            />
            <Button type="submit" className="btn-wide" busy={isBusy} disabled={!isComplete}>
              {orderActionsTexts.payGoodwill()}
            </Button>
          </form>
        </Dialog>
      )}
      {isPinOpen && (
        <PinDialog onClose={() => setIsPinOpen(false)} onVerified={submitWithPin}>
          <p>{orderActionsTexts.goodwillConfirmation({ amount: formatMoney(naira), customer })}</p>
        </PinDialog>
      )}
    </>
  )
}
