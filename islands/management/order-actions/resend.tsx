import { useState } from 'react'
import { type ResendChannel, resendDelivery } from '../../../shared/management/order-actions.ts'
import type { ManagedOrder } from '../../../shared/management/orders.ts'
import { useMutation } from '../../account/use-mutation.ts'
import { clearKey, displayPhone, toast } from '../../lib/index.ts'
import { Button, ChoiceGroup, PhoneField } from '../../ui/index.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { orderActionsTexts } from './texts.ts'

interface ResendProps {
  order: ManagedOrder
  onDone: () => void
}

/** Sends the delivery message again, to the customer or to another phone for this message. */
export function Resend({ order, onDone }: ResendProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [channel, setChannel] = useState<ResendChannel>('sms')
  const [phone, setPhone] = useState('')
  const { isBusy, send } = useMutation(resendDelivery)
  const key = `management:resend:${order.reference}`

  async function submitWithPin(auth_pin: string) {
    const otherPhone = channel === 'sms' ? phone.replace(/\s/g, '') : ''
    const envelope = await send({
      params: { reference: order.reference },
      key,
      body: { auth_pin, channel, ...(otherPhone && { phone_number: otherPhone }) },
    })
    if (!envelope) return
    clearKey(key)
    toast.success(envelope.message)
    setIsOpen(false)
    setPhone('')
    onDone()
  }

  const choices = [
    {
      value: 'sms' as const,
      label: orderActionsTexts.sms(),
      detail: displayPhone(order.phone_number),
    },
    ...(order.email
      ? [
          {
            value: 'email' as const,
            label: orderActionsTexts.email(),
            detail: order.email,
          },
        ]
      : []),
  ]
  return (
    <>
      <Button kind="plain" onClick={() => setIsOpen(true)}>
        {orderActionsTexts.resend()}
      </Button>
      {isOpen && (
        <ActionDialog
          title={orderActionsTexts.resendTitle()}
          submitText={orderActionsTexts.send()}
          isBusy={isBusy}
          onClose={() => setIsOpen(false)}
          onVerified={submitWithPin}
        >
          <ChoiceGroup
            name="channel"
            label={orderActionsTexts.channel()}
            choices={choices}
            value={channel}
            onValueChange={setChannel}
          />
          {channel === 'sms' && (
            <PhoneField
              name="phone_number"
              label={orderActionsTexts.otherPhone()}
              hint={orderActionsTexts.otherPhoneHint()}
              autoComplete="off"
              value={phone}
              onValueChange={setPhone}
            />
          )}
        </ActionDialog>
      )}
    </>
  )
}
