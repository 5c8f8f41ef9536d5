import { type FormEvent, useRef, useState } from 'react'
import { type Referral, redeemBonus } from '../../shared/referral.ts'
import { askAccount } from '../account/ask-account.ts'
import { ApiError, cleanAmount, noAnswerText, toast } from '../lib/index.ts'
import { Button, Overlay, TextField } from '../ui/index.ts'

/** Turning bonus into wallet money. Without a minimum from the server nothing can be pressed. Source: decisions E-049, E-050 */
export function Redeem({ referral }: { referral: Referral }) {
  const minimum = referral.wallet_minimum_deposit
  const [balance, setBalance] = useState(referral.balance)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)
  const amount = cleanAmount(typed)
  const isRight = amount !== '' && Number(amount) >= minimum

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy.current || !isRight) return
    busy.current = true
    setIsBusy(true)
    setWrong(null)
    try {
      const envelope = await askAccount(redeemBonus, { body: { amount }, key: 'redeem' })
      if (envelope?.data) {
        setBalance(envelope.data.bonus)
        setTyped('')
        toast.success(envelope.message || 'Your bonus is in your wallet.')
      }
    } catch (error) {
      setWrong(error instanceof ApiError ? error.message : noAnswerText)
    }
    busy.current = false
    setIsBusy(false)
  }

  return (
    <section className="card stack" aria-labelledby="redeem">
      <h2 id="redeem">Redeem your bonus</h2>
      <p>
        Balance: <strong className="text-xl">{balance} UTW</strong>
      </p>
      <form className="form script-only" noValidate onSubmit={submit}>
        <TextField
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          prefix="UTW"
          name="amount"
          label="Amount to redeem"
          hint={`At least ${minimum} UTW. It goes into your wallet.`}
          error={wrong}
          value={typed}
          onValue={(value) => {
            setWrong(null)
            setTyped(value)
          }}
        />
        <Button type="submit" className="btn-wide" busy={isBusy} disabled={!isRight}>
          Redeem
        </Button>
        {isBusy && <Overlay text="Redeeming your bonus, please wait..." />}
      </form>
    </section>
  )
}
