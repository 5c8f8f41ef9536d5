import { type FormEvent, useState } from 'react'
import { managerTopUpMinNaira, topUpWallet } from '../../shared/management/purchases.ts'
import { cleanAmount, forgetKey, formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Button, MoneyField, Overlay, TextField } from '../ui/index.ts'
import { Approvals, useApprovals } from './approvals.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { sayAfterReload } from './say-after-reload.ts'
import { Screen } from './screen.tsx'
import { useSend } from './use-send.ts'
import { type ChosenUser, UserPicker } from './user-picker.tsx'

const key = 'management:top-up'

/** A manager puts money into a user's wallet; large sums wait for a second manager. */
export default function ManageTopUp(page: ManagementPage) {
  const [user, setUser] = useState<ChosenUser | null>(null)
  const [amount, setAmount] = useState('')
  const [subject, setSubject] = useState('')
  const [asksPin, setAsksPin] = useState(false)
  const { isBusy, send } = useSend(topUpWallet)
  const approvals = useApprovals('wallet_topup')
  const naira = Number(cleanAmount(amount)) || 0
  const isRight = user !== null && naira >= managerTopUpMinNaira

  async function topUp(pin: string) {
    setAsksPin(false)
    if (!user) return
    const body = { amount: cleanAmount(amount), subject, auth_pin: pin, user_id: user.id }
    const envelope = await send({ body, key })
    if (!envelope) return
    // What waits for a second manager is asked for, too: the next press is another top-up.
    forgetKey(key)
    sayAfterReload(envelope.message)
  }

  return (
    <Screen {...page} path="/management/wallet/top-up" title="Top up a wallet">
      <form
        className="card form narrow"
        aria-busy={isBusy}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (isRight) setAsksPin(true)
        }}
      >
        <UserPicker chosen={user} onChoose={setUser} />
        <TextField
          name="subject"
          label="Subject"
          hint="The user sees it, and it stands in the books."
          maxLength={120}
          autoComplete="off"
          value={subject}
          onValue={setSubject}
        />
        <MoneyField
          name="amount"
          label="Amount"
          hint={`At least ${formatMoney(managerTopUpMinNaira, { decimals: 0 })}.`}
          value={amount}
          onValue={setAmount}
        />
        <Button type="submit" className="btn-wide" busy={isBusy} disabled={!isRight}>
          Topup Wallet
        </Button>
      </form>
      <Approvals asked={approvals} caption="Top-ups that a second manager decides" />
      {isBusy && <Overlay text="Processing, please wait..." />}
      {asksPin && <PinDialog onClose={() => setAsksPin(false)} onVerified={topUp} />}
    </Screen>
  )
}
