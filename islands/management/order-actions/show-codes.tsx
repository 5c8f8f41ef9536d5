import { useState } from 'react'
import type { DataOf } from '../../../shared/contract.ts'
import { showOrderCodes } from '../../../shared/management/order-actions.ts'
import type { ManagedOrder } from '../../../shared/management/orders.ts'
import { useMutation } from '../../account/use-mutation.ts'
import { groupDigits } from '../../lib/index.ts'
import { CodeCard, type CopyTexts } from '../../purchase/code-card.tsx'
import { Button, ChatIcon, Dialog } from '../../ui/index.ts'
import { PinDialog } from '../pin-dialog.tsx'
import { orderActionsTexts } from './texts.ts'

type Codes = DataOf<typeof showOrderCodes>

const pinTexts: CopyTexts = {
  copy: orderActionsTexts.copyPin,
  successMessage: orderActionsTexts.pinCopied,
  failureMessage: orderActionsTexts.pinNotCopied,
}

/** Shows the token or PINs of one order after the manager's PIN. They are kept while the dialog is open only. */
export function ShowCodes({ order }: { order: ManagedOrder }) {
  const [isPinOpen, setIsPinOpen] = useState(false)
  const [codes, setCodes] = useState<Codes | null>(null)
  const { isBusy, send } = useMutation(showOrderCodes)
  const isToken = order.service === 'power'

  async function submitWithPin(auth_pin: string) {
    setIsPinOpen(false)
    const envelope = await send({ params: { reference: order.reference }, body: { auth_pin } })
    if (envelope?.data) setCodes(envelope.data)
  }

  return (
    <>
      <Button kind="plain" busy={isBusy} onClick={() => setIsPinOpen(true)}>
        {isToken ? orderActionsTexts.showCodes() : orderActionsTexts.showPins()}
      </Button>
      {isPinOpen && <PinDialog onClose={() => setIsPinOpen(false)} onVerified={submitWithPin} />}
      {codes && (
        <Dialog
          title={orderActionsTexts.codesTitle({ reference: order.reference })}
          onClose={() => setCodes(null)}
        >
          {codes.codes.map(({ label, code }) => (
            <div key={`${label} ${code}`} className="stack">
              {codes.codes.length > 1 && <p>{label}</p>}
              {isToken ? (
                <CodeCard
                  label={label}
                  code={code}
                  displayText={groupDigits(code)}
                  isLabelled={codes.codes.length > 1}
                />
              ) : (
                <CodeCard
                  label={label}
                  code={code}
                  copyTexts={pinTexts}
                  isLabelled={codes.codes.length > 1}
                />
              )}
            </div>
          ))}
          {codes.units && <p>{orderActionsTexts.units({ units: codes.units })}</p>}
          <a className="btn btn-plain btn-wide" href={codes.whatsapp_url} target="_blank" rel="noreferrer">
            <ChatIcon />
            {orderActionsTexts.sendByWhatsapp()}
          </a>
          <p className="field-hint">{orderActionsTexts.whatsappHint()}</p>
        </Dialog>
      )}
    </>
  )
}
