import { type FormEvent, useState } from 'react'
import type { Approval } from '../../shared/management/purchases.ts'
import {
  allApprovals,
  approve,
  managerTopUpMinNaira,
  reject,
  topUpWallet,
} from '../../shared/management/purchases.ts'
import { cleanAmount, formatMoney, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button, MoneyField, Overlay, TextField } from '../ui/index.ts'
import { PinDialog } from './pin-dialog.tsx'
import { sayAfterReload } from './say-after-reload.ts'
import { Loaded, Screen } from './screen.tsx'
import { Table } from './table.tsx'
import { type Asked, useAsk } from './use-ask.ts'
import { useSend } from './use-send.ts'
import { type ChosenUser, UserPicker } from './user-picker.tsx'

/** A manager puts money into a user's wallet; large sums wait for a second manager. */
export default function ManageTopUp(page: ManagementPage) {
  const [user, setUser] = useState<ChosenUser | null>(null)
  const [amount, setAmount] = useState('')
  const [subject, setSubject] = useState('')
  const [asksPin, setAsksPin] = useState(false)
  const { isBusy, send } = useSend(topUpWallet)
  const approvals = useAsk(allApprovals)
  const naira = Number(cleanAmount(amount)) || 0
  const isRight = user !== null && naira >= managerTopUpMinNaira

  async function topUp(pin: string) {
    setAsksPin(false)
    if (!user) return
    const body = { amount: cleanAmount(amount), subject, auth_pin: pin, user_id: user.id }
    const envelope = await send({ body, key: 'management:top-up' })
    if (!envelope) return
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
      <Approvals asked={approvals} />
      {isBusy && <Overlay text="Processing, please wait..." />}
      {asksPin && <PinDialog onClose={() => setAsksPin(false)} onVerified={topUp} />}
    </Screen>
  )
}

function Approvals({ asked }: { asked: Asked<Approval[]> }) {
  const [decision, setDecision] = useState<{ id: string; agrees: boolean } | null>(null)
  const agreeing = useSend(approve)
  const refusing = useSend(reject)

  async function decide(pin: string) {
    if (!decision) return
    const it = { params: { id: decision.id }, body: { auth_pin: pin } }
    setDecision(null)
    const envelope = decision.agrees
      ? await agreeing.send({ ...it, key: `management:approve:${decision.id}` })
      : await refusing.send(it)
    if (envelope) toast.success(envelope.message)
    asked.again()
  }

  return (
    <section className="card stack" aria-labelledby="approvals">
      <h2 id="approvals">Waiting for a second manager</h2>
      <Loaded asked={asked} wait="Loading what waits...">
        {(list) => (
          <Table
            caption="Top-ups that a second manager decides"
            rows={list}
            keyOf={(it) => it.id}
            empty="Nothing waits."
            columns={[
              { head: 'User', cell: (it) => it.user?.name ?? '' },
              { head: 'Amount', isNumber: true, cell: (it) => formatMoney(it.amount) },
              { head: 'Subject', cell: (it) => it.subject ?? '' },
              { head: 'Asked by', cell: (it) => it.asked_by },
              { head: 'When', cell: (it) => <Moment at={it.asked_at} /> },
              {
                head: 'Decision',
                cell: (it) =>
                  it.may_decide ? (
                    <span className="row">
                      <Button kind="plain" onClick={() => setDecision({ id: it.id, agrees: true })}>
                        Approve
                      </Button>
                      <Button kind="plain" onClick={() => setDecision({ id: it.id, agrees: false })}>
                        Reject
                      </Button>
                    </span>
                  ) : (
                    `${it.state}${it.decided_by ? ` by ${it.decided_by}` : ''}`
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {decision && <PinDialog onClose={() => setDecision(null)} onVerified={decide} />}
    </section>
  )
}
