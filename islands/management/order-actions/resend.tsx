import { type FormEvent, useState } from 'react'
import { type ResendChannel, resendDelivery } from '../../../shared/management/order-actions.ts'
import type { ManagedOrder } from '../../../shared/management/orders.ts'
import { useMutation } from '../../account/use-mutation.ts'
import { clearKey, displayPhone, toast } from '../../lib/index.ts'
import { Button, ChoiceGroup, Dialog, PhoneField } from '../../ui/index.ts'
import { PinDialog } from '../pin-dialog.tsx'
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
  const [isPinOpen, setIsPinOpen] = useState(false)
  const { isBusy, send } = useMutation(resendDelivery)
  const key = `management:resend:${order.reference}`

  async function submitWithPin(auth_pin: string) {
    setIsPinOpen(false)
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

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsPinOpen(true)
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
        <Dialog title={orderActionsTexts.resendTitle()} onClose={() => setIsOpen(false)} locked={isBusy}>
          <form className="form" onSubmit={submit}>
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
            <Button type="submit" className="btn-wide" busy={isBusy}>
              {orderActionsTexts.send()}
            </Button>
          </form>
        </Dialog>
      )}
      {isPinOpen && <PinDialog onClose={() => setIsPinOpen(false)} onVerified={submitWithPin} />}
    </>
  )
}
