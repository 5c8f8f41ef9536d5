import { useState } from 'react'
import type { VirtualAccount } from '../../shared/beneficiaries.ts'
import { setAutomaticPurchase } from '../../shared/virtual-accounts.ts'
import { askAccount } from '../account/ask-account.ts'
import { titleCase, toast } from '../lib/index.ts'
import { CopyButton, DetailsList, Dialog } from '../ui/index.ts'

interface AccountDetailsProps {
  it: VirtualAccount
  /** The `uniqueid` of the beneficiary that it belongs to. */
  beneficiaryId: string
  onClose: () => void
}

/** A reserved bank account: where to transfer to, and what happens with what arrives. Source: specification 2, sections 2 and 8 */
export default function AccountDetails({ it, beneficiaryId, onClose }: AccountDetailsProps) {
  return (
    <Dialog title="Account Details" onClose={onClose}>
      <DetailsList
        items={[
          { label: 'Bank name', value: it.bank_name, wide: true },
          { label: 'Account name', value: it.account_name, wide: true },
          {
            label: 'Account number',
            wide: true,
            value: (
              <span className="split">
                <span className="text-xl">{it.account_number}</span>
                <CopyButton
                  text={it.account_number}
                  copied="Account number copied successfully!"
                  failed="Unable to copy text to clipboard!"
                >
                  Copy
                </CopyButton>
              </span>
            ),
          },
          { label: 'Status', value: titleCase(it.status) },
          ...(it.note ? [{ label: 'Remarks', value: it.note, wide: true }] : []),
        ]}
      />
      <Automatic on={it.buys_automatically} beneficiaryId={beneficiaryId} />
    </Dialog>
  )
}

/** Whether what arrives is spent on this number at once. */
function Automatic({ on: first, beneficiaryId }: { on: boolean; beneficiaryId: string }) {
  const [on, setOn] = useState(first)
  const [isBusy, setIsBusy] = useState(false)

  async function turn(wanted: boolean): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    try {
      const envelope = await askAccount(setAutomaticPurchase, {
        body: { beneficiary_id: beneficiaryId, on: wanted },
      })
      if (envelope) {
        setOn(envelope.data?.virtual_account.buys_automatically ?? wanted)
        toast.success(envelope.message)
      }
    } catch {
      // Told in a toast; the switch stays as it was.
    }
    setIsBusy(false)
  }

  return (
    <label className="check">
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        aria-busy={isBusy || undefined}
        onChange={(event) => void turn(event.target.checked)}
      />
      <span>
        Buy at once with what arrives
        <small>Otherwise it waits in your wallet.</small>
      </span>
    </label>
  )
}
