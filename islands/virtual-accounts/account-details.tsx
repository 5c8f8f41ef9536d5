import { useState } from 'react'
import type { VirtualAccount } from '../../shared/beneficiaries.ts'
import { setAutomaticPurchase } from '../../shared/virtual-accounts.ts'
import { accountRequest } from '../account/account-request.ts'
import { titleCase, toast } from '../lib/index.ts'
import { CopyButton, commonTexts, DetailsList, Dialog } from '../ui/index.ts'
import { virtualAccountsTexts } from './texts.ts'

interface AccountDetailsProps {
  account: VirtualAccount
  /** The `uniqueid` of the beneficiary that it belongs to. */
  beneficiaryId: string
  onClose: () => void
}

/** Details of a virtual account and its auto-purchase switch. Source: specification 2, sections 2 and 8 */
export default function AccountDetails({ account, beneficiaryId, onClose }: AccountDetailsProps) {
  return (
    <Dialog title={virtualAccountsTexts.detailsTitle()} onClose={onClose}>
      <DetailsList
        items={[
          { label: virtualAccountsTexts.bankName(), value: account.bank_name, wide: true },
          { label: virtualAccountsTexts.accountName(), value: account.account_name, wide: true },
          {
            label: virtualAccountsTexts.accountNumber(),
            wide: true,
            value: (
              <span className="split">
                <span className="text-xl">{account.account_number}</span>
                <CopyButton
                  text={account.account_number}
                  successMessage={virtualAccountsTexts.accountNumberCopied()}
                  failureMessage={virtualAccountsTexts.accountNumberNotCopied()}
                >
                  {virtualAccountsTexts.copyAccountNumber()}
                </CopyButton>
              </span>
            ),
          },
          { label: commonTexts.status(), value: titleCase(account.status) },
          ...(account.note
            ? [{ label: virtualAccountsTexts.remarks(), value: account.note, wide: true }]
            : []),
        ]}
      />
      <AutoPurchaseSwitch initiallyOn={account.auto_purchase} beneficiaryId={beneficiaryId} />
    </Dialog>
  )
}

/** Switch: a deposit immediately buys for this beneficiary. */
function AutoPurchaseSwitch({ initiallyOn, beneficiaryId }: { initiallyOn: boolean; beneficiaryId: string }) {
  const [on, setOn] = useState(initiallyOn)
  const [isBusy, setIsBusy] = useState(false)

  async function toggle(enabled: boolean): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    try {
      const envelope = await accountRequest(setAutomaticPurchase, {
        body: { beneficiary_id: beneficiaryId, on: enabled },
      })
      if (envelope) {
        setOn(envelope.data?.virtual_account.auto_purchase ?? enabled)
        toast.success(envelope.message)
      }
    } catch {
      // A toast shows the error; the switch keeps its value.
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
        onChange={(event) => void toggle(event.target.checked)}
      />
      <span>
        {virtualAccountsTexts.autoPurchase()}
        <small>{virtualAccountsTexts.autoPurchaseHint()}</small>
      </span>
    </label>
  )
}
