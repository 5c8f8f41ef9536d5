import { useState } from 'react'
import { type GoodwillMethod, goodwillMethods } from '../../../shared/management/approvals.ts'
import { payGoodwill } from '../../../shared/management/order-actions.ts'
import type { ManagedOrder } from '../../../shared/management/orders.ts'
import { useMutation } from '../../account/use-mutation.ts'
import { cleanAmount, clearKey, displayPhone, formatMoney, toast } from '../../lib/index.ts'
import { Button, ChoiceGroup, commonTexts, MoneyField } from '../../ui/index.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { ReasonField } from '../reason-field.tsx'
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
  const { isBusy, send } = useMutation(payGoodwill)
  const key = `management:goodwill:${order.reference}`
  const naira = Number(cleanAmount(amount))
  const limit = limits[method] ?? 0
  const customer = order.user?.name ?? displayPhone(order.phone_number)
  const isComplete = naira > 0 && naira <= limit && reason.trim() !== ''

  async function submitWithPin(auth_pin: string) {
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

  return (
    <>
      <Button kind="plain" onClick={() => setIsOpen(true)}>
        {orderActionsTexts.goodwill()}
      </Button>
      {isOpen && (
        <ActionDialog
          title={orderActionsTexts.goodwillTitle()}
          lead={<p>{orderActionsTexts.goodwillDescription({ customer, limit: formatMoney(limit) })}</p>}
          submitText={orderActionsTexts.payGoodwill()}
          isComplete={isComplete}
          isBusy={isBusy}
          confirmation={
            <p>{orderActionsTexts.goodwillConfirmation({ amount: formatMoney(naira), customer })}</p>
          }
          onClose={() => setIsOpen(false)}
          onVerified={submitWithPin}
        >
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
          <ReasonField value={reason} onValueChange={setReason} />
        </ActionDialog>
      )}
    </>
  )
}
