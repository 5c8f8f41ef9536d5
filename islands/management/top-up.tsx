import { useState } from 'react'
import { managerTopUpMinNaira, topUpWallet } from '../../shared/management/purchases.ts'
import { useMutation } from '../account/use-mutation.ts'
import { cleanAmount, clearKey, formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, MoneyField, Overlay, TextField } from '../ui/index.ts'
import { Approvals, useApprovals } from './approvals.tsx'
import { reloadWithFlash } from './flash-message.ts'
import { menuTexts } from './menu-texts.ts'
import { PageLayout } from './page-layout.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { managementTexts } from './texts.ts'
import { topUpTexts } from './top-up-texts.ts'
import { type ChosenUser, UserPicker } from './user-picker.tsx'

const key = 'management:top-up'

/** Page where a manager tops up a user's wallet; large amounts need a second manager's approval. */
export default function ManageTopUp(page: ManagementPage) {
  const [user, setUser] = useState<ChosenUser | null>(null)
  const [amount, setAmount] = useState('')
  const [subject, setSubject] = useState('')
  const [isPinOpen, setIsPinOpen] = useState(false)
  const { isBusy, send } = useMutation(topUpWallet)
  const approvals = useApprovals('wallet_topup')
  const naira = Number(cleanAmount(amount)) || 0
  const isValid = user !== null && naira >= managerTopUpMinNaira

  async function topUp(pin: string) {
    setIsPinOpen(false)
    if (!user) return
    const body = { amount: cleanAmount(amount), subject, auth_pin: pin, user_id: user.id }
    const envelope = await send({ body, key })
    if (!envelope) return
    // A pending approval also counts as submitted: the next submit is a new top-up.
    clearKey(key)
    reloadWithFlash(envelope.message)
  }

  return (
    <PageLayout {...page} path="/management/wallet/top-up" title={menuTexts.creditWallet()}>
      <Form
        className="card form narrow"
        aria-busy={isBusy}
        onSubmit={() => {
          if (isValid) setIsPinOpen(true)
        }}
      >
        <UserPicker user={user} onChoose={setUser} />
        <TextField
          name="subject"
          label={managementTexts.subject()}
          hint={topUpTexts.subjectHint()}
          maxLength={120}
          autoComplete="off"
          value={subject}
          onValueChange={setSubject}
        />
        <MoneyField
          name="amount"
          label={commonTexts.amount()}
          hint={topUpTexts.amountHint({ amount: formatMoney(managerTopUpMinNaira, { decimals: 0 }) })}
          value={amount}
          onValueChange={setAmount}
        />
        <Button type="submit" className="btn-wide" busy={isBusy} disabled={!isValid}>
          {topUpTexts.submit()}
        </Button>
      </Form>
      <Approvals query={approvals} caption={topUpTexts.approvals()} />
      {isBusy && <Overlay text={managementTexts.processing()} />}
      {isPinOpen && <PinDialog onClose={() => setIsPinOpen(false)} onVerified={topUp} />}
    </PageLayout>
  )
}
